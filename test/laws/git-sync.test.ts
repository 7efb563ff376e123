/** docform and Git Sync write one site in any order: no field has two writers, no permission is lost, and no plan repeats. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { Desired } from '../../src/core/state.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import { createPlatform } from '../../src/server/index.ts';
import { loadDesired } from '../config/memory-files.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { readFacts } from '../support/platform-facts.ts';
import { type FileItem, type StructureFile, simulateSync, syncTarget } from '../support/simulated-sync.ts';
import { type Draw, drawn, type Keyed } from './draw.ts';
import { always } from './law.ts';

type Dialect = '2025-06' | 'gitbook';

/** Each space has a role of its own, so that a permission on the wrong space is visible. */
const roles: Keyed<string> = { a: 'read', b: 'comment', c: 'edit', d: 'create', e: 'admin' };
const letters = Object.keys(roles);

/** Spaces keep their titles, because the configuration names them. Everything else can change. */
function drawFile(
  draw: Draw,
  { isFlat, withGroups }: { readonly isFlat: boolean; readonly withGroups: boolean },
): StructureFile {
  const spaces = draw.chance(50) ? letters : draw.some(letters);
  const keyOf = (name: string) => `${name}-${draw.pick(['1', '1', '2'])}`;
  const space = (name: string, at: number, path: string): FileItem => ({
    type: 'space',
    key: keyOf(name),
    title: `Space ${name}`,
    path: draw.pick([path, path, `${path}-new`]),
    ...(at === 0 ? { default: true } : {}),
    ...(at > 0 && draw.chance(20) ? { hidden: true } : {}),
    content: { directory: `./${name}` },
  });
  /** Spaces can exchange their paths. */
  const place = (names: readonly string[]) => {
    const paths = draw.chance(30) ? [...names].reverse() : names;
    return names.map((name, at) => space(name, at, paths[at] ?? name));
  };
  const all = spaces.length === 0 ? ['a'] : spaces;
  if (isFlat) return { site: { title: 'Docs', structure: place(all) } };
  const [first, rest] = [all.slice(0, 2), all.slice(2)];
  const section = (name: string, own: readonly string[]): FileItem => ({
    type: 'section',
    key: `section-${name}`,
    title: draw.pick([`Section ${name}`, `Section ${name}`, `Part ${name}`]),
    path: draw.pick([`section-${name}`, `part-${name}`]),
    children: place(own),
  });
  const sections = [section('x', first), ...(rest.length === 0 ? [] : [section('y', rest)])];
  const ordered = draw.chance(50) ? sections : [...sections].reverse();
  const isGrouped = withGroups && ordered.length > 1 && draw.chance(50);
  const link: FileItem = { type: 'external-link', key: 'link', title: 'Status', url: 'https://status.acme.dev/' };
  const grouped: FileItem = {
    type: 'section-group',
    key: 'group',
    title: 'More',
    children: [...ordered.slice(1), link],
  };
  const structure = isGrouped ? [ordered[0] as FileItem, grouped] : ordered;
  return { site: { title: draw.pick(['Docs', 'Docs', 'Manual']), structure } };
}

interface Turn {
  readonly file: StructureFile;
  readonly isSynced: boolean;
  /** Spaces with a declared permission. */
  readonly granted: readonly string[];
  readonly emoji: string;
  /** Color of the site, and of the override of its first space. */
  readonly colors: readonly [string, string | null];
  /** The configuration also declares fields that Git Sync writes. */
  readonly overwrites: boolean;
}

function turns(isFlat: boolean, withGroups: boolean) {
  return drawn((draw): readonly Turn[] =>
    [0, 1, 2, 3].map(() => ({
      file: drawFile(draw, { isFlat, withGroups }),
      isSynced: draw.chance(70),
      granted: draw.some(letters),
      emoji: draw.pick(['1f4c4', '1f4d8', '1f680']),
      colors: [draw.pick(['#346ddb', '#0f766e']), draw.pick(['#b91c1c', '#6d28d9', null])],
      overwrites: draw.chance(40),
    })),
  );
}

/** The configuration around the file. It declares only spaces of the file. */
function configurationOf(turn: Turn, site: string, dialect: Dialect): Desired {
  const { file, granted, emoji, overwrites } = turn;
  const titles = new Set(spacesIn(file.site.structure).map(({ title }) => title));
  const title = overwrites ? { title: 'Overwritten' } : {};
  const named = granted.filter((name) => titles.has(`Space ${name}`));
  const blocks = named.map((name) => {
    const access = dialect === 'gitbook' ? { permissions: { teams: { writers: roles[name] } } } : {};
    return [`space-${name}`, { emoji, ...title, ...access }] as const;
  });
  const configuration = {
    version: 1,
    include: [{ files: 'gitbook-docs.yaml', writer: 'git-sync', site: 'docs' }],
    ...(dialect === 'gitbook' ? { templates: { branded: brandingOf(turn) } } : {}),
    teams: { writers: { title: 'Writers' } },
    spaces: Object.fromEntries(blocks),
    sites: {
      docs: {
        ...(dialect === 'gitbook' ? { extends: 'branded', ...overrideOf(turn) } : {}),
        ...{ id: site, ...title, visibility: 'unlisted', shareLinks: { globex: { name: 'Globex' } } },
      },
    },
  };
  const texts = { 'docform.yaml': stringify(configuration), 'gitbook-docs.yaml': stringify(file) };
  return loadDesired(texts, { organization: 'acme' });
}

function brandingOf({ colors: [primaryColor] }: Turn) {
  return { customization: { primaryColor, headerLinks: [{ title: 'Support', to: 'https://acme.dev/support' }] } };
}

/** Of the first space of a flat site. */
function overrideOf({ file, colors: [, primaryColor] }: Turn) {
  const [first] = file.site.structure;
  if (first?.type !== 'space') return {};
  const customization = primaryColor === null ? null : { primaryColor };
  return { structure: [{ space: first.title.replace('Space ', 'space-'), customization }] };
}

function spacesIn(items: readonly FileItem[]): readonly FileItem[] {
  return items.flatMap((item) => (item.type === 'space' ? [item] : spacesIn(item.children ?? [])));
}

/** Requests that change what Git Sync writes. */
function isOfSync({ method, path, body }: WireRequest) {
  if (method === 'GET' || path.endsWith('/customization')) return false;
  if (/\/(sections|section-groups|site-spaces|external-links|structure)(\/|$)/.test(path)) return true;
  const fields = Object.keys((body ?? {}) as object);
  if (/\/sites\/[^/]+$/.test(path))
    return (
      method !== 'PATCH' || fields.some((name) => ['title', 'defaultSiteSection', 'defaultSiteSpace'].includes(name))
    );
  if (/\/spaces(\/[^/]+)?$/.test(path))
    return method !== 'PATCH' || fields.some((name) => ['title', 'language'].includes(name));
  return /\/(duplicate|restore|move)$/.test(path);
}

async function carryOut(all: readonly Turn[], dialect: Dialect) {
  const world = worldOf({
    teams: { writers: { title: 'Writers' } },
    spaces: { seed: { title: 'Seed' } },
    sites: { docs: { title: 'Docs', structure: [{ space: 'seed', path: 'seed' }] } },
  });
  const site = plantedIds(world).get('sites/docs') ?? '';
  const reference = createPlatform({ seed: world, token: 'token-of-ana', strict: true, dialect });
  const sent: WireRequest[] = [];
  const own = await localPlatform(reference, (send) => (request, options) => {
    sent.push(request);
    return send(request, options);
  });
  const { organization } = reference;
  const sync = syncTarget({ platform: await localPlatform(reference), organization, site, dialect });
  const ledger = memoryLedger();
  const seen = { replaced: 0, granted: 0, pending: 0, branded: 0 };
  const planOf = (desired: Desired) => plan({ desired, platform: own, ledger, maxWaitMs: 0 });
  try {
    for (const turn of all) {
      if (turn.isSynced) await simulateSync(sync, turn.file);
      const desired = { ...configurationOf(turn, site, dialect), organization };
      const planned = await planOf(desired);
      expect(planned.plan.changes.filter(({ blocked }) => blocked)).toEqual([]);
      expect(isBlocked(planned.plan)).toBe(false);
      seen.replaced += planned.plan.changes.filter(({ why }) => why?.startsWith('replaced by Git Sync')).length;
      seen.pending += planned.plan.pending.length;
      await apply(planned, { platform: own, ledger, maxWaitMs: 0 });
      const again = (await planOf(desired)).plan;
      expect(again.changes, 'no plan repeats').toEqual([]);
      expect(again.ledgerUpdates, 'no plan repeats').toBeUndefined();
      if (dialect === 'gitbook') {
        seen.granted += await expectGranted(reference, sync.spaces, turn);
        seen.branded += await expectBranded(reference, site, turn);
      }
    }
    expect(sent.filter(isOfSync), 'no field has two writers').toEqual([]);
  } finally {
    await reference.close();
  }
  return seen;
}

/** Every space of a synced file has the declared permission, and no space has one that another space should have. */
async function expectGranted(
  reference: ReturnType<typeof createPlatform>,
  spaces: ReadonlyMap<string, string>,
  { file, granted, isSynced }: Turn,
) {
  const facts = await readFacts(reference);
  const team = (await readTeams(reference))[0] ?? '';
  const roleIn = (id: string) => facts.of('team-permission', team, id)?.role;
  for (const id of spaces.values()) {
    const title = String(facts.of('space', id, '')?.title);
    const own = roles[title.replace('Space ', '')];
    expect([undefined, own], `${title} has the permission of another space`).toContain(roleIn(id));
  }
  if (!isSynced) return 0;
  const known = spacesIn(file.site.structure).map(({ key, title }) => [title, roleIn(spaces.get(key) ?? '')]);
  const wanted = spacesIn(file.site.structure).map(({ title }) => {
    const name = title.replace('Space ', '');
    return [title, granted.includes(name) ? roles[name] : undefined];
  });
  expect(known, 'no permission is lost').toEqual(wanted);
  return known.filter(([, role]) => role !== undefined).length;
}

/** The site has the declared branding, and the site-space of a synced file its override. Returns the number of overrides. */
async function expectBranded(reference: ReturnType<typeof createPlatform>, site: string, turn: Turn) {
  const of = `/sites/${site}`;
  const { styling, header } = await readOne(reference, `${of}/customization`);
  const [color, override] = turn.colors;
  expect([styling.primaryColor.light, header.links[0]?.title]).toEqual([color, 'Support']);
  const [first] = turn.file.site.structure;
  if (!turn.isSynced || first?.type !== 'space') return 0;
  const { items } = await readOne(reference, `${of}/site-spaces`);
  const shown = items.find((item: { readonly title: string }) => item.title === first.title);
  const own = await readOne(reference, `${of}/site-spaces/${shown.id}/customization`);
  expect(own.styling.primaryColor.light, 'no override is lost').toBe(override ?? color);
  return override === null ? 0 : 1;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations.
async function readOne({ fetch, token, organization }: ReturnType<typeof createPlatform>, path: string): Promise<any> {
  const url = `http://localhost/v1/orgs/${organization}${path}`;
  return (await fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }))).json();
}

async function readTeams({ fetch, token, organization }: ReturnType<typeof createPlatform>) {
  const answer = await fetch(
    new Request(`http://localhost/v1/orgs/${organization}/teams`, { headers: { authorization: `Bearer ${token}` } }),
  );
  return ((await answer.json()) as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id);
}

test.each([
  ['gitbook', 'with sections', false],
  ['gitbook', 'flat', true],
  ['2025-06', 'with sections', false],
  ['2025-06', 'flat', true],
] as const)(
  'Git Sync and docform write different fields, and permissions follow replaced spaces (%s, %s)',
  async (dialect, _, isFlat) => {
    const seen = { replaced: 0, granted: 0, pending: 0, branded: 0 };
    await always(isFlat ? 8 : 12, [turns(isFlat, dialect === 'gitbook')], async (all) => {
      const one = await carryOut(all, dialect);
      for (const name of ['replaced', 'granted', 'pending', 'branded'] as const) seen[name] += one[name];
    });
    expect(seen.replaced).toBeGreaterThan(3);
    expect(seen.pending).toBeGreaterThan(3);
    if (dialect === 'gitbook') expect(seen.granted).toBeGreaterThan(10);
    if (dialect === 'gitbook' && isFlat) expect(seen.branded).toBeGreaterThan(5);
  },
);
