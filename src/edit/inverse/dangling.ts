/** Removes references to undeclared resources from an inverse. */
import { withinAny } from '../../core/address.ts';
import { oneTitle } from '../../core/count.ts';
import { type Lack, state, takeOut } from '../../declaration/amendment.ts';
import { isNeeded, withoutName } from '../../declaration/names.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Work } from './inverse-work.ts';

/** Resources that require the reference are removed as well. The others lose the reference. */
export function mendInverse(work: Work, lack: Lack): boolean {
  const { amendment, lost } = work;
  const { resource } = lack;
  const { address } = resource;
  if (lack.is === 'name' && !isNeeded(resource, lack.name.field, work.shapes)) {
    const { field, names } = lack.name;
    // What was made only now takes with it what says so of it.
    const isRemoved = withinAny(amendment.removed)(names);
    if (amendment.added.has(address) || !isRemoved)
      lost.push({ address, field, why: `the value refers to ${names}, which is not declared` });
    state(amendment, resource, withoutName(resource, lack.name).fields);
    return true;
  }
  lost.push({ address, why: `not restored: ${needOf(work, lack)}` });
  takeOut(amendment, address);
  return true;
}

function needOf(work: Work, lack: Lack): string {
  if (lack.is === 'parent') return 'what it stands in is not declared';
  if (lack.is === 'name') return `it needs ${lack.name.names}, which is not declared`;
  return `it needs ${oneTitle(shapeOf(work, lack.kind))}, and none that it had is declared`;
}
