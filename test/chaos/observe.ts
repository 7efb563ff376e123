/** Reads the objects of a lane in the form of the expected state. */
import {
  type Identity,
  type LaneState,
  readTitle,
  rosterOf,
  type Section,
  type Site,
  type Team,
} from './lane-state.ts';
import type { Item, Send } from './speak.ts';

export interface Observed {
  readonly state: LaneState;
  readonly ids: readonly (readonly [Identity, string])[];
}

/** Lists that every lane reads. */
export interface Lists {
  readonly teams: readonly Item[];
  readonly collections: readonly Item[];
  readonly sites: readonly Item[];
}

async function list(send: Send, path: string): Promise<readonly Item[]> {
  const { status, body, text } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1000`);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return body.items;
}

export async function readLists(send: Send): Promise<Lists> {
  const [teams, collections, sites] = await Promise.all([
    list(send, '~/teams'),
    list(send, '~/collections?nested=false'),
    list(send, '~/sites'),
  ]);
  return { teams, collections, sites };
}

/** Objects that no lane changes: people and the fixture. */
export async function readSurroundings(send: Send, isOfLane: (title: string) => boolean) {
  const lists = await readLists(send);
  const people = (await list(send, '~/members?order=asc')).map(({ id }) => id);
  const others = Object.values(lists).flatMap((items: readonly Item[]) =>
    items.filter(({ title }) => !isOfLane(title)),
  );
  const siteIds = lists.sites.filter(({ title }) => !isOfLane(title)).map(({ id }) => id);
  const siteSpaces = await Promise.all(siteIds.map((id) => list(send, `~/sites/${id}/site-spaces`)));
  const spaces = [...new Set(siteSpaces.flat().map(({ space }) => space.id))];
  return { people, spaces, digest: JSON.stringify([people, spaces, others.map(({ id }) => id)]) };
}

export async function observe(send: Send, lists: Lists, prefix: string): Promise<Observed> {
  const isOwn = ({ title }: Item): boolean => title.startsWith(prefix);
  const ids: [Identity, string][] = [];
  const problems: string[] = [];
  const teams: Team[] = [];
  for (const team of lists.teams.filter(isOwn)) {
    const { name, version } = readTitle(team.title);
    ids.push([`team ${name}`, team.id]);
    const roster = await list(send, `~/teams/${team.id}/members`);
    teams.push({ name, version, roster: rosterOf(roster.map((one) => [one.organization.id, one.team.role])) });
  }
  const collections = lists.collections.filter(isOwn).map((collection) => {
    ids.push([`collection ${collection.title}`, collection.id]);
    return { name: collection.title, version: Number(collection.description?.slice(1) ?? 0) };
  });
  const sites: Site[] = [];
  for (const site of lists.sites.filter(isOwn)) {
    const seen = await observeSite(send, site);
    ids.push(...seen.ids);
    problems.push(...seen.problems);
    sites.push(seen.site);
  }
  return { state: { teams, collections, sites, problems }, ids };
}

async function observeSite(send: Send, { id, title }: Item) {
  const [sections, groups, siteSpaces] = await Promise.all([
    list(send, `~/sites/${id}/sections`),
    list(send, `~/sites/${id}/section-groups`),
    list(send, `~/sites/${id}/site-spaces`),
  ]);
  const name = readTitle(title).name;
  const nameOfGroup = new Map(groups.map((group) => [group.id, group.title]));
  const site: Site = {
    ...readTitle(title),
    flat: sections.length > 0 ? [] : siteSpaces.map(({ space }) => space.id),
    sections: sections.map(
      (section): Section => ({
        name: readTitle(section.title).name,
        version: Number(section.description?.slice(1) ?? 0),
        group: section.sectionGroup === undefined ? null : (nameOfGroup.get(section.sectionGroup) ?? 'unknown'),
        spaces: section.siteSpaces.map(({ space }) => space.id),
        isDefault: section.default === true,
      }),
    ),
  };
  const ids: [Identity, string][] = [
    [`site ${name}`, id],
    ...groups.map((group): [Identity, string] => [`section-group ${group.title}`, group.id]),
    ...sections.map((section): [Identity, string] => [`section ${readTitle(section.title).name}`, section.id]),
  ];
  return { site, ids, problems: structureProblems(title, sections, siteSpaces) };
}

/** Every container has one default, no section is empty, and a site has no site-spaces next to sections. */
function structureProblems(site: string, sections: readonly Item[], siteSpaces: readonly Item[]): readonly string[] {
  const containers =
    sections.length > 0 ? sections.map((section) => section.siteSpaces) : siteSpaces.length > 0 ? [siteSpaces] : [];
  const isOneDefault = (items: readonly Item[]): boolean => items.filter((item) => item.default === true).length === 1;
  const inside = sections.flatMap((section) => section.siteSpaces).length;
  return [
    ...(containers.every(isOneDefault) ? [] : [`${site}: a container has not exactly one default`]),
    ...(sections.length === 0 || isOneDefault(sections) ? [] : [`${site}: not exactly one default section`]),
    ...(sections.length === 0 || inside === siteSpaces.length ? [] : [`${site}: site-spaces outside of the sections`]),
  ];
}
