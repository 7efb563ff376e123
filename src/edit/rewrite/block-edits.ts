/** Edits the block of one resource: its fields, its words, and what stands in it. */
import type { Block, Part } from '../../config/grammar.ts';
import { type Address, listAddress } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import type { DesiredValue, Value } from '../../core/value.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { composeBlock, composeValue } from '../compose/compose.ts';
import { blockLayout, plainLayout } from '../compose/layout.ts';
import { type CollectionNode, keyOf, type Member, type NodeTree, newMember, nodeOf, type Tree } from '../tree/tree.ts';
import { visit } from './anchors.ts';
import { EditRefusal } from './edit-refusal.ts';
import { attempt, type Editing, inOrder, isWanted } from './editing.ts';
import { editedResources } from './map-edits.ts';
import { withMembers, withValue } from './members.ts';
import { editedOrder, orderNames } from './order-names.ts';
import { editedSequence, movedSequence } from './sequence-edits.ts';
import type { SourceFile } from './source-file.ts';
import { editedValue, refuseVariable, replaced } from './value-edits.ts';

/** A resource as it is declared and as it shall be, with its block. */
interface Subject {
  readonly editing: Editing;
  readonly source: SourceFile;
  readonly before: DesiredResource;
  readonly after: DesiredResource;
  readonly block: Block;
  readonly isFlat: boolean;
}

/** `address`: the one it has now. */
export function editedBlock(editing: Editing, source: SourceFile, tree: Tree, address: Address, isFlat = false): Tree {
  const before = editing.before.at.get(address);
  const after = editing.after.at.get(editing.renaming.now(address));
  if (before === undefined || after === undefined) return tree;
  const subject = { editing, source, before, after, block: editing.grammar(before.kind, isFlat), isFlat };
  const { whole } = subject.block;
  return visit(editing.anchored, tree, (node): NodeTree => {
    if (whole !== undefined) return editedField(subject, node, whole) as NodeTree;
    if (node.is === 'scalar') return editedShorthand(subject, node);
    return node.is === 'map' ? editedMap(subject, node) : node;
  });
}

function written(field: FieldShape | undefined, value: DesiredValue | undefined): Value | undefined {
  return field === undefined || value === undefined ? undefined : (composeValue(field, value) as Value);
}

function place({ before }: Subject, field: string) {
  const span = before.fieldSpans[field];
  return { address: before.address, field, ...(span === undefined ? {} : { span }) };
}

function editedField(subject: Subject, tree: Tree, name: string): Tree {
  const { editing, block, before, after } = subject;
  const field = block.shape.fields[name];
  const to = written(field, after.fields[name]);
  if (to === undefined) return tree;
  const isSet = field?.type.is === 'list' && field.type.compare === 'set';
  const edit = { before: written(field, before.fields[name]), after: to, ...(isSet ? { isSet } : {}) };
  return attempt(editing, place(subject, name), () => editedValue(editing.anchored, tree, edit), tree);
}

/** `ana@acme.dev: admin` stays so short as long as nothing else is said. */
function editedShorthand(subject: Subject, node: NodeTree): NodeTree {
  const { editing, after, block } = subject;
  const name = block.shape.shorthand;
  if (name === undefined) return node;
  const said = composeBlock(editing.wanted, after.address, editing.shapes);
  if (typeof said !== 'object' || said === null) return editedField(subject, node, name) as NodeTree;
  if (!isChanged(subject)) return node;
  return attempt(editing, place(subject, name), () => replaced(node, plainLayout(said)), node);
}

function isChanged({ before, after, block }: Subject): boolean {
  const text = ({ fields }: DesiredResource) =>
    Object.keys(block.shape.fields)
      .map((name) => JSON.stringify(fields[name]) ?? '')
      .join('\n');
  return text(before) !== text(after) || guardWords.some((word) => after[word] !== undefined && after[word] !== before[word]);
}

const guardWords = ['pin', 'protect', 'replace'] as const;

function editedMap(subject: Subject, node: CollectionNode): NodeTree {
  const { block, editing } = subject;
  const kept = node.members.flatMap((member): readonly Member[] => {
    const part = block.parts.get(keyOf(member));
    const value = part === undefined ? member.value : editedPart(subject, part, member.value);
    return value === undefined ? [] : [withValue(member, value)];
  });
  const stated = new Set(node.members.map(keyOf));
  const added = [...block.parts].flatMap(([key, part]) => (stated.has(key) ? [] : (addition(subject, key, part, stated) ?? [])));
  const wanted = inOrder(kept, added, [...block.parts.keys()]);
  return attempt(editing, { address: subject.before.address }, () => withMembers(node, wanted), node);
}

/** undefined: the key goes. */
function editedPart(subject: Subject, part: Part, tree: Tree): Tree | undefined {
  const { editing, source, before, after, isFlat } = subject;
  switch (part.is) {
    case 'field':
    case 'file':
      return editedStatedField(subject, part, tree);
    case 'map': {
      const list = listAddress(after.address, part.shape.segment);
      if (!isWanted(editing, list)) return undefined;
      return editedResources(editing, source, tree, listAddress(before.address, part.shape.segment), part.shape, true);
    }
    case 'single': {
      const address = listAddress(before.address, part.shape.segment);
      return editing.after.at.has(editing.renaming.now(address)) ? editedBlock(editing, source, tree, address) : undefined;
    }
    case 'sequence':
      if (editing.after.sequenceOf(after, part.of) === undefined) return undefined;
      return editedSequence(editing, source, tree, before.address, part.of);
    case 'order':
      return editedOrder(editing, tree, { before: before.address, after: after.address });
    case 'default':
      return editedDefault(subject, tree, isFlat);
    case 'pin':
    case 'protect':
    case 'replace':
      return editedGuard(subject, part.is, tree);
    case 'prune':
      return tree;
  }
}

function editedStatedField(subject: Subject, part: Extract<Part, { is: 'field' | 'file' }>, tree: Tree): Tree | undefined {
  const { editing, before, after } = subject;
  const { name, field } = part;
  const [from, to] = [before.fields[name], after.fields[name]];
  const isFile = part.is === 'file' || (field.fromFile !== undefined && nodeOf(tree)?.is === 'map');
  if (to === undefined && from === undefined) return tree;
  if (to !== undefined && !isFile) return editedField(subject, tree, name);
  if (to !== undefined && JSON.stringify(from) === JSON.stringify(to)) return tree;
  return attempt<Tree | undefined>(
    editing,
    place(subject, name),
    () => {
      if (to !== undefined) throw new EditRefusal('its value is the text of a file, which is yours to change');
      refuseVariable(tree);
      return undefined;
    },
    tree,
  );
}

function editedGuard(subject: Subject, word: (typeof guardWords)[number], tree: Tree): Tree {
  const { editing, before, after } = subject;
  const to = after[word];
  if (to === undefined || to === before[word]) return tree;
  const edit = { before: before[word], after: to };
  return attempt(editing, { address: before.address }, () => editedValue(editing.anchored, tree, edit), tree);
}

/** Whether the item is what its site shows first, as its site's field says. */
function isDefault({ editing }: Subject, when: 'before' | 'after', { address, parent }: DesiredResource): boolean {
  const site = parent === null ? undefined : editing[when].at.get(parent);
  return Object.entries((site && editing.shapes.get(site.kind)?.fields) ?? {}).some(([name, { derived }]) => {
    const value = site?.fields[name];
    return derived === true && typeof value === 'object' && value !== null && 'ref' in value && value.ref === address;
  });
}

function editedDefault(subject: Subject, tree: Tree, isFlat: boolean): Tree | undefined {
  const { editing, before, after } = subject;
  const [was, is] = [isDefault(subject, 'before', before), isDefault(subject, 'after', after)];
  if (!isFlat || was === is) return tree;
  return is ? editedValue(editing.anchored, tree, { before: false, after: true }) : undefined;
}

function addition(subject: Subject, key: string, part: Part, stated: ReadonlySet<string>): Member | undefined {
  const { editing, before, after, isFlat } = subject;
  const plain = (value: unknown): Member => newMember(key, plainLayout(value));
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
      return movedSequence(editing, subject.source, key, after, part.of) ?? composed(subject, key);
    case 'map':
      return isWanted(editing, listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    case 'single':
      return editing.after.at.has(listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    default:
      return undefined;
  }
}

/** What stands under one key of the block, as it is composed anew. */
function composed({ editing, after, isFlat }: Subject, key: string): Member | undefined {
  const value = composeBlock(editing.wanted, after.address, editing.shapes);
  const whole = blockLayout(value, after.kind, editing.shapes, isFlat);
  return whole.is === 'map' ? whole.members.find((member) => keyOf(member) === key) : undefined;
}
