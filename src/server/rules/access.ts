/** What a member may do with each space, from levels of spaces and collections and the member's own role. */
import type { Context } from '../context.ts';
import type { Store } from '../objects.ts';
import type { Level, Role, Row } from '../records.ts';

export interface Access {
  readonly id: string;
  readonly permission: Role;
  readonly space: Row<'space'>;
}

/** Effective level of every space: `inherit` asks the collection above, and at the top the member's own role. */
function effectiveLevels(context: Context, organization: string): { readonly space: Row<'space'>; readonly level: Level }[] {
  const collections = new Map(context.store.inScope('collection', organization).map((row) => [row.id, row]));
  const levelOf = (level: Level, parent: string): Level => {
    const above = level === 'inherit' ? collections.get(parent) : undefined;
    return above === undefined ? level : levelOf(above.data.defaultLevel, above.parent);
  };
  return context.store.inScope('space', organization).map((space) => ({ space, level: levelOf(space.data.defaultLevel, space.parent) }));
}

/** The spaces a member reaches. Admins reach all of them, guests none; a level of null keeps everybody else out. */
export function accessOf(context: Context, member: Row<'member'>): Access[] {
  const { role } = member.data;
  if (role === null) return [];
  return effectiveLevels(context, member.parent).flatMap(({ space, level }) => {
    const permission = role === 'admin' ? role : level === 'inherit' ? role : level;
    return permission === null ? [] : [{ id: space.id, permission, space }];
  });
}

/** Counts that hold until anything is written: a plan of many rosters asks for the same one again and again. */
const openCounts = new WeakMap<Store, { readonly stamp: string; readonly byOrganization: Map<string, number> }>();

/** How many spaces a member reaches, by role. */
export function countAccess(context: Context, organization: string, role: Role | null): number {
  const { store } = context;
  if (role === null) return 0;
  if (role === 'admin') return store.countInScope('space', organization);
  const stamp = store.stamp();
  const known = openCounts.get(store);
  const counts = known?.stamp === stamp ? known : { stamp, byOrganization: new Map<string, number>() };
  openCounts.set(store, counts);
  const count =
    counts.byOrganization.get(organization) ?? effectiveLevels(context, organization).filter(({ level }) => level !== null).length;
  counts.byOrganization.set(organization, count);
  return count;
}
