/** Restrictions that an apply intended for an object that it created, and has not set yet. The ledger records them, so that plans and drift report the object until then. */

import { canFieldChangeAudience } from '../../../access/audience/changes.ts';
import type { Address } from '../../../core/address.ts';
import type { Unset } from '../../../core/exposed.ts';
import { intendedMark, readIntendedMark } from '../../../core/ledger-marks.ts';
import { cachePerObject } from '../../../core/once.ts';
import { type DesiredValue, isReference, type LedgerEntry, type Value } from '../../../core/state.ts';
import { canRestrict, isCondition } from '../../../kinds/field.ts';
import { type KindShape, placeField } from '../../../kinds/shape.ts';
import type { PlanInput } from '../../context/world.ts';
import { addHeldBack, type Draft } from '../../draft/draft.ts';
import type { Drafted } from '../../draft/drafted.ts';
import { computeLastApplied, declaredMark, liveMark } from '../../fields/compare.ts';
import type { Match } from '../../identity/identity.ts';
import type { StepId } from '../../result/step.ts';

/** Objects that an interrupted apply was creating, alone or together with another object, or restoring. Their ledger entries do not contain what the apply intended. */
export const beingCreated = cachePerObject(
  ({ unconfirmed, companions, restored }: PlanInput): ReadonlySet<Address> =>
    new Set([
      ...(unconfirmed ?? []),
      ...(restored ?? []),
      ...[...(companions?.values() ?? [])].flat().map(({ address }) => address),
    ]),
);

function isCreatedByPlan({ changeAt }: Drafted, { state, resource }: Match): boolean {
  return state !== 'matched' || changeAt.has(`${resource.address}:replace`);
}

/** Whether setting the field takes access away, or can do so. */
function isRestriction(shape: KindShape, name: string, now: DesiredValue | undefined, wanted: DesiredValue): boolean {
  const field = shape.fields[name];
  if (field === undefined || !canFieldChangeAudience(shape.name, name)) return false;
  return name === placeField(shape) || canRestrict(field, now, wanted);
}

/** Adds the restrictions of a new object to the values that it has until the steps of its fields. */
export function addIntendedMarks(
  draft: Draft,
  match: Match,
  carriers: { readonly [field: string]: readonly StepId[] },
): void {
  const { resource, shape, live } = match;
  if (!isCreatedByPlan(draft, match) && !beingCreated(draft.world.input).has(resource.address)) return;
  const create = draft.steps.get(draft.producers.get(resource.address) ?? '');
  const isCopy = create?.fields[shape.createNeeds ?? ''] !== undefined;
  for (const [name, steps] of Object.entries(carriers)) {
    const [field, wanted, until] = [shape.fields[name], resource.fields[name], steps.at(-1)];
    if (field === undefined || wanted === undefined || until === undefined || until === create?.id) continue;
    const first = create?.address === resource.address ? create.fields[name] : undefined;
    const now = isCreatedByPlan(draft, match) && match.state !== 'trashed' ? first : live?.fields[name];
    if (!isRestriction(shape, name, now, wanted) && !(isCopy && canFieldChangeAudience(shape.name, name))) continue;
    const marks = { [name]: intendedMark(declaredMark(field, wanted)) };
    addHeldBack(draft, resource.address, { until, marks });
  }
}

/** The ledger entry, also of an object that an interrupted apply was creating. */
export function recordedEntry({ world, matches }: Drafted, address: Address): LedgerEntry | undefined {
  const entry = world.ledger.get(address);
  const match = matches.at.get(address);
  if (match?.live === undefined || match.state !== 'matched' || !beingCreated(world.input).has(address)) return entry;
  const { shape, live, resource } = match;
  const marks = Object.entries(computeLastApplied(shape, resource.fields)).flatMap(([name, mark]) => {
    const wanted = resource.fields[name];
    const isOpen = wanted !== undefined && isRestriction(shape, name, live.fields[name], wanted);
    return isOpen ? [[name, intendedMark(mark)] as const] : [];
  });
  const intended = Object.fromEntries(marks);
  // The entry of a restored object is from an apply before the interrupted one.
  const isRestored = world.input.restored?.has(address) === true;
  const applied = isRestored ? { ...entry?.applied, ...intended } : { ...intended, ...entry?.applied };
  return { id: live.id, ...entry, applied };
}

/** The intended restrictions that the platform does not have. */
export function unsetRestrictions(draft: Drafted): readonly Unset[] {
  const { world, matches } = draft;
  return [...new Set([...world.ledger.keys(), ...beingCreated(world.input)])].flatMap((address): readonly Unset[] => {
    const match = matches.at.get(address);
    const entry = recordedEntry(draft, address);
    if (match?.state !== 'matched' || match.live === undefined || entry?.id !== match.live.id) return [];
    const { shape, live, resource } = match;
    return Object.entries(entry.applied ?? {}).flatMap(([name, mark]): readonly Unset[] => {
      const [field, intended] = [shape.fields[name], readIntendedMark(mark)];
      if (field === undefined || intended === undefined || liveMark(field, live.fields[name], matches) === intended)
        return [];
      const wanted = resource.fields[name];
      const isKnown = wanted !== undefined && declaredMark(field, wanted) === intended;
      if (!isKnown && !isCondition(field)) return [];
      const value = isKnown
        ? isReference(wanted)
          ? (matches.idOf(wanted.ref) ?? wanted.ref)
          : (wanted as Value)
        : unknownCondition;
      return [{ address, kind: shape.name, id: live.id, parentId: live.parentId, field: name, value }];
    });
  });
}

/** The ledger has only a fingerprint of a condition that is no longer declared. */
const unknownCondition = '(unknown: no longer declared)';
