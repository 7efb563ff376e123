/** Blocks changes of objects of another configuration, and of fields that it declares with another value. */
import { topLevelAddress } from '../../core/address.ts';
import { wordForm } from '../../core/count.ts';
import {
  type DesiredValue,
  isReference,
  type LiveObject,
  mapOrEmpty,
  type OtherConfiguration,
  type UnreadLedger,
} from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { placement, shapeOf } from '../../kinds/shape.ts';
import { declaringPlace, isMarkOfReference, type Owner, owningConfiguration } from '../context/other-configurations.ts';
import { liveParent } from '../context/world.ts';
import { blockUnlessAllowed } from '../draft/overrides.ts';
import { computeLastApplied } from '../fields/compare.ts';
import type { Blocked } from '../result/change.ts';
import type { GuardedChange, Guarding } from './guarding.ts';

export function guardElsewhere(draft: Guarding, others: readonly OtherConfiguration[]): void {
  const { world, matches } = draft;
  const [unread] = others.flatMap(({ file, ledger }) => ('unread' in ledger ? [unknownOwnerBlock(file, ledger)] : []));
  for (const change of draft.judged) {
    const { action, address } = change;
    const live = matches.at.get(address)?.live;
    if (live !== undefined && (action === 'update' || action === 'create')) guardDeclared(draft, change, live);
    const isClaiming = action === 'adopt' || action === 'delete' || action === 'replace';
    if (isClaiming && unread !== undefined) change.blocked = unread;
    if (action === 'adopt' && live !== undefined) blockOwnedElsewhere(draft, change, owningConfiguration(world, live));
  }
  for (const live of world.live.objects) {
    const owner = shapeOf(world, live.kind).singleton ? undefined : owningConfiguration(world, live);
    if (owner !== undefined)
      for (const change of deletesContaining(draft, live)) blockOwnedElsewhere(draft, change, owner);
  }
}

/** Deletes of the object or of one of its containers. */
function deletesContaining(draft: Guarding, live: LiveObject): readonly GuardedChange[] {
  const found: GuardedChange[] = [];
  const seen = new Set<LiveObject>();
  const visit = (each: LiveObject | undefined) => {
    if (each === undefined || seen.has(each)) return;
    seen.add(each);
    const address = draft.deleting.get(each);
    const change =
      address === undefined
        ? undefined
        : (draft.changeAt.get(`${address}:delete`) ??
          draft.changeAt.get(`${draft.matches.addressOfLive(each)}:replace`));
    if (change !== undefined) found.push(change);
    visit(liveParent(draft.world, each));
    const place = placement(shapeOf(draft.world, each.kind));
    const id = place && each.fields[place.name];
    if (place !== undefined && typeof id === 'string') visit(draft.world.liveObject(place.kind, id));
  };
  visit(live);
  return found;
}

/** No flag overrides this block, so it replaces any other. */
function blockOwnedElsewhere({ world }: Guarding, change: GuardedChange, owner: Owner | undefined) {
  if (owner === undefined) return;
  const { name, file } = owner.other;
  const reference = shapeOf(world, change.kind).mayBeExternal ? 'refer to the object with `external`, or ' : '';
  change.blocked = {
    code: 'B-OWNED-ELSEWHERE',
    reason: `the configuration ${name} (${file}) owns ${owner.address}`,
    hint:
      change.action === 'adopt'
        ? `${reference}move it here: \`docform mv ${topLevelAddress(owner.address)} --to NAME\`, in ${name}`
        : `to stop managing the object here, run \`docform forget ${change.address}\``,
  };
}

function unknownOwnerBlock(file: string, { unread, fix = 'repair this ledger first' }: UnreadLedger): Blocked {
  return {
    code: 'B-OWNER-UNKNOWN',
    reason: `another configuration can own it, because ${file} could not be read: ${unread}`,
    hint: fix,
  };
}

function guardDeclared(draft: Guarding, change: GuardedChange, live: LiveObject) {
  const owner = owningConfiguration(draft.world, live);
  const declared = draft.matches.at.get(change.address)?.resource;
  if (owner === undefined || declared === undefined) return;
  const shape = shapeOf(draft.world, change.kind);
  const fields = change.fields.flatMap(({ field, after }) => {
    const [of, wanted] = [shape.fields[field], declared.fields[field]];
    if (of === undefined || wanted === undefined) return [];
    const marks = Object.entries(computeLastApplied(shape, { [field]: wanted }));
    const isMarkSent = (mark: string) => of.type.is !== 'keyed' || mark.slice(field.length + 1) in mapOrEmpty(after);
    const isOtherDeclaration = ([mark, value]: readonly [string, string]) =>
      isMarkSent(mark) && isOtherValue(draft, owner, mark, { mark: value, field: of, wanted });
    return marks.filter(isOtherDeclaration).map(([mark]) => mark);
  });
  const [first] = fields;
  if (first === undefined) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-DECLARED-ELSEWHERE',
    reason: `${fields.join(' and ')} ${wordForm(fields.length, 'is', 'are')} declared with another value by ${declaringPlace(owner, first)}`,
    hint: `declare ${wordForm(fields.length, 'the field', 'the fields')} in only one of the configurations`,
  });
}

interface Wanted {
  readonly mark: string;
  readonly field: FieldShape;
  readonly wanted: DesiredValue;
}

/** A reference is the same if it leads to the same object: each configuration has its own keys. */
function isOtherValue({ matches }: Guarding, owner: Owner, name: string, { mark, field, wanted }: Wanted) {
  const theirs = owner.applied[name];
  if (theirs === undefined || theirs === mark) return false;
  const id = isReference(wanted) ? matches.idOf(wanted.ref) : undefined;
  return id === undefined || !isMarkOfReference(owner, field, theirs, id);
}
