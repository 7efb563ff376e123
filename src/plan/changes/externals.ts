/** Records the objects of external resources in plan and ledger. */
import type { Address } from '../../core/address.ts';
import { formatExternalMark, isExternalBlock, parseExternalMark } from '../../core/state.ts';
import { displayName } from '../context/world.ts';
import { addChange, type Draft } from '../draft/draft.ts';
import type { External } from '../result/change.ts';

/** `known`: the next state of the ledger. */
export function recordExternals(draft: Draft) {
  const { world, matches } = draft;
  const known: { [address: Address]: string } = {};
  const external: External[] = [];
  for (const { resource, live, blocked } of matches.at.values()) {
    if (!isExternalBlock(resource)) continue;
    const { address, kind } = resource;
    const mark = world.external.get(address);
    const before = mark === undefined ? undefined : parseExternalMark(mark);
    const now = live === undefined ? before : { id: live.id, title: displayName(world, live) };
    external.push({ address, kind, ...now });
    if (now !== undefined) known[address] = formatExternalMark(now);
    if (blocked !== undefined) addChange(draft, { address, kind }, 'record').blocked = blocked;
    if (now === undefined || now.id === before?.id) continue;
    const values = { before: before && externalText(before), after: externalText(now) };
    addChange(draft, { address, kind }, 'record').fields.push({ field: 'external', ...values });
  }
  return { external, known };
}

/** `Changelog (bgRfL4NlnmT1lMshT2OC)` */
export function externalText({ id, title }: Pick<External, 'id' | 'title'>): string {
  return id === undefined ? '(unknown)' : `${title} (${id})`;
}
