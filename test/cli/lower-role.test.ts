/** Tests that tokens with a role below admin do not treat resources that they cannot read as missing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const roles = [
  ['create', 'jon@acme.dev'],
  ['review', 'kim@acme.dev'],
  ['edit', 'bo@acme.dev'],
  ['comment', 'dan@acme.dev'],
  ['read', 'oli@acme.dev'],
] as const;

let server: StartedPlatform;
let directory: string;

beforeEach(async () => {
  server = await startPlatform({ seed: 'medium' });
  directory = directoryWith();
  expect((await as('ana@acme.dev', ['import', '--organization', server.organization, '--yes'])).exit).toBe(0);
});
afterEach(() => server.close());

function as(email: string, argv: readonly string[]) {
  return run([...argv, '--api-url', server.url], { directory, environment: { DOCFORM_TOKEN: server.tokenFor(email) } });
}

const ledger = () => readFile(join(directory, 'docform.ledger.json'), 'utf8');

test.each(roles)(
  'with the role %s, plan creates no unreadable collection, and reports unreadable resources at once',
  async (_, email) => {
    const before = await ledger();
    const planned = await as(email, ['plan']);
    expect(planned.exit).toBe(1);
    expect(planned.stdout).toContain('No changes in the lists that could be read.');
    expect(planned.stdout).toMatch(
      /sections: 1 of the spaces on the site is not visible to this token; affects no declared resource/,
    );
    expect(planned.stdout).toMatch(
      /\? collections: .* not visible to this token.*affects 1 declared resource: collections\/internal/,
    );
    expect(planned.stderr).toMatch(
      /7 declared resources could not be compared.*\n.*use the token of an admin, or leave out .*--except collections\/internal --except saml\/okta/,
    );
    const flags = planned.stderr.match(/--except \S+/g)?.flatMap((flag) => flag.split(' ')) ?? [];
    for (const argv of [
      ['plan', '--detailed-exitcode'],
      ['drift', '--detailed-exitcode'],
      ['apply', '--yes'],
    ]) {
      const ran = await as(email, [...argv, ...flags]);
      expect([ran.exit, ran.stderr]).toEqual([0, expect.not.stringContaining('error[')]);
    }
    const drifted = await as(email, ['drift']);
    expect(drifted.exit).toBe(1);
    expect(drifted.stdout).not.toMatch(/missing/i);
    expect((await as(email, ['get', 'collections'])).stdout).toMatch(/internal.*unread/);
    await as(email, ['apply', '--yes']);
    expect(await ledger()).toBe(before);
    expect((await as('ana@acme.dev', ['plan', '--detailed-exitcode'])).exit).toBe(0);
  },
);

test('a guest gets an error at once that names the required role', async () => {
  for (const argv of [['plan'], ['apply', '--yes'], ['drift'], ['get']]) {
    const ran = await as('eve@acme.dev', argv);
    expect(ran.exit).toBe(4);
    expect(ran.stderr).toMatch(/E-NO-ACCESS[\s\S]*cannot read any of the \d+ lists[\s\S]*`read`/);
  }
});

test('an import with a lower role reports its omissions, and an admin then has an empty plan', async () => {
  directory = directoryWith();
  const imported = await as('jon@acme.dev', ['import', '--organization', server.organization, '--yes']);
  expect(imported.stderr).toMatch(/Only an admin's token can read everything/);
  // The ledger then also records the orders that only an admin sees.
  const planned = JSON.parse((await as('ana@acme.dev', ['plan', '--json'])).stdout) as {
    changes: unknown;
    unknown: unknown;
  };
  expect([planned.changes, planned.unknown]).toEqual([[], []]);
});

test('access reports the collections of a lower role as incomplete', async () => {
  const told = await as('bo@acme.dev', ['access', '--organization', server.organization, '--json']);
  expect(told.exit).toBe(1);
  expect(told.stdout + told.stderr).toMatch(/only an admin can see all collections/);
});
