/** A scripted organization with one site, and helpers to read it. */
import { emptyLedger, type Ledger, type Live } from '../../src/core/state.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { fetchLive, type LiveClient } from '../../src/remote/live/fetch.ts';
import { desiredOf, type Script, scriptedClient, type World } from './scripted-client.ts';

const definitions = kindsOfDialect('2025-06');

export const admin = { id: 'u-ana', role: 'admin', user: { id: 'u-ana', email: 'ana@acme.dev' } };
/** The response for an admin. */
export const organization = { id: 'o1', permissions: { admin: true } };
export const space = (id: string, title: string, more = {}) => ({ id, title, emoji: '', ...more });
export const siteSpace = (id: string, of: string, more = {}) => ({ id, path: id, space: space(of, of), ...more });

/** One site with two sections, the second in a group; two spaces. */
export const platform: Script = {
  'orgs/o1': organization,
  members: [admin],
  'members?role=admin&limit=1': [admin],
  'members/u-ana/spaces': [
    { permission: 'admin', space: space('sp-home', 'Home') },
    { permission: 'admin', space: space('sp-api', 'API', { parent: 'col-1' }) },
  ],
  sites: [
    {
      id: 's1',
      title: 'Docs',
      basename: 'docs',
      visibility: 'public',
      adaptiveContent: { enabled: true },
      proxy: { origin: 'https://acme.dev/docs/', target: 'https://x.io' },
    },
    { id: 's2', title: 'Other' },
  ],
  'sites/s1/sections': [
    { id: 'sec-g', title: 'Guides', path: 'guides', default: true },
    { id: 'sec-p', title: 'Payments', path: 'payments', sectionGroup: 'grp-1' },
  ],
  'sites/s1/section-groups': [{ id: 'grp-1', title: 'Products' }],
  'sites/s1/site-spaces': [
    siteSpace('ss-1', 'sp-home', { section: 'sec-g', default: true }),
    siteSpace('ss-2', 'sp-api', { section: 'sec-p' }),
    siteSpace('ss-3', 'sp-home', { section: 'sec-p', default: true }),
  ],
};

export const structure: World = {
  resources: {
    'spaces/home': { title: 'Home' },
    'sites/docs': { title: 'Docs' },
    'sites/docs/sections/guides': { path: 'guides' },
    'sites/docs/sections/guides/spaces/home': { space: { ref: 'spaces/home' } },
  },
};

export function read(script: Script | LiveClient, world: World, ledger: Partial<Ledger> = {}): Promise<Live> {
  const client = 'send' in script ? (script as LiveClient) : scriptedClient(script as Script);
  return fetchLive(client, {
    organization: 'o1',
    definitions,
    desired: desiredOf(world),
    ledger: { ...emptyLedger, ...ledger },
  });
}

export async function asked(script: Script, world: World, ledger: Partial<Ledger> = {}): Promise<readonly string[]> {
  const client = scriptedClient(script);
  await read(client, world, ledger);
  return client.asked.toSorted();
}

export const objectOf = (live: Live, kind: string, id: string) =>
  live.objects.find((object) => object.kind === kind && object.id === id);
export const listOf = (live: Live, kind: string, parentId: string | null) =>
  live.lists.find((list) => list.kind === kind && list.parentId === parentId);
export const unknowns = (live: Live) => live.lists.filter(({ unknown }) => unknown !== undefined);
