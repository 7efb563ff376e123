/** Reads the navigation of a site, and puts sections into groups. */

import { conflict } from '../http/errors.ts';
import type { Kind, Records, Row } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { change } from './changes.ts';
import type { Context } from './context.ts';
import { lastPlace } from './order.ts';
import { kindTitle, navigationKinds } from './resource.ts';

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
