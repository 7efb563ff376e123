/** Tests that a platform seeded from a configuration needs no changes, except for reported differences. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { fixtureOf } from '../../src/cli/planning/fixture-of.ts';
import { filesOnDisk } from '../../src/config/files/load.ts';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { createPlatform, type Platform, seedNames } from '../../src/server/index.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { always, pairsOf } from '../laws/law.ts';
import { speak } from '../server/open.ts';
import { localPlatform } from '../support/local-platform.ts';
import { seedTexts } from '../support/seed-texts.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const open: Platform[] = [];

afterEach(() => {
  for (const platform of open.splice(0)) platform.close();
});

function loaded(
  file: string,
  files: Parameters<typeof loadConfiguration>[0]['files'],
  organization?: string,
  environment?: string,
): Desired {
  const { desired, problems } = loadConfiguration({
    file,
    files,
    shapes,
    ...(organization === undefined ? {} : { organization }),
    ...(environment === undefined ? {} : { environment }),
  });
  expect(problems).toEqual([]);
  if (desired === undefined) throw new Error('no configuration');
  return desired;
}

/** A configuration with these lines for organization `acme`. */
function written(text: string): Desired {
  const files = {
    read: () => ({ text: `version: 1\norganization: acme\n${text}`, bytes: text.length }),
    list: () => [],
  };
  return loaded('docform.yaml', files);
}

/** The plan for a platform that was seeded from the configuration, and the warnings of the seeding. */
async function seededFrom(desired: Desired) {
  const { world, warnings } = fixtureOf(desired, 1);
  const server = createPlatform({ seed: world });
  open.push(server);
  expect(server.organization).toBe(desired.organization);
  const platform = await localPlatform(server);
  const { plan: made } = await plan({ desired, platform, ledger: memoryLedger() });
  const planned = remoteChanges(made).map(
    ({ action, address, fields }) => `${action} ${address} ${fields.map(({ field }) => field)}`,
  );
  const unclear = made.changes.flatMap(({ address, blocked }) =>
    blocked === undefined ? [] : [`${address} ${blocked.code}`],
  );
  return {
    warnings,
    made,
    server,
    planned: [...planned, ...unclear, ...made.pending.map(({ address }) => `pending ${address}`)],
  };
}

test.each([
  ['acme', 'acme', undefined],
  ['one-site', 'acme', undefined],
  ['people', 'acme', undefined],
  ['two-environments', undefined, 'staging'],
  ['two-environments', undefined, 'production'],
])(
  'seeding from examples/%s leads to an empty plan (organization %s, environment %s)',
  async (name, organization, environment) => {
    const directory = join(examples, name);
    const { planned, warnings } = await seededFrom(
      loaded('docform.yaml', filesOnDisk(directory, 'docform.yaml'), organization, environment),
    );
    expect(planned).toEqual([]);
    const holder = 'no admin is declared; created the admin admin@example.com for the token';
    expect(warnings).toEqual(['acme', 'people'].includes(name) ? [] : [holder]);
  },
);

test.each(seedNames)('seeding from the configuration of the seed %s leads to an empty plan', async (seed) => {
  const texts = Object.fromEntries(await seedTexts(seed, 1));
  const files = {
    read: (path: string) => ({ text: texts[path] ?? '', bytes: 0 }),
    list: (directory: string) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => ({ name: path.slice(directory.length + 1), isDirectory: false })),
  };
  const { planned, warnings } = await seededFrom(loaded('docform.yaml', files));
  expect({ planned, warnings }).toEqual({ planned: [], warnings: [] });
});

test('for generated configurations, the plan contains only fields that the platform never returns, with a warning', async () => {
  await always(10, [pairsOf('everything')], async ({ before }) => {
    const { planned, warnings } = await seededFrom(
      desiredOf(before, 'acme', { home: 'space-home', notes: 'space-notes' }),
    );
    const told = warnings
      .filter((warning) => warning.includes('does not return'))
      .map((warning) => warning.split(':')[0]);
    expect(planned.map((line) => line.split(' ')[1]).sort()).toEqual(told.sort());
  });
});

test('a roster can name people who have not joined, and the person who applies is an admin', async () => {
  const { server, warnings, planned } = await seededFrom(
    written(`
policy: { self: Ana@acme.dev }
settings: { defaultRole: comment }
teams: { docs: { title: Docs, members: { bo.lindqvist@acme.dev: member, ana@acme.dev: owner } } }
`),
  );
  expect(await speak(server).list('~/members?order=asc')).toMatchObject([
    { user: { email: 'ana@acme.dev', displayName: 'Ana' }, role: 'admin' },
    { user: { email: 'bo.lindqvist@acme.dev', displayName: 'Bo Lindqvist' }, role: 'comment' },
  ]);
  expect({ warnings, planned }).toEqual({ warnings: [], planned: [] });
});

test('without an admin in the roster, the seed creates an admin with an unused address', async () => {
  const { server, warnings, planned } = await seededFrom(
    written('members: { admin@example.com: read, admin@admin.example.com: null }'),
  );
  const [first] = await speak(server).list('~/members?order=asc');
  expect(first).toMatchObject({ user: { email: 'admin@2.example.com', displayName: 'Admin' }, role: 'admin' });
  expect(warnings).toEqual([expect.stringContaining('created the admin admin@2.example.com')]);
  expect(planned).toEqual([]);
});

test('undeclared values are the defaults of the platform, and generated paths cause no conflict', async () => {
  const { server, planned, warnings } = await seededFrom(
    written(`
members: { ana@acme.dev: admin }
customFields: { status: { type: text } }
spaces: { one: { title: Übersicht, fields: { status: new } }, two: { title: Übersicht & mehr }, three: { id: pinned-space } }
sites:
  docs:
    title: Docs
    structure:
      - { section: a, title: Start, spaces: [{ space: one }, { space: two, path: ubersicht }] }
      - { section: b, title: Start here, path: start, spaces: [{ space: three }] }
  flat: { basename: flat, id: pinned-site, structure: [{ space: two }, { space: one, default: true }] }
`),
  );
  const organization = await speak(server).get('~');
  expect(organization).toMatchObject({ title: 'acme', defaultRole: 'read', ai: true, sso: false });
  const [site, flat] = await speak(server).list('~/sites');
  expect(site).toMatchObject({ visibility: 'public', agentsContext: 'included', adaptiveContent: { enabled: false } });
  expect(flat).toMatchObject({ id: 'pinned-site', title: 'Untitled site', basename: 'flat' });
  const sections = await speak(server).list(`~/sites/${site?.id}/sections`);
  expect(sections.map(({ title, path }) => [title, path])).toEqual([
    ['Start', 'start-2'],
    ['Start here', 'start'],
  ]);
  const shown = await speak(server).list(`~/sites/${site?.id}/site-spaces`);
  expect(shown.map(({ title, path }) => [title, path])).toEqual([
    ['Übersicht', 'ubersicht-2'],
    ['Übersicht & mehr', 'ubersicht'],
    ['three', 'three'],
  ]);
  expect(shown[0]?.space).toMatchObject({ emoji: '1f4c4', visibility: 'private', defaultLevel: 'inherit' });
  const values = await speak(server).get(`/v1/spaces/${shown[0]?.space.id}/custom-fields`);
  expect(values).toMatchObject([{ customField: { name: 'status' }, value: 'new' }]);
  expect({ warnings, planned }).toEqual({ warnings: [], planned: [] });
});

test('values of undeclared custom fields get generated fields and a warning', async () => {
  const { warnings, planned } = await seededFrom(
    written(`
members: { ana@acme.dev: admin }
spaces: { one: { title: One, fields: { owner: docs, weight: 3, done: true, words: [a, b] } }, two: { title: Two, fields: { weight: 4 } } }
`),
  );
  expect(warnings.map((warning) => warning.replace(/.*custom field (\w+) .* type (\w+),.*$/, '$1 $2'))).toEqual([
    'owner text',
    'weight number',
    'done boolean',
    'words tags',
  ]);
  expect(planned).toEqual([]);
});

test('fields that the platform never returns are planned once, with a warning, but not a logo at the same URL', async () => {
  const { warnings, planned } = await seededFrom(
    written(`
members: { ana@acme.dev: admin }
settings: { logo: https://acme.dev/logo.png }
openapi: { pay: { text: '{"openapi":"3.1.0"}' }, ship: { url: https://acme.dev/ship.json } }
`),
  );
  expect(warnings).toEqual([expect.stringMatching(/^openapi\/pay: .*text/)]);
  expect(planned).toEqual(['update openapi/pay text']);
});

test('a field or a kind without a translation causes a warning and is not dropped silently', () => {
  const desired = written('members: { ana@acme.dev: admin }');
  const [member] = desired.resources;
  if (member === undefined) throw new Error('no member');
  const resources = [
    { ...member, fields: { ...member.fields, nickname: 'Ana' } },
    { ...member, kind: 'robot', address: 'robots/r2', fields: {} },
  ];
  expect(fixtureOf({ ...desired, resources }, 1).warnings).toEqual([
    'members/ana@acme.dev: nickname is not supported in fixtures and is omitted',
    'robots/r2 is not supported in fixtures and is omitted',
  ]);
});
