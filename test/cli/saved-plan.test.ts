/** Approving a plan, then applying exactly that: what still holds is done, what changed is stopped, a plan of something else is refused. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { after, head, planned, workspace } from './plan-workspace.ts';

describe('must show', () => {
  test('a planned field that changed stops its change with the three values; the others are applied; exit 5', async () => {
    const { docform, ask, titled, titles, close } = await planned();
    await ask('PATCH', `teams/${await titled('teams', 'Docs')}`, { title: 'Mine' });
    const { exit, stdout } = await docform(['apply', 'plan.json']);
    expect(exit).toBe(5);
    expect(stdout).toContain('Applied 1 change. 1 request.\n');
    expect(stdout).toContain(
      'Stopped: changed since the plan\n  ~ teams/docs  stopped: it has changed\n      title  planned "Docs", now "Mine", wanted "Handbook"\n',
    );
    expect(await titles('teams')).toEqual(['Help', 'Mine']);
    // The ledger still knows what was applied last: both sides have changed the title since.
    expect((await docform(['plan'])).stdout).toContain('blocked[B-CONFLICT]');
    await close();
  });

  test('an unrelated field changed: applied; exit 0', async () => {
    const collection = (title: string) =>
      `${head}collections: { product: { title: ${title}, description: What we sell } }\n`;
    const { docform, write, ask, titled, titles, close } = await workspace(collection('Product'));
    await docform(['apply', '--yes']);
    await write(collection('Products'));
    await docform(['plan', '-o', 'plan.json']);
    await ask('PATCH', `/collections/${await titled('collections', 'Product')}`, { description: 'Mine' });
    const { exit, stdout } = await docform(['apply', 'plan.json']);
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout:
        'Applied 1 change. 1 request.\nNext: commit docform.ledger.json\nNot in the saved plan (left alone):\n  ~ collections/product: description\n',
    });
    expect(await titles('collections')).toEqual(['Products']);
    expect((await docform(['plan'])).stdout).toContain(
      'description  "Mine" → "What we sell"  (changed on the platform)\n',
    );
    await close();
  });

  test('a saved plan is applied without a prompt, and a second apply has nothing to do', async () => {
    const { docform, titles, close } = await planned();
    expect(await docform(['apply', 'plan.json'])).toMatchObject({
      exit: 0,
      questions: [],
      stdout: expect.stringMatching(/^Applied 2 changes\./),
    });
    expect(await titles('teams')).toEqual(['Handbook', 'Help']);
    const again = await docform(['apply', 'plan.json']);
    expect(again.exit).toBe(0);
    expect(again.stdout).toBe(
      'Nothing to apply.\nNot needed any more (so already):\n  ~ teams/docs: title\n  ~ teams/support: title\n',
    );
    await close();
  });

  test('a saved plan whose changes all stopped sends nothing and exits with 5', async () => {
    const { docform, ask, titled, close } = await planned();
    for (const title of ['Docs', 'Support'])
      await ask('PATCH', `teams/${await titled('teams', title)}`, { title: `${title} 2` });
    const { exit, stdout } = await docform(['apply', 'plan.json', '--json']);
    expect(exit).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'apply-report',
      requests: 0,
      stopped: [
        {
          address: 'teams/docs',
          action: 'update',
          fields: [{ field: 'title', planned: 'Docs', now: 'Docs 2', wanted: 'Handbook' }],
        },
        { address: 'teams/support' },
      ],
      leftOut: [],
      settled: [],
    });
    await close();
  });
});

test('an interrupted apply of a saved plan continues', async () => {
  const teams = Array.from(
    { length: 6 },
    (_, at) => `  t${at}: { title: Team ${at}, members: { ana@acme.dev: owner } }\n`,
  ).join('');
  const { docform, titles, close } = await workspace(`${head}teams:\n${teams}`, 'small');
  const known = (await titles('teams')).length;
  expect((await docform(['plan', '-o', 'plan.json'])).exit).toBe(0);
  let isSent = false;
  const interrupted = await docform(['apply', 'plan.json', '--concurrency', '1'], {
    onStderr: (text, interrupt) => {
      if (isSent || !text.includes('[ 3/12]')) return;
      isSent = true;
      interrupt();
    },
  });
  expect(interrupted.exit).toBe(130);
  const again = await docform(['apply', 'plan.json']);
  expect(again).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Not needed any more (so already):\n  + teams/t'),
  });
  expect((await titles('teams')).length).toBe(known + 6);
  expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
  await close();
});

test('an apply that was interrupted between the two calls of one object continues', async () => {
  const { docform, ask, titled, close } = await workspace(
    `${head}sites: { docs: { title: Docs, shareLinks: { globex: { name: Globex, active: false } } } }\n`,
  );
  expect((await docform(['plan', '-o', 'plan.json'])).exit).toBe(0);
  let isSent = false;
  const interrupted = await docform(['apply', 'plan.json', '--concurrency', '1'], {
    onStderr: (text, interrupt) => {
      if (isSent || !text.includes('[2/3]')) return;
      isSent = true;
      interrupt();
    },
  });
  expect(interrupted.exit).toBe(130);
  const again = await docform(['apply', 'plan.json']);
  expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('Applied 1 change. 1 request.\n') });
  const links = await ask('GET', `sites/${await titled('sites', 'Docs')}/share-links`);
  expect(links.items).toMatchObject([{ name: 'Globex', active: false }]);
  await close();
});

test('a change that cannot be read now is skipped, and the rest is applied', async () => {
  const words = (team: string, collection: string) =>
    `${head}teams: { docs: { title: ${team} } }\ncollections: { product: { title: ${collection} } }\n`;
  const { docform, write, platform, titles, close } = await workspace(words('Docs', 'Product'));
  await docform(['apply', '--yes']);
  await write(words('Handbook', 'Products'));
  await docform(['plan', '-o', 'plan.json']);
  platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 403 } });
  const { exit, stdout } = await docform(['apply', 'plan.json']);
  platform.faults.clear();
  expect(exit).toBe(5);
  expect(stdout).toContain('  ~ teams/docs  stopped: it cannot be read now\n');
  expect([await titles('teams'), await titles('collections')]).toEqual([['Docs'], ['Products']]);
  await close();
});

describe('a plan for another target is rejected before reading, with exit 3', () => {
  test('another host, another organization', async () => {
    const { docform, platform, close } = await planned();
    const other = await startPlatform({ seed: 'empty' });
    const there = { DOCFORM_API_URL: other.url, DOCFORM_TOKEN: other.token };
    platform.requests.clear();
    const host = await docform(['apply', 'plan.json'], {
      environment: { ...there, DOCFORM_ORG: platform.organization },
    });
    const organization = await docform(['apply', 'plan.json'], { environment: { DOCFORM_ORG: 'another' } });
    for (const { exit, stderr } of [host, organization]) {
      expect(exit).toBe(3);
      expect(stderr).toContain('error[E-PLAN-TARGET]: the plan is for organization ');
    }
    expect(platform.requests.read().total + other.requests.read().total).toBe(0);
    await Promise.all([close(), other.close()]);
  });

  test('another configuration; a comment in it is the same one', async () => {
    const { docform, write, close } = await planned();
    await write(after.replace('Help', 'Desk'));
    expect(await docform(['apply', 'plan.json'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('E-PLAN-CONFIGURATION'),
    });
    await write(`# said otherwise\n${after.replace('{ title: Handbook }', '\n    title: "Handbook"')}`);
    expect((await docform(['apply', 'plan.json'])).exit).toBe(0);
    await close();
  });

  test('a file that is damaged, changed, no plan, of another version, or not there', async () => {
    const { docform, directory, file, close } = await planned();
    const text = await readFile(join(directory, 'plan.json'), 'utf8');
    const refused = async (content: string, code: string) => {
      await writeFile(join(directory, 'other.json'), content);
      for (const command of ['apply', 'show'])
        expect(await docform([command, 'other.json'])).toMatchObject({
          exit: 3,
          stdout: '',
          stderr: expect.stringContaining(`error[${code}]`),
        });
    };
    await refused(text.slice(0, -40), 'E-PLAN-FILE');
    await refused(text.replace('"Handbook"', '"Anything"'), 'E-PLAN-FILE');
    await refused('{"kind":"apply-report","schemaVersion":1}', 'E-PLAN-FILE');
    for (const schemaVersion of [2, 4])
      await refused(JSON.stringify({ ...(await file()), schemaVersion }), 'E-PLAN-VERSION');
    expect(await docform(['apply', 'none.json'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('no such file: none.json'),
    });
    await close();
  });
});
