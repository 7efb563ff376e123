/** Reads and changes the navigation of sites. */
import { derivedPath, freePath } from '../../contract/derived-path.ts';
import type { Context } from '../context.ts';
import { conflict, impossible } from '../errors.ts';
import { lastPlace } from '../order.ts';
import type { Kind, Records, Row } from '../records.ts';
import { kindTitle, navigationKinds } from '../resource.ts';
import type { Store } from '../store.ts';
import { addObject, change, findNamed, requireObject, uniqueKey } from './objects.ts';

export function nextDefault(all: readonly { id: string }[], leavingId: string): string | undefined {
  const index = all.findIndex((one) => one.id === leavingId);
  const next = all[index + 1] ?? all[0];
  return next?.id === leavingId ? undefined : next?.id;
}

export type Container = Row<'section'> | Row<'site'>;

export function addSiteSpace(context: Context, container: Container, space: Row<'space'>) {
  if (context.store.linkingTo('site-space', space.id).some(({ parent }) => parent === container.id))
    throw conflict(`space ${JSON.stringify(space.id)} is already there`);
  const isTaken = (path: string) => findNamed(context, 'site-space', container.id, path) !== undefined;
  const path = freePath(derivedPath(space.data.title, 'space'), isTaken);
  const [scope, section] =
    container.kind === 'site' ? [container.id, {}] : [container.scope, { section: container.id }];
  const place = {
    parent: container.id,
    scope,
    target: space.id,
    uniqueKey: uniqueKey('site-space', container.id, path),
  };
  const row = addObject(context, 'site-space', place, { path, space: space.id, ...section });
  if (container.data.defaultSiteSpace === undefined) writeDefault(context, container, row.id);
  return row;
}

export function removeSiteSpace(context: Context, row: Row<'site-space'>) {
  const { store } = context;
  const container: Container =
    row.data.section === undefined
      ? requireObject(context, 'site', row.parent)
      : requireObject(context, 'section', row.parent);
  const all = store.children('site-space', row.parent);
  if (container.kind === 'section' && all.length === 1)
    throw impossible('the last site-space of a section cannot be deleted; delete the section instead');
  if (container.data.defaultSiteSpace === row.id) writeDefault(context, container, nextDefault(all, row.id));
  store.remove(row);
}

export function writeDefault(context: Context, container: Container, defaultSiteSpace: string | undefined) {
  change<'site' | 'section'>(context, container, { defaultSiteSpace: defaultSiteSpace ?? null });
}

export type Grouped = { [K in Kind]: 'group' extends keyof Records[K] ? K : never }[Kind];

export function joinGroup(context: Context, row: Row<Grouped>, group: Row<'section-group'>) {
  if (row.data.group !== undefined) {
    throw conflict(
      `${kindTitle(row.kind)} ${JSON.stringify(row.id)} is already in ${row.data.group === group.id ? 'this' : 'another'} group`,
    );
  }
  placeInGroup(context, row, group.id);
}

export function placeInGroup<R extends Row<Grouped>>(context: Context, row: R, group: string | undefined): R {
  const parent = group ?? row.scope;
  const position = lastPlace(context.store, navigationKinds(), parent);
  return change<Grouped>(context, row, { group: group ?? null }, { parent, position }) as R;
}

export type Navigation = ReturnType<typeof readNavigation>;

export function readNavigation({ store }: { store: Pick<Store, 'inScope'> }, site: Row<'site'>) {
  const rows = navigationKinds().flatMap((kind) => store.inScope<Kind>(kind, site.id));
  const rowsByParent = byParent(rows.sort((a, b) => a.position - b.position));
  const siteSpacesByParent = byParent(store.inScope('site-space', site.id));
  const membersOf = (id: string): readonly Row[] => rowsByParent.get(id) ?? [];
  const siteSpacesIn = (parentId: string): readonly Row<'site-space'>[] => siteSpacesByParent.get(parentId) ?? [];
  const depthFirst = (row: Row): readonly Row[] => [row, ...membersOf(row.id).flatMap(depthFirst)];
  const root = membersOf(site.id);
  const all = root.flatMap(depthFirst);
  const sections = all.filter(isSection);
  const groups = all.filter(isGroup);
  const siteSpaces = [undefined, ...sections].flatMap((section) =>
    siteSpacesIn((section ?? site).id).map((row) => ({ id: row.id, row, section })),
  );
  return { root, sections, groups, membersOf, siteSpacesIn, siteSpaces };
}

export function isSection(row: Row): row is Row<'section'> {
  return row.kind === 'section';
}

export function isGroup(row: Row): row is Row<'section-group'> {
  return row.kind === 'section-group';
}

function byParent<T extends Row>(rows: readonly T[]) {
  const map = new Map<string, T[]>();
  for (const row of rows) {
    const list = map.get(row.parent);
    if (list) list.push(row);
    else map.set(row.parent, [row]);
  }
  return map;
}
