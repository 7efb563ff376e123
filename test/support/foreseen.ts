/** Compares the simulated state of a plan with the state after its apply: all objects and all predictable fields. */

import type { Dialect } from '../../src/core/dialect.ts';
import { canonicalJson } from '../../src/core/json.ts';
import type { Ledger, Live, LiveObject } from '../../src/core/state.ts';
import { definitions, kindsOfDialect } from '../../src/kinds/index.ts';
import { identityOf, type Shapes } from '../../src/kinds/shape.ts';
import type { Planned } from '../../src/library/plan.ts';
import { normalizeValue } from '../../src/plan/fields/field-marks.ts';
import { foreseen } from '../../src/review/impact/simulation/foreseen.ts';

/** Replaces placeholders in a simulated state by the ids of the created objects. */
export function withGivenIds(live: Live, ledger: Ledger, afterwards: Live): Live {
  const given = (id: string): string => ledger.resources[id]?.id ?? strayId(id, afterwards) ?? id;
  const value = (each: unknown): unknown => (typeof each === 'string' ? given(each) : each);
  const orders = Object.entries(live.orders).map(
    ([id, runs]) => [given(id), runs.map((run) => run.map(given))] as const,
  );
  return {
    ...live,
    orders: Object.fromEntries(orders),
    objects: live.objects.map((object) => ({
      ...object,
      id: sourceId(object) ?? given(object.id),
      parentId: object.parentId === null ? null : given(object.parentId),
      fields: Object.fromEntries(
        Object.entries(object.fields).map(([name, each]) => [name, value(each)]),
      ) as LiveObject['fields'],
    })),
  };
}

/** Redirects that a plan adds are not in the ledger. Their source is their id. */
function sourceId({ kind, fields }: LiveObject): string | undefined {
  return kind === 'redirect' ? Buffer.from(String(fields.source)).toString('base64url') : undefined;
}

/** The wrapper that the ledger does not contain: the only section of its site outside groups. */
function strayId(id: string, { objects }: Live): string | undefined {
  const site = /^([^/]+)\/sections\/\(wrapper\)$/.exec(id)?.[1];
  if (site === undefined) return undefined;
  return objects.find(({ kind, parentId, fields }) => kind === 'section' && parentId === site && fields.group === null)
    ?.id;
}

/** Compares only lists that were read both times, and fields of the dialect. `ledger`: after the apply. */
export function unforeseen(
  { plan, live }: Pick<Planned, 'plan' | 'live'>,
  afterwards: Live,
  ledger: Ledger,
  dialect: Dialect = '2025-06',
): readonly string[] {
  const shapes = kindsOfDialect(dialect);
  const before = foreseen(live, plan, shapes);
  const foretold = withGivenIds(before, ledger, afterwards);
  const told = new Map(foretold.objects.map((object) => [identityOf(shapes, object), object]));
  const found = new Map(afterwards.objects.map((object) => [identityOf(shapes, object), object]));
  // Other objects are read only if they are referenced.
  const isListed = ({ kind, parentId }: LiveObject): boolean =>
    definitions.get(kind)?.reading.by === 'list' &&
    definitions.get(kind)?.undeletable !== true &&
    [live, afterwards].every(({ lists }) =>
      lists.some((list) => list.kind === kind && list.parentId === parentId && list.unknown === undefined),
    );
  return [
    ...[...told].flatMap(([key, object]) =>
      isListed(object) && !object.isDeleted && !found.has(key) ? [`${key} does not exist`] : [],
    ),
    ...[...found].flatMap(([key, object]) =>
      isListed(object) && !object.isDeleted && !told.has(key) ? [`${key} was not foreseen`] : [],
    ),
    ...[...told].flatMap(([key, object]) =>
      otherFields(key, object, found.get(key), { shapes, lists: afterwards.lists }),
    ),
    ...otherOrders(foretold, afterwards),
  ];
}

/** Compares orders in sites, among objects with known positions. */
function otherOrders(foretold: Live, afterwards: Live): readonly string[] {
  const holders = new Set(
    afterwards.objects.flatMap(({ kind, id }) => (['site', 'section', 'section-group'].includes(kind) ? [id] : [])),
  );
  return [...holders].flatMap((id) => {
    const [told = [], ...loose] = foretold.orders[id] ?? [];
    const [found = []] = afterwards.orders[id] ?? [];
    const known = told.filter((each) => found.includes(each));
    const order = found.filter((each) => told.includes(each));
    const strange = found.filter((each) => !told.includes(each) && !loose.flat().includes(each));
    return [
      ...(strange.length === 0 ? [] : [`${strange} in ${id} was not foreseen there`]),
      ...(known.join() === order.join() ? [] : [`in ${id} stand ${order}, not ${known}`]),
    ];
  });
}

function otherFields(
  key: string,
  told: LiveObject,
  found: LiveObject | undefined,
  { shapes, lists }: Pick<Live, 'lists'> & { readonly shapes: Shapes },
): readonly string[] {
  if (found === undefined) return [];
  const fields = Object.entries(shapes.get(told.kind)?.fields ?? {});
  const parents = told.parentId === found.parentId ? [] : [`${key} stands in ${told.parentId}, not ${found.parentId}`];
  return [
    ...parents,
    ...fields.flatMap(([name, field]) => {
      const part = field.type.is === 'ref' && field.type.within === 'self' ? field.type.to : undefined;
      const isUnread =
        part !== undefined && !lists.some(({ kind, parentId }) => kind === part && parentId === found.id);
      if (field.writeOnly || isUnread || told.fields[name] === undefined) return [];
      const [is, was] = [found.fields[name], told.fields[name]].map((value) =>
        canonicalJson(normalizeValue(field, value) ?? null),
      );
      return is === was ? [] : [`${key} ${name} is ${is}, not ${was}`];
    }),
  ];
}
