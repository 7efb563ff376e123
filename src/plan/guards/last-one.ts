/** Keeps at least one holder of each value that somebody must have: an admin of the organization, an owner of each team. */
import { keyIn, listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import type { Overridable } from '../context/allow.ts';
import { displayName, liveParent } from '../context/world.ts';
import { isDeleting } from '../draft/drafted.ts';
import { blockUnlessAllowed } from '../draft/overrides.ts';
import type { Guarding } from './guarding.ts';

type Keep = NonNullable<KindShape['keepsOne']>;

/** Keeps at least one holder of the value (an admin), and the own rights of the token's user. */
export function guardLastOne(draft: Guarding, shape: KindShape, keep: Keep) {
  const holders = holdersOfValue(draft, shape, keep);
  const losers = holders.flatMap((live) => {
    const change = changeLosingValue(draft, live, keep.field);
    const email = change && (live.fields[shape.naturalKeys[0]?.[0] ?? ''] ?? keyIn(change.address));
    return change === undefined ? [] : [{ change, email: String(email).toLowerCase() }];
  });
  if (losers.length === 0) return;
  const gainers = [...draft.steps.values()].filter(
    (each) => each.kind === shape.name && each.operation === 'update' && each.fields[keep.field] === keep.value,
  );
  const isLast = holders.length - losers.length + gainers.length < 1;
  const self = draft.world.desired.policy.self?.toLowerCase();
  for (const { change, email } of losers) {
    for (const id of change.steps) for (const gainer of gainers) draft.needs.push([id, gainer.id]);
    if (change.blocked) continue;
    if (isLast)
      change.blocked = {
        code: 'B-LAST-ADMIN',
        reason: `no ${keep.value} would be left in the organization`,
        hint: `declare another ${keep.value} first`,
      };
    else if (email === self && change.action === 'delete')
      change.blocked = {
        code: 'B-OWN-ACCESS',
        reason: 'it removes the user of this token, and the platform does not let users remove themselves',
        hint: 'apply it with the token of another user',
      };
    else if (self === undefined)
      blockUnlessAllowed(draft, change, {
        code: 'B-OWN-ACCESS-UNKNOWN',
        reason: `it removes the role ${keep.value} from a user, and the user of this token is unknown`,
        hint: "set `policy.self` to the e-mail address of the token's user",
      });
    else if (email === self)
      blockUnlessAllowed(draft, change, {
        code: 'B-OWN-ACCESS',
        reason: 'it removes permissions that this token needs',
      });
  }
  const own = losers.filter(({ email }) => self === undefined || email === self);
  for (const { change } of own) for (const id of change.steps) draft.last.add(id);
}

function holdersOfValue({ world }: Guarding, shape: KindShape, { field, value }: Keep) {
  return world.live.objects.filter(({ kind, fields }) => kind === shape.name && fields[field] === value);
}

/** Blocks the loss of the last holders of a value in a list that remains, such as the owners of a team. */
export function guardLastInList(draft: Guarding, shape: KindShape, keep: Keep) {
  const { world } = draft;
  for (const all of groupBy(holdersOfValue(draft, shape, keep), ({ parentId }) => parentId ?? '').values()) {
    const parent = liveParent(world, all[0]);
    const losses = all.flatMap((live) => changeLosingValue(draft, live, keep.field) ?? []);
    if (
      parent === undefined ||
      isDeleting(draft, parent) ||
      losses.length < all.length ||
      getsNewHolder(draft, shape, parent, keep)
    )
      continue;
    const blocked: Overridable = {
      code: 'B-LAST-OWNER',
      reason: `the ${shapeOf(world, parent.kind).title} "${displayName(world, parent)}" would be left without any ${keep.value}`,
      hint: `declare another ${keep.value} for it`,
    };
    for (const loss of losses) blockUnlessAllowed(draft, loss, blocked);
  }
}

function changeLosingValue(draft: Guarding, live: LiveObject, field: string) {
  const gone = draft.deleting.get(live);
  if (gone !== undefined) return draft.changeAt.get(`${gone}:delete`);
  const address = draft.matches.addressOfLive(live);
  const update = address === undefined ? undefined : draft.changeAt.get(`${address}:update`);
  return update?.fields.some((each) => each.field === field) ? update : undefined;
}

function getsNewHolder(draft: Guarding, shape: KindShape, parent: LiveObject, keep: Keep) {
  const isInParent = (address: string) => draft.matches.idOf(listOf(address)) === parent.id;
  return [...draft.steps.values()].some(
    ({ kind, address, items = [] }) =>
      kind === shape.name &&
      isInParent(address) &&
      items.some(({ operation, fields }) => operation !== 'delete' && fields[keep.field] === keep.value),
  );
}
