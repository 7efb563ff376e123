/** What became of an organization since a snapshot: objects that came, went, moved, or have other values. */
import type { Store } from '../objects.ts';
import type { Kind, Row } from '../records.ts';

export type ChangeAction = 'create' | 'update' | 'move' | 'delete';

export interface ObjectChange {
  readonly action: ChangeAction;
  /** As it is now; of what went, as it was. */
  readonly row: Row;
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** The objects of one organization at one time. */
export interface Then {
  readonly rows: readonly Row[];
  /** By kind and id. */
  find<K extends Kind>(kind: K, id: string): Row<K> | undefined;
  /** Of whatever kind. */
  anyOf(id: string): Row | undefined;
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
}

/** Of a snapshot, which must be there, or of now. */
export function objectsOf(store: Pick<Store, 'everything'>, organization: string, snapshot?: string): Then {
  const all = store.everything(snapshot);
  const scopes = new Set([organization, ...all.filter(({ scope }) => scope === organization).map(({ id }) => id)]);
  const rows = all.filter(({ kind, id, scope }) => scopes.has(scope) || (kind === 'organization' && id === organization));
  const byId = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const ofAnyKind = new Map(rows.filter(({ kind }) => kind !== 'team-member').map((row) => [row.id, row]));
  return {
    rows,
    anyOf: (id) => ofAnyKind.get(id),
    find: <K extends Kind>(kind: K, id: string) => byId.get(`${kind} ${id}`) as Row<K> | undefined,
    inScope: <K extends Kind>(kind: K, scope: string) => rows.filter((row) => row.kind === kind && row.scope === scope) as Row<K>[],
  };
}

/** One and the same object: a user is in several teams. */
const keyOf = ({ kind, id, scope }: Row): string => JSON.stringify([kind, id, scope]);

/** First what is there now, in its order, then what went. */
export function changesBetween(before: Then, after: Then): readonly ObjectChange[] {
  const was = new Map(before.rows.map((row) => [keyOf(row), row]));
  const is = new Set(after.rows.map(keyOf));
  return [
    ...after.rows.flatMap((row): readonly ObjectChange[] => {
      const former = was.get(keyOf(row));
      return former === undefined ? [{ action: 'create', row, fields: [] }] : changed(former, row);
    }),
    ...before.rows.filter((row) => !is.has(keyOf(row))).map((row): ObjectChange => ({ action: 'delete', row, fields: [] })),
  ];
}

function changed(before: Row, after: Row): readonly ObjectChange[] {
  const fields = fieldsBetween(before, after);
  const isMoved = before.parent !== after.parent || before.position !== after.position;
  return [
    ...(fields.length > 0 ? [{ action: 'update' as const, row: after, fields }] : []),
    ...(isMoved ? [{ action: 'move' as const, row: after, fields: [] }] : []),
  ];
}

/** Keys open what nobody is to open by looking at a page. */
const secret = /key$|secret|token/i;

function fieldsBetween(before: Row, after: Row): ObjectChange['fields'] {
  const [was, is] = [before.data, after.data] as unknown as readonly { readonly [field: string]: unknown }[];
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return names
    .filter((field) => JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]))
    .map((field) =>
      secret.test(field) ? { field, before: 'hidden', after: 'another one, hidden' } : { field, before: was?.[field], after: is?.[field] },
    );
}

/** What people call it. */
export function titleIn(objects: Then, { kind, id, data }: Row): string {
  const named = data as { readonly [field: string]: unknown };
  if (kind === 'site-space')
    return objects.find('space', String(named.space)) === undefined
      ? id
      : titleIn(objects, objects.find('space', String(named.space)) as Row);
  if (kind === 'team-member') return objects.find('member', id)?.data.displayName ?? id;
  const title = ['title', 'displayName', 'name', 'label', 'slug']
    .map((field) => named[field])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? title : id;
}
