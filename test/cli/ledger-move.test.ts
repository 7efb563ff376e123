/** Tests that a ledger moves to another host only after every id was found there, in all backends. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { FixtureObject, FixtureOrganization } from '../../src/server/fixture/fixture.ts';
import { createFixture, startPlatform } from '../../src/server/index.ts';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { startStateService } from '../ledger/state-service.ts';
import { speak } from '../server/open.ts';
import { directoryWith, initRepository } from '../support/directory.ts';
import { plantedIds } from '../support/live-world.ts';
import { run } from './harness.ts';

let postgres: SharedPostgres | undefined;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

/** An imported organization, whose platform is then served at another port. */
async function served(backend?: string, seed: 'small' | 'medium' = 'small') {
  const directory = directoryWith();
  initRepository(directory, { origin: 'https://github.com/acme/docs' });
  const data = join(directory, 'platform.db');
  const former = await startPlatform({ seed, data });
  const at = (platform: typeof former, more = {}) => ({
    ...{ DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization },
    ...(backend === undefined ? {} : { DOCFORM_BACKEND: backend }),
    ...more,
  });
  expect((await run(['import', '--yes'], { directory, environment: at(former) })).exit).toBe(0);
  await former.close();
  const platform = await startPlatform({ data });
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment: at(platform) });
  const from = new URL(former.url).host;
  const move = (...argv: readonly string[]) => docform('ledger', 'move', '--from', from, ...argv);
  const file = join(directory, 'docform.ledger.json');
  const edit = async (change: (text: string) => string) => writeFile(file, change(await readFile(file, 'utf8')));
  return { ...{ platform, docform, move, edit, file, from }, ...speak(platform) };
}

const backends = [
  { name: 'a file', start: async () => ({ url: undefined, close: async () => undefined }), isMissing: false },
  {
    name: 'PostgreSQL',
    start: async () => ({ url: await freshUrl(postgres), close: async () => undefined }),
    isMissing: isWithoutPostgres(),
  },
  { name: 'a state service', start: () => startStateService({ kind: 'plain', conflict: 423 }), isMissing: false },
];

for (const { name, start, isMissing } of backends) {
  test.skipIf(isMissing)(`a ledger in ${name} moves to another host, and the next plan is empty`, async () => {
    const { url, close } = await start();
    const { platform, docform, move, from } = await served(url);
    const dry = await move('--dry-run');
    expect(dry).toMatchObject({ exit: 0, stdout: expect.stringMatching(/can move from \S+ on .* \d+ ids verified/) });
    expect(await move('--json')).toMatchObject({ exit: 0, stdout: expect.stringContaining('"mismatches": []') });
    expect(platform.requests.read().items.filter(({ method }) => method !== 'GET')).toEqual([]);
    const plan = await docform('plan', '--detailed-exitcode');
    expect(plan).toMatchObject({ exit: 0, stdout: expect.stringContaining('No changes.') });
    expect((await move()).exit, `the ledger is no longer at ${from}`).not.toBe(0);
    await platform.close();
    await close();
  });
}

/** An imported organization, and a second platform with the same ids, changed by `change`. */
async function twin(backend: string | undefined, change: (first: FixtureOrganization) => FixtureOrganization) {
  const seed = createFixture('medium', 1);
  const [first = expect.fail(), ...others] = seed.organizations;
  const directory = directoryWith();
  initRepository(directory, { origin: 'https://github.com/acme/docs' });
  const former = await startPlatform({ seed });
  const environment = {
    ...{ DOCFORM_API_URL: former.url, DOCFORM_TOKEN: former.token, DOCFORM_ORG: former.organization },
    ...(backend === undefined ? {} : { DOCFORM_BACKEND: backend }),
  };
  expect((await run(['import', '--yes'], { directory, environment })).exit).toBe(0);
  await former.close();
  const platform = await startPlatform({ seed: { ...seed, organizations: [change(first), ...others] } });
  const [declaration] = (await readFile(join(directory, 'docform.yaml'), 'utf8')).split('\n').filter(isOrganization);
  const file = join(directory, 'docform.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(declaration ?? '', `organization: ${platform.organization}`));
  const there = { ...environment, DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const docform = (...argv: readonly string[]) =>
    run(argv, { directory, environment: { ...there, DOCFORM_ORG: platform.organization } });
  const place = ['--from', new URL(former.url).host, '--from-organization', first.id];
  const move = (...argv: readonly string[]) => docform('ledger', 'move', ...place, ...argv);
  return { platform, docform, move };
}

const isOrganization = (line: string): boolean => line.startsWith('organization: ');

for (const { name, start, isMissing } of backends) {
  test.skipIf(isMissing)(`a ledger in ${name} moves to another organization, and the next plan is empty`, async () => {
    const { url, close } = await start();
    const { platform, docform, move } = await twin(url, (first) => ({ ...first, id: 'newOrganization00001' }));
    expect(await move('--dry-run')).toMatchObject({ exit: 0, stdout: expect.stringContaining('can move from ') });
    expect(await move()).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/moved from \w+ on \S+ to newOrganization00001 on /),
    });
    const plan = await docform('plan', '--detailed-exitcode');
    expect(plan).toMatchObject({ exit: 0, stdout: expect.stringContaining('No changes.') });
    await platform.close();
    await close();
  });

  test.skipIf(isMissing)(`a ledger in ${name} does not move if an object is in another container`, async () => {
    const { url, close } = await start();
    const ids = plantedIds(createFixture('medium', 1));
    const moved = (each: FixtureObject): FixtureObject => ({
      ...each,
      ...(each.id.startsWith('sites/') ? { pin: ids.get(each.id) ?? expect.fail() } : {}),
      ...(each.id === 'sites/partners/spaces/changelog' ? { parent: 'sites/internal' } : {}),
    });
    const { platform, move } = await twin(url, (first) => ({ ...first, objects: first.objects.map(moved) }));
    const { exit, stderr } = await move();
    expect(exit).toBe(6);
    expect(stderr).toMatch(/spaces\/changelog: \S+ is in another container/);
    expect((await move('--dry-run')).stderr, 'the ledger did not move').toContain('1 of 77 ids');
    await platform.close();
    await close();
  });
}

test('an id that does not exist, a wrong kind and a wrong container are listed, and nothing is written', async () => {
  const { platform, move, edit, file, ask } = await served(undefined, 'medium');
  const { items: teams } = await ask('GET', '~/teams');
  const [team, kept] = teams;
  await ask('DELETE', `~/teams/${team?.id}`);
  await edit((text) => text.replace(/("sites\/[^"/]+": \{"id":")[^"]+/, `$1${kept?.id}`));
  const before = await readFile(file, 'utf8');
  const moved = await move();
  expect(moved.exit).toBe(6);
  expect(moved.stderr).toContain('error[E-LEDGER-MOVE]');
  expect(moved.stderr).toMatch(new RegExp(`teams/\\S+: ${team?.id} does not exist`));
  expect(moved.stderr).toMatch(/sites\/[^/\s]+: \S+ does not exist/);
  expect(await readFile(file, 'utf8')).toBe(before);
  await platform.close();
});

test('an object in another container is refused', async () => {
  const { platform, move, edit } = await served(undefined, 'medium');
  const ids: string[] = [];
  await edit((text) => {
    const links = [...text.matchAll(/"(sites\/[^/"]+)\/(?:sections\/[^/"]+\/)?spaces\/[^"]+": \{"id":"([^"]+)"/g)];
    const [one, other] = [links[0], links.find((each) => each[1] !== links[0]?.[1])];
    ids.push(one?.[2] ?? '', other?.[2] ?? '');
    return text
      .replaceAll(ids[0] ?? '', 'swapped')
      .replaceAll(ids[1] ?? '', ids[0] ?? '')
      .replaceAll('swapped', ids[1] ?? '');
  });
  const { exit, stderr } = await move('--dry-run');
  expect(exit).toBe(6);
  for (const id of ids) expect(stderr).toContain(`${id} is in another container`);
  await platform.close();
});

test('a list that cannot be read makes its ids unknown, and the move is refused', async () => {
  const { platform, move } = await served();
  platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 403 } });
  const { exit, stderr } = await move();
  expect(exit).toBe(6);
  expect(stderr).toMatch(/teams\/\S+: \S+ is unknown, because it could not be read/);
  await platform.close();
});
