/** Flags that are stored only if they are true, and moves of items between groups and the root. */
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Row } from '../records.ts';
import { requireInScope } from '../rules/objects.ts';
import { type Grouped, placeInGroup } from '../rules/structure.ts';

/** The change of a flag: null removes it, undefined leaves it. */
export function storedFlag(flag: boolean | undefined): true | null | undefined {
  return flag === false ? null : flag;
}

/** `group`: the id of a group, or null for the root. An item that is already there keeps its position. */
export function moveToGroup(context: Context, row: Row<Grouped>, group: string | null): void {
  if ((row.data.group ?? null) === group) return;
  if (group !== null) requireNoCycle(context, row, requireInScope(context, 'section-group', row.scope, group));
  placeInGroup(context, row, group ?? undefined);
}

function requireNoCycle(context: Context, row: Row<Grouped>, group: Row<'section-group'>): void {
  if (row.id === group.id) throw invalid('a section group cannot be moved into itself or into one of its members');
  if (group.data.group !== undefined)
    requireNoCycle(context, row, requireInScope(context, 'section-group', row.scope, group.data.group));
}
