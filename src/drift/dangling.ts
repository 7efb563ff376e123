/** Leaves out of the taken-in drift whatever would make a reference dangle, and names it. */
import { isWithin } from '../core/address.ts';
import { isReference } from '../core/value.ts';
import { type Lack, putBack, state, takeOut } from '../declaration/amendment.ts';
import { isNeeded, type Name, namesIn, withoutName } from '../declaration/names.ts';
import type { Taking } from './taking.ts';

/** What is missing as well, and was only there for what is removed (the place of somebody in a team). */
export function takeAlong({ entries, amendment, chosen }: Taking): void {
  const { before, removed } = amendment;
  for (const { address, fields } of before.values()) {
    const leadsNowhere = Object.values(fields).some((value) => isReference(value) && removed.has(value.ref));
    if (!leadsNowhere || chosen.some((entry) => isWithin(address, entry.address))) continue;
    if (entries.some((entry) => entry.class === 'missing' && isWithin(address, entry.address))) takeOut(amendment, address);
  }
}

/** Something that stays refers to what is removed, so that it stays as well; what cannot be taken in because of what it refers to is not. */
export function mendReference({ amendment, shapes, notTaken }: Taking, lack: Lack): boolean {
  // What is there already has what it needs in itself, and stands where it is declared.
  if (lack.is !== 'name') return false;
  const { resource, name } = lack;
  const { address } = resource;
  if (amendment.removed.has(name.names)) {
    const reason = `${address} refers to it (${name.field}): change or take in that first`;
    notTaken.push({ address: putBack(amendment, name.names), reason });
  } else if (amendment.added.has(address)) {
    notTaken.push({ address, field: name.field, reason: `it refers to ${name.names}, which is not declared` });
    if (isNeeded(resource, name.field, shapes)) takeOut(amendment, address);
    else state(amendment, resource, withoutName(resource, name).fields);
  } else {
    const before = amendment.before.get(address);
    if (before === undefined || namesIn(before, shapes).some((each) => isSameName(each, name))) return false;
    const reason = `it refers to ${name.names}, which is not declared: take that in as well`;
    notTaken.push({ address, field: name.field, reason });
    const { [name.field]: was } = before.fields;
    state(amendment, resource, was === undefined ? withoutName(resource, name).fields : { ...resource.fields, [name.field]: was });
  }
  return true;
}

function isSameName(a: Name, b: Name): boolean {
  return a.field === b.field && a.names === b.names;
}
