/** Edits a configuration without an apply, and changes only resources without drift. */

import { isWithin } from '../../src/core/address.ts';
import { type Desired, type DesiredResource, isReference } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Drift } from '../../src/review/drift/entry.ts';
import { resourceAt } from '../support/declared.ts';
import type { Choice } from './law.ts';

export function editElsewhere(desired: Desired, edits: readonly Choice[], { entries, unknown }: Drift): Desired {
  const told = [...entries.map(({ address }) => address), ...unknown.map(({ list }) => list)];
  const isTold = (address: string) => told.some((each) => isWithin(address, each) || isWithin(each, address));
  return edits.reduce(
    (edited, { what, which }, serial) => acts[what % acts.length]?.(edited, which, serial, isTold) ?? edited,
    desired,
  );
}

type Act = (desired: Desired, which: number, serial: number, isTold: (address: string) => boolean) => Desired;

function one<T>(items: readonly T[], which: number): T | undefined {
  return items[which % Math.max(1, items.length)];
}

const retitle: Act = (desired, which, serial, isTold) => {
  const titled = desired.resources.filter((each) => typeof each.fields.title === 'string' && !isTold(each.address));
  const chosen = one(titled, which);
  return replaced(desired, chosen, (each) => ({ ...each, fields: { ...each.fields, title: `Edited ${serial}` } }));
};

const release: Act = (desired, which, _, isTold) => {
  const chosen = one(
    desired.resources.filter((each) => Object.keys(each.fields).length > 1 && !isTold(each.address)),
    which,
  );
  return replaced(desired, chosen, (each) => ({
    ...each,
    fields: Object.fromEntries(Object.entries(each.fields).slice(0, 1)),
  }));
};

/** Drops a resource without references and children. */
const drop: Act = (desired, which, _, isTold) => {
  const { resources, orders } = desired;
  const used = new Set(
    resources.flatMap(({ fields }) =>
      Object.values(fields).flatMap((value) => (isReference(value) ? [value.ref] : [])),
    ),
  );
  const inTold = (address: string) =>
    Object.entries(orders).some(([container, members]) => isTold(container) && members.includes(address));
  const loose = resources.filter(
    ({ address, isExternal, kind }) =>
      !isExternal &&
      !isTold(address) &&
      !used.has(address) &&
      !inTold(address) &&
      !shapes.get(kind)?.singleton &&
      !resources.some(({ parent }) => parent === address),
  );
  const chosen = one(loose, which);
  if (chosen === undefined) return desired;
  const kept = Object.entries(orders).map(([container, members]) => [
    container,
    members.filter((each) => each !== chosen.address),
  ]);
  return { ...desired, resources: resources.filter((each) => each !== chosen), orders: Object.fromEntries(kept) };
};

const add: Act = (desired, _, serial) => {
  if (!desired.lists.some(({ list }) => list === 'teams')) return desired;
  const team = resourceAt(`teams/added-${serial}`, { title: `Added ${serial}` });
  return { ...desired, resources: [...desired.resources, team] };
};

const reorder: Act = (desired, which, _, isTold) => {
  const containers = Object.keys(desired.orders).filter(
    (container) => !isTold(container) && (desired.orders[container] ?? []).length > 1,
  );
  const chosen = one(containers.sort(), which);
  return chosen === undefined
    ? desired
    : { ...desired, orders: { ...desired.orders, [chosen]: [...(desired.orders[chosen] ?? [])].reverse() } };
};

const acts: readonly Act[] = [retitle, release, drop, add, reorder];

function replaced(
  desired: Desired,
  chosen: DesiredResource | undefined,
  edit: (each: DesiredResource) => DesiredResource,
): Desired {
  return { ...desired, resources: desired.resources.map((each) => (each === chosen ? edit(each) : each)) };
}
