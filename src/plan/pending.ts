/** Plans declarations of people who have not joined: a change until an apply accepts the declaration, and again after its removal. */
import { byAddress, listOf } from '../core/address.ts';
import { canonicalJson } from '../core/canonical.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { DesiredResource, Ledger } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { isAbsence } from '../kinds/field.ts';
import { naturalKeyFields } from '../kinds/shape.ts';
import type { FieldChange, Pending } from './change.ts';
import { changeOf, highRiskPart } from './compare.ts';
import { change, type Draft } from './draft.ts';
import type { Match } from './identity/identity.ts';
import { openedByNew } from './openings.ts';
import { kindOf } from './world.ts';

type Accepted = NonNullable<Ledger['pending']>;

/** `accepted`: the next state of the ledger. */
export function draftPending(draft: Draft): {
  readonly pending: readonly Omit<Pending, 'span'>[];
  readonly accepted: Accepted;
} {
  const { world, matches } = draft;
  const accepted: { -readonly [A in keyof Accepted]: Accepted[A] } = {};
  const pending = matches.unmatched.filter(isPending).map((match) => {
    const { address, kind } = match.resource;
    const mark = markOf(match.resource);
    const [fields, isAccepted] = [fieldsOf(draft, match), world.pending.get(address) === mark];
    accepted[address] = mark;
    if (!isAccepted) change(draft, address, 'pending', kind).fields.push(...fields);
    return { address, kind, reason: match.reason ?? 'not on the platform yet', fields, isAccepted };
  });
  for (const [address, mark] of world.pending) {
    const match = matches.at.get(address);
    if (world.input.live.leftOut?.has(listOf(address))) accepted[address] = mark;
    else if (match === undefined || match.resource.isExternal)
      change(draft, address, 'pending', kindOf(world, address) ?? '').why = 'no longer declared';
    else if (match.state === 'hidden') accepted[address] = mark;
  }
  return { pending: [...pending].sort(byAddress), accepted };
}

function isPending({ state, resource }: Match): boolean {
  return state === 'pending' && resource.isExternal !== true;
}

/** A fingerprint of the declaration. */
export function markOf({ fields }: Pick<DesiredResource, 'fields'>): string {
  return fingerprint(canonicalJson(fields as { readonly [field: string]: Value }));
}

/** Like the fields of a create, because there is no earlier value. */
function fieldsOf(draft: Draft, match: Match): readonly FieldChange[] {
  const { resource, shape } = match;
  const { says } = openedByNew(draft, match);
  const names = new Set(naturalKeyFields(shape, resource.fields));
  return Object.entries(resource.fields).flatMap(([name, value]) => {
    const field = shape.fields[name];
    if (field === undefined || names.has(name) || isAbsence(field, value)) return [];
    return [
      {
        ...changeOf(name, field, value, undefined, draft.identities),
        ...highRiskPart(says[name] && `pending: ${says[name]}`),
      },
    ];
  });
}
