/** Reads `moved`: resources whose address in the ledger differs. */
import { type Address, childAddress, keyIn, listAddress, listOf } from '../../core/address.ts';
import { titleWithArticle } from '../../core/count.ts';
import type { Desired } from '../../core/state.ts';
import { foldKeyCase } from '../../kinds/declaration/key.ts';
import { type ResolvedMove, resolveRenames } from '../../kinds/renames.ts';
import { type AddressPart, type KindShape, kindOfAddress, parseAddress } from '../../kinds/shape.ts';
import { replacementFix } from '../problem-list.ts';
import type { ConfigurationNode, ScalarNode } from '../yaml/node.ts';
import { type ConfigurationDraft, placeOf } from './draft.ts';
import { type FixedFields, itemsOf, readFixed } from './values.ts';

type Move = Desired['moved'][number];

interface MoveDraft {
  readonly from: ScalarNode;
  readonly to: ScalarNode;
  readonly reused: boolean;
}

const address = { type: { is: 'text' }, required: true } as const;

export const movedFields: FixedFields = { from: address, to: address, reused: { type: { is: 'boolean' } } };

export function readMoved(draft: ConfigurationDraft, node: ConfigurationNode | undefined): readonly MoveDraft[] {
  const items = node === undefined ? [] : (itemsOf(draft.problems, node, 'moved') ?? []);
  return items.flatMap((item) => {
    const read = readFixed(draft.problems, item, 'an entry of moved', movedFields, (key) => `moved: ${key}`);
    if (read === undefined) return [];
    const { values, nodes } = read;
    const [from, to] = [nodes.from, nodes.to];
    const areValid = values.from !== undefined && values.to !== undefined;
    if (!areValid || from?.is !== 'scalar' || to?.is !== 'scalar') return [];
    return [{ from, to, reused: values.reused === true }];
  });
}

export function checkMoved(draft: ConfigurationDraft, moves: readonly MoveDraft[]): readonly Move[] {
  const drafts = new Map<Move, MoveDraft>();
  for (const move of moves) {
    const [from, to] = [endOf(draft, move.from), endOf(draft, move.to)];
    if (from === undefined || to === undefined || !isRenaming(draft, move, from, to)) continue;
    drafts.set(
      { from: from.address, to: to.address, ...(move.reused ? { reused: true } : {}), span: move.to.span },
      move,
    );
  }
  const { entries } = resolveRenames([...drafts.keys()], draft.shapes);
  const reached = new Set(entries.map(({ now }) => now));
  for (const led of entries) {
    const move = drafts.get(led.entry);
    if (move === undefined || !isAlone(draft, move, led, drafts)) continue;
    if (draft.at.has(led.entry.to)) draft.named.push({ address: led.entry.to, span: move.to.span });
    checkEnd(draft, move, led);
    checkBeginning(draft, move, led, reached);
  }
  return entries.map(({ entry }) => entry);
}

/** The resource that an address names, with its keys as docform writes them. */
export function lastAddressPart({ shapes }: ConfigurationDraft, node: ScalarNode): AddressPart | undefined {
  let address: Address | null = null;
  let end: AddressPart | undefined;
  for (const { kind, key } of parseAddress(String(node.value), shapes) ?? []) {
    const shape = shapes.get(kind);
    if (shape === undefined) break;
    const folded = foldKeyCase(shape, key, shapes);
    address = shape.singleton ? listAddress(address, shape.segment) : childAddress(address, shape.segment, folded);
    end = { kind, key: folded, address };
  }
  return end;
}

function endOf(draft: ConfigurationDraft, node: ScalarNode): AddressPart | undefined {
  const end = lastAddressPart(draft, node);
  if (end !== undefined) return end;
  return draft.problems.add('E-MOVED-ADDRESS', node.span, {
    message: `invalid address "${node.value}"`,
    hint: 'write an address such as `teams/docs` or `sites/docs/sections/payments`',
  });
}

/** Both addresses must have the same kind, and the kind must have free keys. */
function isRenaming({ problems, shapes }: ConfigurationDraft, move: MoveDraft, from: AddressPart, to: AddressPart) {
  const shape = shapes.get(to.kind);
  const message =
    from.kind !== to.kind
      ? `${titleOf(shapes.get(from.kind))} cannot become ${titleOf(shape)}`
      : shape?.singleton
        ? `${titleOf(shape)} cannot be renamed`
        : from.address === to.address && !move.reused
          ? '`from` and `to` are the same address'
          : undefined;
  if (message !== undefined)
    problems.add('E-MOVED-ADDRESS', move.to.span, {
      message,
      hint: 'use two addresses of the same kind under the same parent',
    });
  return message === undefined;
}

/** Only one entry can start at an address, and a resource cannot move to another list: its children would be forgotten. */
function isAlone(
  { problems, shapes }: ConfigurationDraft,
  move: MoveDraft,
  { entry, former, isElsewhere }: ResolvedMove<Move>,
  drafts: ReadonlyMap<Move, MoveDraft>,
) {
  const first = former && drafts.get(former);
  if (first !== undefined) {
    problems.add('E-DUPLICATE-MOVED', move.from.span, {
      message: `${entry.from} is moved twice`,
      related: [{ message: 'first entry here', span: first.from.span }],
    });
  }
  if (isElsewhere) {
    const title = titleOf(shapes.get(kindOfAddress(entry.to, shapes) ?? ''));
    problems.add('E-MOVED-ADDRESS', move.to.span, {
      message: `${title} cannot move to another place, only its key can change`,
      hint: 'remove this entry: docform then deletes the old resource and creates the new one',
    });
  }
  return first === undefined && !isElsewhere;
}

function checkEnd({ problems, at, scopes }: ConfigurationDraft, move: MoveDraft, { entry, now }: ResolvedMove<Move>) {
  if (now === undefined) {
    const hint = 'remove the entry whose `from` address is declared';
    problems.add('E-MOVED-TO', move.to.span, { message: `the \`moved\` entries from ${entry.to} form a cycle`, hint });
  } else if (!at.has(now)) {
    const near = problems.suggest(keyIn(now), scopes.get(listOf(now))?.keys() ?? []);
    problems.add('E-MOVED-TO', move.to.span, {
      message: `${now} is not declared`,
      label: 'not declared',
      meant: near,
      hint: 'declare the resource, or remove this entry',
      fix: replacementFix(near && `${listOf(now)}/${near}`),
    });
  }
}

/** A resource declared at the `from` address is allowed if another entry moved it there. */
function checkBeginning(
  { problems, at }: ConfigurationDraft,
  move: MoveDraft,
  { entry, from }: ResolvedMove<Move>,
  reached: ReadonlySet<Address | undefined>,
) {
  const still = at.get(from);
  if (still === undefined || (entry.reused && reached.has(from))) return;
  const what = entry.reused ? 'is declared, but is the `to` address of no other entry' : 'is still declared';
  problems.add('E-MOVED-FROM', move.from.span, {
    message: `${from} ${what}`,
    hint: `remove the block (${placeOf(still.span)}), or this entry`,
    related: [{ message: 'declared here', span: still.span }],
  });
}

function titleOf(shape: KindShape | undefined) {
  return shape === undefined ? 'this' : titleWithArticle(shape);
}
