/** Who can read or write on the reference platform now: read with the tokens of its members, and for visitors from the published structure. No code of docform. */
import type { Platform } from '../../src/server/index.ts';
import { type Item, readerOf } from '../support/platform-facts.ts';

/** One line for each thing that somebody can do: `di@acme.dev view First`, `visitor with a=true reads First on Docs`. */
export type Abilities = ReadonlySet<string>;

const people = ['bo@acme.dev', 'cy@acme.dev', 'di@acme.dev'];

/** Claims of visitors. */
const visitors = [
  { a: false, b: false },
  { a: true, b: false },
  { a: false, b: true },
  { a: true, b: true },
];

function isMet(condition: unknown, claims: { readonly [name: string]: boolean }): boolean {
  const name = /^visitor\.claims\.(\w+) == true$/.exec(String(condition))?.[1];
  return condition === undefined || condition === null || (name !== undefined && claims[name] === true);
}

/** From few to many: what a visitor needs. */
function doorsOf(site: Item, links: readonly Item[]): readonly string[] {
  switch (site.visibility) {
    case 'public':
      return ['search engine', 'anybody', ...links.map(({ id }) => `holder of ${String(id)}`), 'account'];
    case 'unlisted':
      return ['anybody', ...links.map(({ id }) => `holder of ${String(id)}`), 'account'];
    case 'share-link':
      return [...links.filter(({ active }) => active === true).map(({ id }) => `holder of ${String(id)}`), 'account'];
    default:
      return ['account'];
  }
}

async function readersOf(platform: Platform): Promise<readonly string[]> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const found: string[] = [];
  for (const listed of await list(`${org}/sites`)) {
    const path = `${org}/sites/${String(listed.id)}`;
    const site = (await get(path)) ?? {};
    if (site.published !== true) continue;
    const links = await list(`${path}/share-links`);
    const isAdaptive = (site.adaptiveContent as Item | undefined)?.enabled === true;
    const sections = await list(`${path}/sections`);
    const groups = await list(`${path}/section-groups`);
    const siteSpaces = await list(`${path}/site-spaces`);
    const isHidden = (item: Item | undefined): boolean =>
      item !== undefined && (item.draft === true || isHidden(groups.find(({ id }) => id === item.sectionGroup)));
    for (const link of siteSpaces) {
      const section = sections.find(({ id }) => id === link.section);
      if (isHidden(link) || isHidden(section)) continue;
      const space = String((link.space as Item | undefined)?.title ?? '');
      for (const claims of visitors) {
        const conditions = isAdaptive ? [section?.condition, link.condition] : [];
        if (!conditions.every((each) => isMet(each, claims))) continue;
        const who = `visitor with a=${claims.a} b=${claims.b}`;
        for (const door of doorsOf(site, links))
          found.push(`${door}: ${who} reads ${String((link.space as Item)?.id)} ${space && ''}`);
      }
    }
  }
  return found;
}

const tokens = new WeakMap<Platform, Map<string, string>>();

async function abilityOf(platform: Platform, email: string): Promise<readonly string[]> {
  const known = tokens.get(platform) ?? new Map<string, string>();
  tokens.set(platform, known);
  const token = known.get(email) ?? platform.tokenFor(email);
  known.set(email, token);
  const { get } = readerOf({ ...platform, token, answer: platform.answer } as Platform);
  const { list } = readerOf(platform);
  const spaces = await spacesOn(platform, list);
  const found: string[] = [];
  for (const id of spaces) {
    const space = await get(`/spaces/${id}`);
    const can = Object.entries((space?.permissions as { [name: string]: boolean } | undefined) ?? {});
    for (const [name, isAllowed] of can) if (isAllowed) found.push(`${email} ${name} ${id}`);
  }
  return found;
}

async function spacesOn(platform: Platform, list: ReturnType<typeof readerOf>['list']): Promise<readonly string[]> {
  const org = `/orgs/${platform.organization}`;
  const admin = (await list(`${org}/members`)).find(({ role }) => role === 'admin');
  const of = await list(`${org}/members/${String(admin?.id)}/spaces`);
  return of.map((each) => String((each.space as Item | undefined)?.id ?? each.id));
}

/** Ways to join: the role that a new person gets. */
async function joiningOf(platform: Platform): Promise<readonly string[]> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const organization = (await get(org)) ?? {};
  const invites = organization.inviteLinks === false ? [] : await list(`${org}/link-invites`).catch(() => []);
  return invites.map(({ id, role }) => `anybody joins by ${String(id)} as ${String(role)}`);
}

export async function abilitiesOn(platform: Platform): Promise<Abilities> {
  const own = await Promise.all(people.map((email) => abilityOf(platform, email)));
  return new Set([...(await readersOf(platform)), ...own.flat(), ...(await joiningOf(platform))]);
}

/** The access that a person has now, and has neither before nor after. */
export function beyond(now: Abilities, before: Abilities, after: Abilities): readonly string[] {
  // The holder of a link can also read everything that is public.
  const has = (each: string) =>
    [before, after].some((all) => all.has(each) || all.has(each.replace(/^holder of \S+:/, 'anybody:')));
  return [...now].filter((each) => !has(each));
}
