/** Who can read or write on the reference platform now: read with the tokens of its members, and for visitors from the published structure. No code of docform. */
import type { Platform } from '../../src/server/index.ts';
import { type Item, readerOf } from '../support/platform-facts.ts';

/** One line for each thing that somebody can do: `di@acme.dev view First`, `visitor with a=true reads First on Docs`. */
export type Abilities = ReadonlySet<string>;

type List = ReturnType<typeof readerOf>['list'];

const people = ['bo@acme.dev', 'cy@acme.dev', 'di@acme.dev', 'eve@acme.dev'];

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

/** The ways into a site, from the widest to the narrowest. */
function doorsOf(site: Item, links: readonly Item[]): readonly string[] {
  switch (site.visibility) {
    case 'public':
      return ['search engine', 'anybody', ...links.map(({ id }) => `holder of ${String(id)}`), 'account'];
    case 'unlisted':
      return ['anybody', ...links.map(({ id }) => `holder of ${String(id)}`), 'account'];
    case 'share-link':
      return withAccounts(links.filter(({ active }) => active === true).map(({ id }) => `holder of ${String(id)}`));
    default:
      return ['account'];
  }
}

/** A share link admits more visitors than an account. */
function withAccounts(holders: readonly string[]): readonly string[] {
  return holders.length === 0 ? [] : [...holders, 'account'];
}

async function readersOf(platform: Platform): Promise<readonly string[]> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const found: string[] = [];
  for (const listed of await list(`${org}/sites`)) {
    const path = `${org}/sites/${String(listed.id)}`;
    const site = (await get(path)) ?? {};
    const links = await list(`${path}/share-links`);
    const isAdaptive = (site.adaptiveContent as Item | undefined)?.enabled === true;
    const sections = await list(`${path}/sections`);
    const groups = await list(`${path}/section-groups`);
    const siteSpaces = await list(`${path}/site-spaces`);
    const nameOf = ({ title, space, section }: Item): string => {
      const around = sections.find(({ id }) => id === section)?.title;
      return space === undefined ? String(title) : `${String(around)}/${contentOf(space as Item)}`;
    };
    found.push(...[site, ...sections, ...groups, ...siteSpaces].map((item) => `exists: ${nameOf(item)}`));
    if (site.published !== true) continue;
    const isHidden = (item: Item | undefined): boolean =>
      item !== undefined && (item.draft === true || isHidden(groups.find(({ id }) => id === item.sectionGroup)));
    const placesOf = (items: readonly Item[]) =>
      items.map((item): readonly [Item, Item | undefined] => [item, sections.find(({ id }) => id === item.section)]);
    for (const [item, section] of placesOf([site, ...sections, ...groups, ...siteSpaces])) {
      if (isHidden(item) || isHidden(section)) continue;
      const what = [
        `sees ${nameOf(item)}`,
        ...(item.space === undefined ? [] : [`reads ${contentOf(item.space as Item)}`]),
      ];
      for (const claims of visitors) {
        const conditions = isAdaptive ? [section?.condition, item.condition] : [];
        if (!conditions.every((each) => isMet(each, claims))) continue;
        const who = `visitor with a=${claims.a} b=${claims.b}`;
        for (const door of doorsOf(site, links)) found.push(...what.map((each) => `${door}: ${who} ${each}`));
      }
    }
  }
  return found;
}

/** A copy has the content of its original. */
function contentOf({ id, title }: Item): string {
  return /copy/i.test(String(title)) ? 'First' : String(title ?? id);
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
    for (const [name, isAllowed] of can) if (isAllowed) found.push(`${email} ${name} ${contentOf(space ?? {})}`);
  }
  return found;
}

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

function upTo(role: unknown): readonly string[] {
  return roles.slice(0, roles.indexOf(String(role)) + 1);
}

/** What members can do in a new space of each collection, by their role. */
async function collectionsOn({ list }: { readonly list: List }, org: string): Promise<readonly string[]> {
  const all = await list(`${org}/collections`);
  const levelIn = (at: Item, role: string): unknown => {
    if (at.defaultLevel !== 'inherit') return at.defaultLevel;
    const above = all.find(({ id }) => id === at.parent);
    return above === undefined ? role : levelIn(above, role);
  };
  return all.flatMap((each) =>
    roles.flatMap((role) =>
      upTo(levelIn(each, role)).map(
        (level) => `members with the role ${role} ${level} new spaces in ${String(each.title)}`,
      ),
    ),
  );
}

async function spacesOn(platform: Platform, list: List): Promise<readonly string[]> {
  const org = `/orgs/${platform.organization}`;
  const admin = (await list(`${org}/members`)).find(({ role }) => role === 'admin');
  const of = await list(`${org}/members/${String(admin?.id)}/spaces`);
  return of.map((each) => String((each.space as Item | undefined)?.id ?? each.id));
}

/** Ways to join: the roles up to the one that a new person gets. */
async function joiningOf(platform: Platform): Promise<readonly string[]> {
  const { get, list } = readerOf(platform);
  const org = `/orgs/${platform.organization}`;
  const organization = (await get(org)) ?? {};
  const invites = organization.inviteLinks === false ? [] : await list(`${org}/link-invites`).catch(() => []);
  return [
    ...(organization.inviteLinks === true ? ['people join through link invites'] : []),
    ...upTo(organization.defaultRole).map((role) => `a new member has the role ${role}`),
    ...invites.flatMap(({ role }) => upTo(role).map((each) => `anybody joins by a link invite as ${each}`)),
  ];
}

export async function abilitiesOn(platform: Platform): Promise<Abilities> {
  const own = await Promise.all(people.map((email) => abilityOf(platform, email)));
  return new Set([
    ...(await readersOf(platform)),
    ...own.flat(),
    ...(await joiningOf(platform)),
    ...(await collectionsOn(readerOf(platform), `/orgs/${platform.organization}`)),
  ]);
}

/** The access that a person has now, and has neither before nor after. */
export function beyond(now: Abilities, before: Abilities, after: Abilities): readonly string[] {
  // The holder of a link can also read everything that is public.
  const has = (each: string) =>
    [before, after].some((all) => all.has(each) || all.has(each.replace(/^holder of \S+:/, 'anybody:')));
  return [...now].filter((each) => !each.startsWith('exists: ') && !has(each));
}

/** Without new items of a site, whose content has lines of its own. */
export function gainedIn(before: Abilities, after: Abilities): readonly string[] {
  return beyond(after, before, before).filter((line) => {
    const item = /sees (\S+)$/.exec(line)?.[1];
    return item === undefined || before.has(`exists: ${item}`);
  });
}
