/** Reads `moved`: resources that are known to the ledger by another address. */
import { type Address, childAddress, isWithin, listAddress, listOf } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import { type AddressPart, addressPath } from '../kinds/shape.ts';
import { type Draft, foldedKey, placeOf } from './draft.ts';
import { checkFixed } from './fixed-map.ts';
import { itemsOf } from './list-values.ts';
import type { ConfigurationNode, ScalarNode } from './node.ts';
import { didYouMean, hints } from './problem-list.ts';
import { checkText } from './scalar-values.ts';

type Move = Desired['moved'][number];

interface MoveDraft {
  readonly from: ScalarNode;
  readonly to: ScalarNode;
}

export function readMoved(draft: Draft, node: ConfigurationNode | undefined): readonly MoveDraft[] {
  const items = node === undefined ? [] : (itemsOf(draft.problems, node, 'moved') ?? []);
  return items.flatMap((item) => {
    const ends: { from?: ScalarNode; to?: ScalarNode } = {};
    const take = (end: 'from' | 'to') => (value: ConfigurationNode) => {
      if (checkText(draft.problems, value, { is: 'text' }, `moved: ${end}`) !== undefined && value.is === 'scalar') ends[end] = value;
    };
    checkFixed(draft.problems, item, 'an entry of moved', {
      from: { isRequired: true, check: take('from') },
      to: { isRequired: true, check: take('to') },
    });
    return ends.from === undefined || ends.to === undefined ? [] : [{ from: ends.from, to: ends.to }];
  });
}

/** Checked against what is declared, so only once that is known whole. */
export function checkMoved(draft: Draft, moves: readonly MoveDraft[]): readonly Move[] {
  const taken = new Map<string, ScalarNode>();
  const ends = new Map(
    moves.flatMap(({ from, to }) => {
      const [old, now] = [partOf(draft, from), partOf(draft, to)];
      return old === undefined || now === undefined ? [] : [[old.address, now.address] as const];
    }),
  );
  return moves.flatMap((move) => {
    const from = endOf(draft, move.from);
    const to = endOf(draft, move.to);
    if (from === undefined || to === undefined || !isSensible(draft, move, from, to, { others: moves, ends })) return [];
    for (const [end, { address }] of [
      ['from', from],
      ['to', to],
    ] as const) {
      const first = taken.get(`${end} ${address}`);
      if (first === undefined) taken.set(`${end} ${address}`, move[end]);
      else
        draft.problems.add('E-MOVED-TWICE', move[end].span, {
          message: `${address} is moved twice`,
          related: [{ message: 'first here', span: first.span }],
        });
    }
    return [{ from: from.address, to: lastOf(to.address, ends), span: move.to.span }];
  });
}

/** Where each entry leads, by where it begins. */
type Ends = ReadonlyMap<Address, Address>;

/** Where a resource is in the end: what was renamed may be renamed again, or stand in something that is. A circle is left where it begins. */
function lastOf(address: Address, ends: Ends): Address {
  let last = address;
  const visited = new Set<Address>();
  while (!visited.has(last)) {
    visited.add(last);
    const from = prefixes(last).find((prefix) => !isWithin(ends.get(prefix) ?? prefix, prefix));
    if (from === undefined) return last;
    last = ends.get(from) + last.slice(from.length);
  }
  return address;
}

/** The address itself, and all that it stands in. */
function prefixes(address: Address): readonly Address[] {
  const parts = address.split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
}

/** The last part of an address, its keys folded as declared ones are. */
function partOf({ shapes }: Draft, node: ScalarNode): AddressPart | undefined {
  let address: Address | null = null;
  let end: AddressPart | undefined;
  for (const { kind, key } of addressPath(String(node.value), shapes) ?? []) {
    const shape = shapes.get(kind);
    if (shape === undefined) break;
    const folded = foldedKey(shape, key, shapes);
    address = shape.singleton ? listAddress(address, shape.segment) : childAddress(address, shape.segment, folded);
    end = { kind, key: folded, address };
  }
  return end;
}

function endOf(draft: Draft, node: ScalarNode): AddressPart | undefined {
  const end = partOf(draft, node);
  if (end !== undefined) return end;
  draft.problems.add('E-MOVED-ADDRESS', node.span, {
    message: `"${node.value}" is no address`,
    hint: 'write it like `teams/docs` or `sites/docs/sections/payments`',
  });
  return undefined;
}

/** It would have to stand in something else, which no call does, and what it leaves behind would be forgotten. Below what moves itself that is no such thing. */
function changesHands({ shapes }: Draft, from: Address, to: Address, others: readonly MoveDraft[]): boolean {
  const [old, now] = [from, to].map((address) => addressPath(address, shapes)?.at(-2));
  if (old === undefined || now === undefined || old.kind !== now.kind || old.address === now.address) return false;
  return !others.some((other) => isWithin(old.address, String(other.from.value)));
}

function isSensible(
  draft: Draft,
  move: MoveDraft,
  from: AddressPart,
  to: AddressPart,
  { others, ends }: { readonly others: readonly MoveDraft[]; readonly ends: Ends },
): boolean {
  const { problems, shapes, at } = draft;
  const last = lastOf(to.address, ends);
  const shape = shapes.get(to.kind);
  if (from.kind !== to.kind || shape?.singleton || from.address === to.address) {
    const message =
      from.address === to.address
        ? 'it moves to where it is'
        : shape?.singleton
          ? `a ${shape.title} cannot move`
          : `a ${shapes.get(from.kind)?.title} cannot become a ${shape?.title}`;
    problems.add('E-MOVED-ADDRESS', move.to.span, { message, hint: '`moved` renames the address of one resource' });
    return false;
  }
  if (changesHands(draft, from.address, to.address, others)) {
    const message = `a ${shape?.title} cannot move from one place to another, only its key can change`;
    problems.add('E-MOVED-ADDRESS', move.to.span, { message, hint: 'remove this entry: it is made anew there, and deleted here' });
    return false;
  }
  if (!at.has(last)) {
    const near = problems.suggest(to.key, siblings(draft, to));
    const hint = hints(didYouMean(near), 'declare it, or remove this entry');
    problems.add('E-MOVED-TO', move.to.span, { message: `${to.address} is not declared`, label: 'nothing moves here', hint });
  }
  const still = at.get(from.address);
  if (still !== undefined) {
    problems.add('E-MOVED-FROM', move.from.span, {
      message: `${from.address} is still declared`,
      hint: `remove it (${placeOf(still.span)}), or this entry`,
      related: [{ message: 'declared here', span: still.span }],
    });
  }
  return at.has(last) && still === undefined && !isWithin(last, from.address);
}

function siblings({ scopes }: Draft, { address }: { readonly address: Address }): Iterable<string> {
  return scopes.get(listOf(address))?.keys() ?? [];
}
