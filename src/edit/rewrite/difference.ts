/** Compares the declaration of edited files with the intended declaration. */
import { isItem } from '../../config/grammar.ts';
import { type Address, isWithin, listOf } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { renameInExpectation } from '../../core/expectation.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Desired, DesiredResource, DesiredValue, Value } from '../../core/state.ts';
import type { Renaming } from '../../kinds/declaration/rename.ts';
import { indexDeclared, renameReferences } from '../../kinds/declaration/resources.ts';
import { currentList } from '../../kinds/renames.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { guardWords, type Refused, type Wanted } from './editing.ts';

interface Difference {
  readonly address: Address;
  /** A field, or another part that differs from the intention. */
  readonly what: string;
}

interface Comparison {
  /** The declaration of the edited files. */
  readonly found: Desired;
  readonly before: Desired;
  readonly after: Wanted;
  /** Changes that were left out: there, the former declaration is expected. */
  readonly refused: readonly Refused[];
  readonly renaming: Renaming;
  readonly shapes: Shapes;
}

/** Empty if the files match the intention, except for refused changes. */
export function differences(comparison: Comparison): readonly Difference[] {
  return [
    ...resourceDifferences(comparison),
    ...orderDifferences(comparison),
    ...listDifferences(comparison),
    ...restDifferences(comparison),
  ];
}

function isRefused({ refused, renaming }: Comparison, address: Address, field?: string) {
  return refused.some((each) => {
    const place = renaming.now(each.address);
    if (each.field !== undefined) return place === address && each.field === field;
    return place === '' || isWithin(address, place);
  });
}

function resourceDifferences(comparison: Comparison): readonly Difference[] {
  const { found, before, after, renaming } = comparison;
  const [now, old, wanted] = [
    indexDeclared(found.resources),
    indexDeclared(before.resources, renaming.now),
    indexDeclared(after.resources),
  ];
  return [...new Set([...now.keys(), ...wanted.keys()])].flatMap((address) => {
    const [is, was, meant] = [now.get(address), old.get(address), wanted.get(address)];
    if (is !== undefined && meant !== undefined)
      return partDifferences(comparison, is, was, meant).map((what) => ({ address, what }));
    if (isRefused(comparison, address) && (is === undefined) === (was === undefined)) return [];
    return [{ address, what: is === undefined ? 'the resource is missing' : 'the resource is still declared' }];
  });
}

/** Fields and guards. */
function partDifferences(
  comparison: Comparison,
  is: DesiredResource,
  was: DesiredResource | undefined,
  meant: DesiredResource,
) {
  const { shapes, renaming } = comparison;
  const { address } = meant;
  const fields = [...new Set([...Object.keys(is.fields), ...Object.keys(meant.fields)])].filter((name) => {
    const type = shapes.get(meant.kind)?.fields[name]?.type;
    const isSet = type?.is === 'list' && type.compare === 'set';
    const isSame = (one: DesiredValue | undefined, other: DesiredValue | undefined) =>
      isEqual(one as Value, other as Value) || comparable(one, isSet) === comparable(other, isSet);
    if (isSame(is.fields[name], meant.fields[name])) return false;
    const old = renameReferences(was?.fields[name], renaming.now);
    return !isRefused(comparison, address, name) || !isSame(is.fields[name], old);
  });
  const guards = guardWords.filter((word) => {
    const isKept = is[word] === was?.[word] && (meant[word] === undefined || isRefused(comparison, address));
    return !isKept && is[word] !== meant[word];
  });
  return [...fields, ...guards.map((word) => (word === 'pin' ? 'id' : word))];
}

function comparable(value: DesiredValue | undefined, isSet: boolean) {
  if (value === undefined) return '';
  return canonicalJson(isSet && Array.isArray(value) ? [...value].map(String).sort() : value);
}

function isThereIn(order: readonly Address[], addresses: ReadonlySet<Address>) {
  return order.filter((address) => addresses.has(address));
}

function orderDifferences(comparison: Comparison): readonly Difference[] {
  const { found, before, after, renaming } = comparison;
  const declared = new Set(after.resources.map(({ address }) => address));
  const old = new Map(
    Object.entries(before.orders).map(([container, order]) => [renaming.now(container), order.map(renaming.now)]),
  );
  const containers = new Set([...Object.keys(found.orders), ...Object.keys(after.orders)]);
  return [...containers].flatMap((container): readonly Difference[] => {
    const is = found.orders[container];
    const meant = after.orders[container];
    const isMeant =
      is === undefined || meant === undefined
        ? (is ?? []).every((address) => declared.has(address)) && (meant ?? []).length === 0
        : isEqual(isThereIn(is, new Set(meant)), isThereIn(meant, declared));
    if (isMeant) return [];
    const isKept =
      isRefused(comparison, container) && canonicalJson(is ?? null) === canonicalJson(old.get(container) ?? null);
    return isKept ? [] : [{ address: container, what: 'the order of its members' }];
  });
}

/** Items are compared by the order of their container. */
function listDifferences(comparison: Comparison): readonly Difference[] {
  const { found, before, after, renaming, shapes } = comparison;
  const isOwn = (kind: string) => {
    const shape = shapes.get(kind);
    return shape !== undefined && !isItem(shape);
  };
  const is = new Map(found.lists.filter(({ kind }) => isOwn(kind)).map((each) => [each.list, each]));
  const old = new Map(before.lists.map((each) => [currentList(each.list, renaming.now), each]));
  const there = new Set(after.resources.map(({ address }) => address));
  // Lists of removed resources are removed.
  const meant = new Set(after.lists.filter((list) => !list.includes('/') || there.has(listOf(list))));
  const filled = new Set(after.resources.map(({ address }) => listOf(address)));
  const unexpected = [...is.keys()].filter((list) => !meant.has(list) && !filled.has(list));
  const missing = [...meant].filter((list) => old.has(list) && isOwn(old.get(list)?.kind ?? '') && !is.has(list));
  const odd = [...unexpected, ...missing].filter((list) => !isRefused(comparison, list));
  const otherPrune = [...is]
    .filter(([list, { prune }]) => old.has(list) && old.get(list)?.prune !== prune)
    .map(([list]) => list);
  return [
    ...odd.map((address) => ({ address, what: 'the declaration of the list' })),
    ...otherPrune.map((address) => ({ address, what: 'prune' })),
  ];
}

function restDifferences({ found, before, after, renaming, shapes }: Comparison): readonly Difference[] {
  const moves = (list: Desired['moved']) =>
    canonicalJson(list.map(({ from, to, reused }) => `${from} ${to} ${reused === true}`).sort());
  const isMoved = moves(found.moved) === moves(after.moved ?? before.moved);
  const policy = ({ policy: { prune, ...rest }, organization, name = '' }: Desired) =>
    canonicalJson({ ...rest, organization, name, prune: [...shapes.keys()].map((kind) => prune(kind)) });
  const expected = (expect: Desired['expect'] = []) => canonicalJson(expect.map(({ span, ...rest }) => rest));
  const renamed = before.expect?.map((each) => renameInExpectation(each, renaming.now));
  const isExpected = expected(found.expect) === expected(renamed);
  return [
    ...(isMoved ? [] : [{ address: 'moved', what: 'the entries' }]),
    ...(isExpected ? [] : [{ address: 'expect', what: 'the expectations' }]),
    ...(policy(found) === policy(before) ? [] : [{ address: 'policy', what: 'the settings' }]),
  ];
}
