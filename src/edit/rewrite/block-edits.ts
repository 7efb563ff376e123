/** Edits the block of one resource: its fields, its words, and what stands in it. */
import type { Block, Part } from '../../config/grammar.ts';
import { type Address, listAddress } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import type { DesiredValue, Value } from '../../core/value.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { composeBlock, composeValue } from '../compose/compose.ts';
import { blockLayout, type Layout, plainLayout } from '../compose/layout.ts';
import { visit } from './anchors.ts';
import { collectionSplices, EditRefusal, type Holder } from './collection.ts';
import { attempt, type Editing, isWanted } from './editing.ts';
import { resourceMapSplices } from './map-edits.ts';
import { orderNames, orderSplices } from './order-names.ts';
import type { Page } from './page.ts';
import type { Piece } from './pieces.ts';
import type { Splice } from './rope.ts';
import { builtSequence, sequenceSplices } from './sequence-edits.ts';
import { type EntryTree, type MapTree, type NodeTree, nodeOf } from './tree.ts';
import { layoutSplices, refuseVariable, valueSplices } from './value-edits.ts';

/** A resource as it is declared and as it shall be, with its block. */
interface Subject {
  readonly editing: Editing;
  readonly page: Page;
  readonly before: DesiredResource;
  readonly after: DesiredResource;
  readonly block: Block;
  readonly isFlat: boolean;
}

/** `address`: the one it has now. */
export function blockSplices(editing: Editing, page: Page, holder: Holder, address: Address, isFlat = false): readonly Splice[] {
  const before = editing.before.at.get(address);
  const after = editing.after.at.get(editing.renaming.now(address));
  if (before === undefined || after === undefined) return [];
  const subject = { editing, page, before, after, block: editing.grammar(before.kind, isFlat), isFlat };
  const { whole } = subject.block;
  return visit(page, editing.anchored, holder, (node) => {
    if (whole !== undefined) return fieldSplices(subject, holder, whole, before.fields[whole], after.fields[whole]);
    if (node.is === 'scalar') return shorthandSplices(subject, holder, node);
    return node.is === 'map' ? mapBlockSplices(subject, holder, node) : [];
  });
}

function written(field: FieldShape | undefined, value: DesiredValue | undefined): Value | undefined {
  return field === undefined || value === undefined ? undefined : (composeValue(field, value) as Value);
}

function place({ before }: Subject, field: string) {
  const span = before.fieldSpans[field];
  return { address: before.address, field, ...(span === undefined ? {} : { span }) };
}

function fieldSplices(
  subject: Subject,
  holder: Holder,
  name: string,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): readonly Splice[] {
  const { editing, page, block } = subject;
  const field = block.shape.fields[name];
  const to = written(field, after);
  if (to === undefined) return [];
  const isSet = field?.type.is === 'list' && field.type.compare === 'set';
  const edit = { before: written(field, before), after: to, ...(isSet ? { isSet } : {}) };
  return attempt(editing, place(subject, name), () => valueSplices(page, editing.anchored, holder, edit), []);
}

/** `ana@acme.dev: admin` stays so short as long as nothing else is said. */
function shorthandSplices(subject: Subject, holder: Holder, node: NodeTree): readonly Splice[] {
  const { editing, page, before, after, block } = subject;
  const name = block.shape.shorthand;
  if (name === undefined) return [];
  const said = composeBlock(editing.wanted, after.address, editing.shapes);
  if (typeof said !== 'object' || said === null) return fieldSplices(subject, holder, name, before.fields[name], after.fields[name]);
  if (!isChanged(subject)) return [];
  return attempt(
    editing,
    place(subject, name),
    () => {
      refuseVariable(node);
      const layout = plainLayout(said);
      return layoutSplices(page, holder, layout.is === 'map' ? { ...layout, isShort: true } : layout);
    },
    [],
  );
}

function isChanged({ before, after, block }: Subject): boolean {
  const text = ({ fields }: DesiredResource) =>
    Object.keys(block.shape.fields)
      .map((name) => JSON.stringify(fields[name]) ?? '')
      .join('\n');
  return text(before) !== text(after) || guardWords.some((word) => after[word] !== undefined && after[word] !== before[word]);
}

const guardWords = ['pin', 'protect', 'replace'] as const;

function mapBlockSplices(subject: Subject, holder: Holder, node: MapTree): readonly Splice[] {
  const { page, block, editing } = subject;
  const isInFlow = holder.isInFlow || node.isFlow;
  const names = [...block.parts.keys()];
  const rank = (key: string): number => names.indexOf(key);
  const pieces: { readonly rank: number; readonly piece: Piece }[] = [];
  for (const [index, member] of node.members.entries()) {
    const part = block.parts.get(member.key);
    const splices = part === undefined ? [] : partSplices(subject, part, member, isInFlow);
    if (splices !== undefined) pieces.push({ rank: rank(member.key), piece: { is: 'old', from: node, index, splices } });
  }
  const stated = new Set(node.members.map(({ key }) => key));
  for (const [key, part] of block.parts) {
    if (stated.has(key)) continue;
    const piece = addition(subject, key, part, stated);
    if (piece === undefined) continue;
    const at = pieces.findLastIndex((each) => each.rank < rank(key)) + 1;
    pieces.splice(at, 0, { rank: rank(key), piece });
  }
  const wanted = pieces.map(({ piece }) => piece);
  return attempt(editing, { address: subject.before.address }, () => collectionSplices(page, holder, node, wanted), []);
}

/** undefined: the key goes. */
function partSplices(subject: Subject, part: Part, member: EntryTree, isInFlow: boolean): readonly Splice[] | undefined {
  const { editing, page, before, after, isFlat } = subject;
  const holder = { member, isInFlow };
  switch (part.is) {
    case 'field':
    case 'file':
      return statedFieldSplices(subject, part, holder);
    case 'map': {
      const list = listAddress(after.address, part.shape.segment);
      if (!isWanted(editing, list)) return undefined;
      return resourceMapSplices(editing, page, holder, listAddress(before.address, part.shape.segment), part.shape, true);
    }
    case 'single': {
      const address = listAddress(before.address, part.shape.segment);
      return editing.after.at.has(editing.renaming.now(address)) ? blockSplices(editing, page, holder, address) : undefined;
    }
    case 'sequence':
      if (editing.after.sequenceOf(after, part.of) === undefined) return undefined;
      return sequenceSplices(editing, page, holder, before.address, part.of);
    case 'order':
      return orderSplices(editing, page, holder, { before: before.address, after: after.address });
    case 'default':
      return defaultSplices(subject, holder, isFlat);
    case 'pin':
    case 'protect':
    case 'replace':
      return guardSplices(subject, part.is, holder);
    case 'prune':
      return [];
  }
}

function statedFieldSplices(
  subject: Subject,
  part: Extract<Part, { is: 'field' | 'file' }>,
  holder: Holder,
): readonly Splice[] | undefined {
  const { editing, before, after } = subject;
  const { name, field } = part;
  const [from, to] = [before.fields[name], after.fields[name]];
  const isFile = part.is === 'file' || (field.fromFile !== undefined && holder.member !== null && nodeOf(holder.member.value).is === 'map');
  if (to === undefined && from === undefined) return [];
  if (to !== undefined && !isFile) return fieldSplices(subject, holder, name, from, to);
  if (to !== undefined && JSON.stringify(from) === JSON.stringify(to)) return [];
  return attempt<readonly Splice[] | undefined>(
    editing,
    place(subject, name),
    () => {
      if (to !== undefined) throw new EditRefusal('its value is the text of a file, which is yours to change');
      if (holder.member !== null) refuseVariable(holder.member.value);
      return undefined;
    },
    [],
  );
}

function guardSplices(subject: Subject, word: (typeof guardWords)[number], holder: Holder): readonly Splice[] {
  const { editing, page, before, after } = subject;
  const to = after[word];
  if (to === undefined || to === before[word]) return [];
  return attempt(
    editing,
    { address: before.address },
    () => valueSplices(page, editing.anchored, holder, { before: before[word], after: to }),
    [],
  );
}

/** Whether the item is what its site shows first, as its site's field says. */
function isDefault({ editing }: Subject, when: 'before' | 'after', { address, parent }: DesiredResource): boolean {
  const site = parent === null ? undefined : editing[when].at.get(parent);
  return Object.entries((site && editing.shapes.get(site.kind)?.fields) ?? {}).some(([name, { derived }]) => {
    const value = site?.fields[name];
    return derived === true && typeof value === 'object' && value !== null && 'ref' in value && value.ref === address;
  });
}

function defaultSplices(subject: Subject, holder: Holder, isFlat: boolean): readonly Splice[] | undefined {
  const { editing, page, before, after } = subject;
  const [was, is] = [isDefault(subject, 'before', before), isDefault(subject, 'after', after)];
  if (!isFlat || was === is) return [];
  return is ? valueSplices(page, editing.anchored, holder, { before: false, after: true }) : undefined;
}

function addition(subject: Subject, key: string, part: Part, stated: ReadonlySet<string>): Piece | undefined {
  const { editing, before, after, isFlat } = subject;
  const plain = (value: unknown): Piece => ({ is: 'new', key, layout: plainLayout(value) });
  switch (part.is) {
    case 'field': {
      const isFromFile = stated.has(part.field.fileKey ?? '') && before.fields[part.name] !== undefined;
      if (after.fields[part.name] === undefined || isFromFile) return undefined;
      if (editing.wanted.fileOf?.(after.address, part.name) !== undefined) return composed(subject, key);
      return plain(composeValue(part.field, after.fields[part.name] as DesiredValue));
    }
    case 'pin':
    case 'protect':
    case 'replace':
      return after[part.is] === undefined || after[part.is] === before[part.is] ? undefined : plain(after[part.is]);
    case 'default':
      return isFlat && isDefault(subject, 'after', after) && !isDefault(subject, 'before', before) ? plain(true) : undefined;
    case 'order': {
      const names = orderNames(editing, after.address, 'after');
      return names === undefined ? undefined : plain(names);
    }
    case 'sequence':
      if (editing.after.sequenceOf(after, part.of) === undefined) return undefined;
      return builtSequence(editing, subject.page, key, after, part.of) ?? composed(subject, key);
    case 'map':
      return isWanted(editing, listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    case 'single':
      return editing.after.at.has(listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    default:
      return undefined;
  }
}

/** What stands under one key of the block, as it is composed anew. */
function composed({ editing, after, isFlat }: Subject, key: string): Piece | undefined {
  const value = composeBlock(editing.wanted, after.address, editing.shapes);
  const whole = blockLayout(value, after.kind, editing.shapes, isFlat);
  const layout: Layout | undefined = whole.is === 'map' ? whole.entries.find(([name]) => name === key)?.[1] : undefined;
  return layout === undefined ? undefined : { is: 'new', key, layout };
}
