/** Records the objects of external resources in plan and ledger. */
import type { Address } from '../../core/address.ts';
import { externalIn, externalMark, isExternalBlock } from '../../core/state.ts';
import { nameOf } from '../context/world.ts';
import { change, type Draft } from '../draft/draft.ts';
import type { External } from '../result/change.ts';

/** `known`: the next state of the ledger. */
export function draftExternal(draft: Draft) {
  const { world, matches } = draft;
  const known: { [address: Address]: string } = {};
  const external: External[] = [];
  for (const { resource, live, blocked } of matches.at.values()) {
    if (!isExternalBlock(resource)) continue;
    const { address, kind } = resource;
    const mark = world.external.get(address);
    const before = mark === undefined ? undefined : externalIn(mark);
    const now = live === undefined ? before : { id: live.id, title: nameOf(world, live) };
    external.push({ address, kind, ...now });
    if (now !== undefined) known[address] = externalMark(now);
    if (blocked !== undefined) change(draft, { address, kind }, 'record').blocked = blocked;
    if (now === undefined || now.id === before?.id) continue;
    const values = { before: before && externalText(before), after: externalText(now) };
    change(draft, { address, kind }, 'record').fields.push({ field: 'external', ...values });
  }
  return { external, known };
}

/** `Changelog (bgRfL4NlnmT1lMshT2OC)` */
export function externalText({ id, title }: Pick<External, 'id' | 'title'>): string {
  return id === undefined ? '(unknown)' : `${title} (${id})`;
}
