/** Finds drifted fields: live values that differ from what was applied and from the configuration. */
import { defined } from '../core/defined.ts';
import { asMap, type DesiredValue, type LiveObject, type Value } from '../core/state.ts';
import { type FieldShape, isReadOnce, isUnshown, wideningOf } from '../kinds/field.ts';
import { changeOf, differs, displacedBy } from '../plan/compare.ts';
import type { Draft } from '../plan/draft.ts';
import { declarerOfLive } from '../plan/elsewhere.ts';
import { declaredMark, type LastApplied, lastAppliedOf, liveMark } from '../plan/ledger/last-applied.ts';
import { parentOf } from '../plan/world.ts';
import type { DriftEntry, FieldDrift } from './entry.ts';
import type { Examined, Subject } from './examined.ts';

type Declared = { readonly [field: string]: DesiredValue };

interface Found extends FieldDrift {
  readonly mark: string;
}

export function changedEntries({ draft, subjects }: Examined): readonly DriftEntry[] {
  return [...subjects.values()].flatMap((subject) => {
    const { address, shape, live, declared, entry } = subject;
    if (live === undefined || declared === undefined) return [];
    const isAnew = subject.state === 'anew' && subjects.get(parentOf(draft.world, address) ?? '')?.state !== 'anew';
    const fields = [
      ...(isAnew && entry ? [{ field: 'id', before: entry.id, after: live.id, mark: live.id }] : []),
      ...changedFields(draft, subject, live),
    ];
    if (fields.length === 0) return [];
    return [
      {
        ...{ class: 'changed' as const, address, kind: shape.name, id: live.id },
        fields: fields.map(({ mark, ...field }) => field),
        ...(isAnew ? { note: 'it was deleted and recreated outside docform: apply adopts the new object' } : {}),
        marks: fields.map(({ field, mark }) => `${field}=${mark}`),
      },
    ];
  });
}

/** Skips fields that were never applied or are never returned. */
function changedFields(draft: Draft, { shape, declared, entry }: Subject, live: LiveObject): readonly Found[] {
  const fields = declared?.fields ?? {};
  const applied: LastApplied = entry === undefined ? lastAppliedOf(shape, fields) : (entry.applied ?? {});
  return Object.entries(fields).flatMap(([name, wanted]) => {
    const field = shape.fields[name];
    if (
      field === undefined ||
      isReadOnce(field) ||
      isUnshown(field, live.fields[name]) ||
      isUnseen(draft, field, live, name)
    )
      return [];
    if (field.writeOnly) return applied[name] === undefined ? [] : displacing(draft, { shape, name, fields, live });
    if (field.type.is !== 'keyed')
      return changedValue(draft, { name, field, wanted, of: live, live: live.fields[name], applied: applied[name] });
    const now = asMap(live.fields[name]);
    return Object.entries(asMap(wanted as Value)).flatMap(([key, value]) => {
      const part = { [key]: value };
      if (!differs(field, part, now, draft.matches)) return [];
      const mark = `${name}.${key}`;
      return changedValue(draft, {
        name: mark,
        field,
        wanted: value,
        of: live,
        live: now[key],
        applied: applied[mark],
        isPart: true,
      });
    });
  });
}

/** A write-only value is certainly gone if an exclusive field has a value. */
function displacing(
  { matches }: Draft,
  {
    shape,
    name,
    fields,
    live,
  }: Pick<Subject, 'shape'> & { readonly name: string; readonly fields: Declared; readonly live: LiveObject },
): readonly Found[] {
  return displacedBy(shape, name, fields, live.fields).map(([other, field]) => {
    const { before: now } = changeOf(other, field, undefined, live.fields[other], matches);
    return { field: other, before: null, after: now ?? null, mark: liveMark(field, live.fields[other], matches) };
  });
}

/** If the list of its target is incomplete, a missing reference is unknown, not changed. */
function isUnseen({ world }: Draft, { type }: FieldShape, { kind, id, parentId, fields }: LiveObject, name: string) {
  if (type.is !== 'ref' || fields[name] !== undefined) return false;
  return [world.liveList(kind, parentId), world.liveList(type.to, id)].some((list) => list?.unknown !== undefined);
}

interface Compared {
  readonly name: string;
  readonly field: FieldShape;
  readonly wanted: DesiredValue;
  readonly of: LiveObject;
  readonly live: Value | undefined;
  /** undefined: never applied. */
  readonly applied: string | undefined;
  /** One key of a map, already compared. */
  readonly isPart?: true;
}

function changedValue(draft: Draft, { name, field, wanted, of, live, applied, isPart }: Compared): readonly Found[] {
  if (applied === undefined) return [];
  // A missing key differs from a key with an empty value.
  const mark = isPart && live === undefined ? 'none' : liveMark(field, live, draft.matches);
  if (mark === applied || (!isPart && !differs(field, wanted, live, draft.matches))) return [];
  const { before: now, after: was, isShownInFull } = changeOf(name, field, wanted, live, draft.matches);
  const isKnown = declaredMark(field, wanted) === applied;
  const id = field.type.is === 'ref' && typeof live === 'string' ? live : undefined;
  const declaredBy = declarerOfLive(draft.world, of, defined({ name, mark, field, id }));
  return [
    {
      field: name,
      ...(isKnown ? { before: was ?? null } : {}),
      after: now ?? null,
      ...(isShownInFull ? { isShownInFull } : {}),
      ...defined({ highRisk: wideningOf(field, wanted, live) }),
      ...defined({ declaredBy }),
      mark,
    },
  ];
}
