/** Computes the configuration that wants what drifted: live values for just that, everything else as it is. Pure. */
import { isWithin, listOf, topOf } from '../core/address.ts';
import { amended, amendmentOf, declare, settle, shownOrders, takeOut } from '../declaration/amendment.ts';
import { addressOfId } from '../declaration/as-declared.ts';
import { declarationOf, resourcesAt } from '../declaration/resources.ts';
import { mendReference, takeAlong } from './dangling.ts';
import type { DriftEntry } from './entry.ts';
import { takeFields } from './take-fields.ts';
import type { TakeInInput, TakenIn, Taking } from './taking.ts';

export type { NotTaken, TakenIn } from './taking.ts';

export function takeIn({ addresses, ...input }: TakeInInput): TakenIn {
  const { desired, entries, live, shapes } = input;
  const chosen = entries.filter(({ address }) => addresses.length === 0 || addresses.some((each) => isWithin(address, each)));
  const declaration = declarationOf(desired);
  const amendment = amendmentOf(declaration, shapes);
  const taking: Taking = { ...input, chosen, amendment, liveAt: resourcesAt(live.resources), notTaken: [], released: [] };
  for (const entry of chosen) if (entry.class === 'missing') remove(taking, entry);
  for (const entry of chosen) if (entry.class === 'unmanaged') add(taking, entry);
  for (const entry of chosen) if (entry.class === 'changed') takeFields(taking, entry);
  takeAlong(taking);
  settle(amendment, (lack) => mendReference(taking, lack));
  const misordered = new Set(chosen.filter((entry) => entry.class === 'misordered').map(({ address }) => address));
  const source = { lists: live.lists, orders: shownOrders(amendment, desired.orders, live.orders) };
  return { after: amended(amendment, declaration, source, misordered), chosen, notTaken: taking.notTaken, released: taking.released };
}

/** What stands somewhere else is owned all the same: without its block here it would be deleted there. */
function remove({ amendment, notTaken }: Taking, { address: root, isElsewhere }: DriftEntry): void {
  if (isElsewhere) notTaken.push({ address: root, reason: `it stands somewhere else by now: docform import ${topOf(root)} tells where` });
  else takeOut(amendment, root);
}

/** With all that stands in it, under the key that an import would give it. */
function add({ live, amendment, notTaken, shapes }: Taking, entry: DriftEntry): void {
  const root = addressOfId(live, listOf(entry.address), entry.id);
  if (root === undefined) {
    const why = live.leftOut.find(({ address }) => address !== undefined && live.ids.get(address) === entry.id)?.why;
    notTaken.push({ address: entry.address, reason: why ?? 'a configuration cannot declare it' });
    return;
  }
  if (amendment.before.has(root)) return;
  const inside = live.resources.filter(({ address }) => isWithin(address, root));
  const secret = inside.flatMap(({ kind, fields }) => Object.keys(fields).filter((name) => shapes.get(kind)?.fields[name]?.secret))[0];
  if (secret !== undefined) {
    const reason = `its ${secret} is never written where others may read it: docform import ${root} brings it in`;
    return void notTaken.push({ address: entry.address, reason });
  }
  for (const resource of inside) declare(amendment, resource);
}
