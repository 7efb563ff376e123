/** The addresses whose declaration differs between two configurations. */
import { listOf } from '../../core/address.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Desired, DesiredResource, Ledger } from '../../core/state.ts';
import { kindOfAddress, type Shapes } from '../../kinds/shape.ts';

/** As the `selected` addresses of a scope: resources, containers whose order changed with their members, and lists. */
export function addressesChangedSince(
  before: Desired,
  desired: Desired,
  ledger: Ledger,
  shapes: Shapes,
): readonly string[] {
  const [was, now] = [before, desired].map(
    ({ resources }) => new Map(resources.map((each) => [each.address, comparableDeclaration(each)])),
  );
  const lists = changedLists(before, desired, ledger, shapes);
  const containers = [...new Set([...Object.keys(before.orders), ...Object.keys(desired.orders)])].filter(
    (container) => before.orders[container]?.join('\n') !== desired.orders[container]?.join('\n'),
  );
  const selected = [
    ...[...new Set([...(was?.keys() ?? []), ...(now?.keys() ?? [])])].filter(
      (each) => was?.get(each) !== now?.get(each),
    ),
    ...changedMoves(before, desired),
    ...containers.flatMap((container) => [container, ...(desired.orders[container] ?? [])]),
    ...lists.flatMap((list) => [list, `${list}/*`]),
  ];
  return [...new Set(selected)].sort();
}

/** The declaration without its position in files. */
function comparableDeclaration({ span, fieldSpans, ...declaration }: DesiredResource) {
  return canonicalJson(declaration);
}

/** Both addresses of each added or removed rename. */
function changedMoves(before: Desired, desired: Desired) {
  const [old = new Map(), current = new Map()] = [before, desired].map(
    ({ moved }) => new Map(moved.map((entry) => [`${entry.from} ${entry.to} ${entry.reused}`, entry])),
  );
  const changed = [...[...old].filter(([key]) => !current.has(key)), ...[...current].filter(([key]) => !old.has(key))];
  return changed.flatMap(([, { from, to }]) => [from, to]);
}

/** Lists that were added or removed, or whose prune or protect policy changed. */
function changedLists(before: Desired, desired: Desired, ledger: Ledger, shapes: Shapes) {
  const [old, current] = [before, desired].map(
    ({ lists }) => new Map(lists.map(({ list, prune, pruneIsNamed }) => [list, `${prune} ${pruneIsNamed}`])),
  );
  const all = new Set([
    ...(old?.keys() ?? []),
    ...(current?.keys() ?? []),
    ...ledger.lists,
    ...Object.keys(ledger.resources).map(listOf),
  ]);
  const hasChangedPolicy = (kind = ''): boolean =>
    before.policy.prune(kind) !== desired.policy.prune(kind) ||
    before.policy.protect.includes(kind) !== desired.policy.protect.includes(kind);
  return [...all].filter(
    (list) => old?.get(list) !== current?.get(list) || hasChangedPolicy(kindOfAddress(`${list}/any`, shapes)),
  );
}
