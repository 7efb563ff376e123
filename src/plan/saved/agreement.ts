/** Compares an approved change with the one that is needed now, field by field. */
import { isEqual } from '../../core/equal.ts';
import { asMap, type Value } from '../../core/value.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { ChangeView } from '../plan-view.ts';

/** Something that is not as the approved plan found it. `wanted` is missing where the configuration has no say in it. */
export interface Difference {
  readonly field: string;
  /** What the approved plan found. */
  readonly planned: Value | undefined;
  readonly now: Value | undefined;
  readonly wanted?: Value | undefined;
}

export interface Agreement {
  readonly differences: readonly Difference[];
  /** Fields that still have to change as approved. */
  readonly kept: readonly string[];
  /** Fields that were approved, and are as wanted by now. */
  readonly settled: readonly string[];
  /** Fields that nobody has approved. */
  readonly added: readonly string[];
}

interface Part {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly isHidden: boolean;
}

/** `now` has the address and action of `saved`. An update may have lost and gained fields since; everything else must be the same in all. */
export function agreementOf(saved: ChangeView, now: ChangeView, shapes: Shapes): Agreement {
  const before = partsOf(saved, shapes);
  const after = partsOf(now, shapes);
  const kept = [...before.keys()].filter((name) => after.has(name));
  const settled = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  const isDivisible = saved.action === 'update';
  // Of fields that exclude each other none goes without the other.
  const { exactlyOneOf = [] } = shapes.get(now.kind) ?? {};
  const isBound = (name: string): boolean => !isDivisible || exactlyOneOf.includes(name);
  const compared = [...kept, ...[...settled, ...added].filter(isBound)];
  return {
    differences: [
      ...wholeDifferences(saved, now),
      ...compared.flatMap((name) => partDifferences(name, before.get(name), after.get(name))),
    ],
    kept,
    settled,
    added,
  };
}

/** The fields of a change by name; a map that is compared key by key has one part for each key. */
export function partsOf({ kind, fields }: ChangeView, shapes: Shapes): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const { field, before, after } of fields) {
    const shape = shapes.get(kind)?.fields[field];
    const isHidden = shape?.secret === 'hidden';
    if (shape?.type.is !== 'keyed') parts.set(field, { before, after, isHidden });
    else {
      for (const key of Object.keys({ ...asMap(before), ...asMap(after) }))
        parts.set(`${field}.${key}`, { before: asMap(before)[key], after: asMap(after)[key], isHidden });
    }
  }
  return parts;
}

/** What has no value in any report cannot be compared, and counts as changed. */
function partDifferences(field: string, saved: Part | undefined, now: Part | undefined): readonly Difference[] {
  const isSame = isEqual(saved?.before, now?.before) && isEqual(saved?.after, now?.after);
  if (isSame && !(saved?.isHidden && saved.before !== undefined)) return [];
  return [{ field, planned: saved?.before, now: now?.before, wanted: (now ?? saved)?.after }];
}

function wholeDifferences(saved: ChangeView, now: ChangeView): readonly Difference[] {
  const besideOf = ({ beside }: ChangeView) =>
    beside === undefined ? undefined : `${beside.relation} ${beside.address}`;
  const compared: readonly (readonly [string, Value | undefined, Value | undefined])[] = [
    ['id', saved.id, now.id],
    ['place', besideOf(saved), besideOf(now)],
    ...(saved.action === 'create' ? [['made', saved.why, now.why] as const] : []),
    ['lost', saved.lost, now.lost],
  ];
  return compared.flatMap(([field, planned, current]) =>
    isEqual(planned, current) ? [] : [{ field, planned, now: current }],
  );
}
