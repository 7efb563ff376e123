/** Tests a new environment: the configuration of an imported organization, applied to an empty one, in both dialects. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type StartOptions, startPlatform } from '../../src/server/index.ts';
import { pageAt } from '../docs/pages.ts';
import { commandsOf, walkLine } from '../docs/walk.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

type Dialect = '2025-06' | 'gitbook';

interface PlanFile {
  readonly isBlocked: boolean;
  readonly changes: readonly { readonly blocked: object | null; readonly action: string }[];
  readonly pending: readonly {
    readonly address: string;
    readonly kind: string;
    readonly toCreate?: true;
    readonly waitsFor?: string;
    readonly fields: readonly { readonly field: string; readonly after?: unknown }[];
  }[];
}

const variable = `$${'{vars.org}'}`;
const organizationOfStaging = 'u7p0e3mQ0Ow2Lrgd00sG';

/** Production with many objects, and an empty organization for staging. `restart`: the same staging platform with another dialect. */
async function twoPlatforms(dialect: Dialect) {
  const directory = directoryWith({ 'env/staging.yaml': `org: ${organizationOfStaging}\n` });
  const data = join(directory, 'staging.db');
  const production = await startPlatform({ seed: 'medium', dialect });
  const start = (options: StartOptions) => startPlatform({ seed: 'empty', seedNumber: 2, data, ...options });
  const staging = await start({ dialect });
  const port = Number(new URL(staging.url).port);
  const docform = async (platform: typeof production, ...argv: readonly string[]) =>
    run(argv, {
      directory,
      environment: {
        ...{ DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token },
        ...(platform === production ? { DOCFORM_ORG: platform.organization } : {}),
      },
    });
  return { directory, production, staging, port, start, docform };
}

/** People use the platform's own pages, which can do more than the contract. */
async function doManualSteps(platform: Awaited<ReturnType<typeof startPlatform>>, plan: PlanFile): Promise<void> {
  const { ask } = speak(platform, false);
  for (const { address, fields, toCreate } of plan.pending) {
    const title = fields.find(({ field }) => field === 'title')?.after;
    if (toCreate) {
      const { id = '' } = await ask('POST', '~/spaces', { empty: true });
      await ask('PATCH', `/v1/spaces/${id}`, { title });
    }
    const email = /^members\/(.+)$/.exec(address)?.[1];
    if (email === undefined) continue;
    await ask('POST', '~/invites', { emails: [email] });
    const body = JSON.stringify({ email });
    const headers = { 'content-type': 'application/json' };
    const accepted = await platform.fetch('/_platform/invitations/accept', { method: 'POST', headers, body });
    expect({ email, status: accepted.status }).toEqual({ email, status: 200 });
  }
}

test.each<Dialect>(['2025-06', 'gitbook'])('the configuration of production creates staging (%s)', async (dialect) => {
  const { directory, production, staging, port, start, docform } = await twoPlatforms(dialect);
  expect((await docform(production, 'import', '--yes')).exit).toBe(0);
  const planned = async (platform = staging) => {
    const { exit, stdout } = await docform(platform, 'plan', '--env', 'staging', '--detailed-exitcode', '--json');
    return { exit, plan: JSON.parse(stdout) as PlanFile };
  };
  const file = join(directory, 'docform.yaml');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/^organization: .*/m, `vars: { org: null }\norganization: ${variable}`),
  );
  const first = await planned();
  expect({ exit: first.exit, isBlocked: first.plan.isBlocked }).toEqual({ exit: 2, isBlocked: false });
  expect(first.plan.pending.filter(({ toCreate }) => toCreate)).toHaveLength(dialect === '2025-06' ? 6 : 0);
  expect((await docform(staging, 'apply', '--env', 'staging', '--yes')).exit).toBe(0);
  const waiting = await planned();
  expect(waiting.exit).toBe(0);

  await staging.close();
  const pages = await start({ dialect: 'gitbook', port });
  await doManualSteps(pages, waiting.plan);
  await pages.close();

  const after = await start({ dialect, port });
  const next = await planned(after);
  const allowed = waiting.plan.pending.flatMap(({ address, toCreate }) => (toCreate ? ['--allow', address] : []));
  expect(next.exit).toBe(allowed.length > 0 ? 6 : 2);
  expect((await docform(after, 'apply', '--env', 'staging', '--yes', ...allowed)).exit).toBe(0);
  const last = await docform(after, 'plan', '--env', 'staging', '--detailed-exitcode');
  expect(last).toMatchObject({ exit: 0, stdout: expect.stringContaining('\nNo changes.') });
  await Promise.all([after.close(), production.close()]);
});

test('an empty id pins nothing, so that only one environment pins an object', async () => {
  const { production, staging, docform, directory } = await twoPlatforms('2025-06');
  const id = `$${'{vars.docs}'}`;
  await writeFile(
    join(directory, 'docform.yaml'),
    `version: 1\nvars: { org: null, docs: null }\norganization: ${variable}\nteams: { docs: { title: Docs, id: "${id}" } }\n`,
  );
  const planned = (value: string) =>
    docform(staging, 'plan', '--env', 'staging', '--detailed-exitcode', '--var', value);
  expect(await planned('docs=')).toMatchObject({ exit: 2, stdout: expect.stringContaining('+ teams/docs "Docs"') });
  expect(await planned('docs=abc')).toMatchObject({ exit: 6, stdout: expect.stringContaining('B-PIN-MISSING') });
  await Promise.all([staging.close(), production.close()]);
});

test.each<Dialect>(['2025-06', 'gitbook'])(
  'the steps of the guide invite nobody, publish nothing and request no address of production (%s)',
  async (dialect) => {
    const { production, staging } = await twoPlatforms(dialect);
    const { text, ...page } = pageAt('docs/guides/two-environments.md');
    const part = text.slice(text.indexOf('## Create staging'), text.indexOf('\n4. ')).replaceAll(/^ {3}/gm, '');
    const urls = { 'http://127.0.0.1:4021': production.url, 'http://127.0.0.1:4022': staging.url };
    const walker = { directory: directoryWith(), environment: {} };
    const tokens = { 'production-token': production.token, 'staging-token': staging.token };
    const lines = commandsOf({ ...page, text: part }).filter((line) => !line.startsWith('docform platform serve'));
    expect(lines).toHaveLength(8);
    for (const line of lines) {
      const typed = [...Object.entries(urls), ...Object.entries(tokens)].reduce(
        (words, [written, actual]) => words.replaceAll(written, actual),
        line,
      );
      const { exit, stdout, stderr } = await walkLine(walker, typed);
      expect({ line, exit, stderr: exit === 0 ? '' : stderr }).toEqual({ line, exit: 0, stderr: '' });
      if (line === 'docform plan --env staging')
        expect(stdout).toContain('sites/acme-docs: environment "staging" is new: check that `visibility`, ');
    }
    const { ask } = speak(staging, false);
    const { directory } = walker;
    const main = await readFile(join(directory, 'docform.yaml'), 'utf8');
    // Every value that an environment must set for itself is a variable.
    const [, blocks = ''] = main.split('\npolicy:\n');
    const values =
      blocks.match(/^ +(invite|visibility|published|hostname|basename|proxy|entityID|ssoURL): .*$/gm) ?? [];
    expect(values.filter((line) => !/: \$\{vars\.\w+\}$/.test(line))).toEqual([]);
    expect(blocks).toMatch(/certificate: \{ file: "\$\{vars\.saml_okta_certificate\}" \}/);
    for (const name of ['settings_hostname', 'sites_acme_docs_proxy', 'saml_okta_certificate', 'invite'])
      expect(main).toContain(`  ${name}: null\n`);
    const again = await run(['plan', '--env', 'fresh'], {
      directory,
      environment: { DOCFORM_API_URL: staging.url, DOCFORM_TOKEN: staging.token },
    });
    expect(again.stderr).toContain('environment "fresh" has no file env/fresh.yaml');
    staging.requests.assert({ operation: 'inviteMembers' }, { count: 0 });
    const { items } = await ask('GET', '~/sites');
    const sites = items as unknown as readonly {
      readonly title: string;
      readonly visibility: string;
      readonly published: boolean;
    }[];
    expect(sites.map(({ title }) => title)).toContain('Acme Docs');
    expect(sites.filter(({ visibility, published }) => visibility === 'public' || published)).toEqual([]);
    const answers = JSON.stringify([items, await ask('GET', '~')]);
    for (const address of ['acme.dev/docs', 'acme-docs"']) expect(answers).not.toContain(`"${address}`);
    await Promise.all([production.close(), staging.close()]);
  },
);
