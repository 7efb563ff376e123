/** Declares resources from their blocks: fields, references, settings, and nested blocks. */

import { type Address, listAddress, topContainer } from '../../core/address.ts';
import { joinWithAnd, titleWithArticle } from '../../core/count.ts';
import type { KindName } from '../../core/state.ts';
import { isContainerField } from '../../kinds/field.ts';
import { itemKindsIn, type KindShape, onceOfShape, type Shapes, shapeOf } from '../../kinds/shape.ts';
import { type Block, grammarOf, itemWords, type Part, pinPattern } from '../grammar.ts';
import { pruneSetting } from '../policy/policy.ts';
import { didYouMean, hints } from '../problem-list.ts';
import { isClaimedField } from '../site-file/claimed-fields.ts';
import { type ConfigurationNode, entryOf, isNull, type MapEntry, type MapNode } from '../yaml/node.ts';
import {
  type ConfigurationDraft,
  type DraftResource,
  keepNode,
  type OrderedContainer,
  type PruneSetting,
} from './draft.ts';
import { declareExternal } from './externals.ts';
import { checkField, checkFileField } from './fields.ts';
import { newResource, register } from './resources.ts';
import {
  checkBoolean,
  checkText,
  checkValue,
  itemsOf,
  mapOf,
  reportMissing,
  reportRepeated,
  reportUnknownKey,
} from './values.ts';

/** Declares a part that the top level can have too. */
export function declareChildren(
  draft: ConfigurationDraft,
  part: Part,
  entry: MapEntry,
  container: OrderedContainer,
  prune: PruneSetting,
): void {
  const parent = container.address === topContainer ? null : container.address;
  if (part.is === 'map') declareMap(draft, part.shape, entry, parent, prune);
  else if (part.is === 'single') declareSingle(draft, part.shape, entry, parent, prune);
  else if (part.is === 'order')
    declareOrder(draft, container, entry.value, parent === null ? entry.key : `${parent}: ${entry.key}`);
}

/** Declares a map from keys to blocks: `teams`, or `shareLinks` in a site. */
function declareMap(
  draft: ConfigurationDraft,
  shape: KindShape,
  { value, keySpan: span }: MapEntry,
  parent: Address | null,
  prune: PruneSetting,
) {
  const list = listAddress(parent, shape.segment);
  const map = mapOf(draft.problems, value, list);
  if (map === undefined) return;
  draft.lists.push({ list, kind: shape.name, prune: prune(shape.name), span });
  const block = grammarOf(draft.shapes)(shape.name);
  for (const entry of map.entries) {
    const resource = newResource(draft, shape, entry.key, parent, entry.keySpan);
    declareBlock({ draft, resource, prune }, block, entry.value);
  }
}

/** Declares the only block of a kind: `settings`, or `visitor` in a site. */
function declareSingle(
  draft: ConfigurationDraft,
  shape: KindShape,
  { value, keySpan: span }: MapEntry,
  parent: Address | null,
  prune: PruneSetting,
) {
  const address = listAddress(parent, shape.segment);
  if (isNull(value) && shape.inherits !== undefined)
    return declareNone(draft, shape, { address, parent, span: value.span });
  if (isNull(value) && shape.undeletable)
    return draft.problems.add('E-NULL', value.span, {
      message: `${address} cannot be null`,
      label: 'cannot be deleted',
      hint: 'remove the key to leave the value unchanged',
    });
  const resource = register(draft, shape, { address, key: shape.segment, parent, span });
  declareBlock({ draft, resource, prune }, grammarOf(draft.shapes)(shape.name), value);
}

/** Without values of its own, the object has those that it inherits. */
function declareNone(
  draft: ConfigurationDraft,
  shape: KindShape,
  { address, parent, span }: Pick<DraftResource, 'address' | 'parent' | 'span'>,
) {
  const resource = register(draft, shape, { address, key: shape.segment, parent, span });
  for (const name of Object.keys(shape.fields)) {
    resource.fields[name] = null;
    resource.fieldSpans[name] = span;
  }
}

/** A block that is being declared. `prune`: the setting for its lists. */
interface Declaring {
  readonly draft: ConfigurationDraft;
  readonly resource: DraftResource;
  readonly prune: PruneSetting;
}

function declareBlock(declaring: Declaring, block: Block, node: ConfigurationNode): void {
  const { draft, resource } = declaring;
  const { problems } = draft;
  const { address } = resource;
  const { shape } = block;
  const shorthand = shape.shorthand === undefined ? undefined : block.parts.get(shape.shorthand);
  if (node.is === 'scalar' && shorthand?.is === 'field' && (node.value !== null || shorthand.field.clearable)) {
    return void checkField({ draft, resource, name: shorthand.name, field: shorthand.field, node });
  }
  const map = mapOf(problems, node, address);
  if (map === undefined) return;
  if (block.parts.has('external') && entryOf(map, 'external') !== undefined)
    return void declareExternal(draft, resource, map);
  if (block.whole === undefined) return void declareEntries(declaring, block, map, map.entries);
  const type = shape.fields[block.whole]?.type;
  if (type === undefined || type.is === 'ref') return;
  keepNode(draft, resource, block.whole, map);
  resource.fieldSpans[block.whole] = resource.span;
  const value = checkValue(problems, map, type, address);
  if (value !== undefined) resource.fields[block.whole] = value;
}

/** `entries` excludes entries that are not parts, such as the key of an item. */
function declareEntries(outer: Declaring, block: Block, map: MapNode, entries: readonly MapEntry[]): void {
  const { draft, resource } = outer;
  const { problems } = draft;
  const declaring = { ...outer, prune: pruneSetting(draft, resource, map, outer.prune) };
  const meant: (string | undefined)[] = [];
  for (const entry of entries) {
    const part = block.parts.get(entry.key);
    if (part !== undefined) declarePart(declaring, part, entry);
    else {
      const hint = misplacedHint(block, entry.key, draft.shapes);
      meant.push(reportUnknownKey(problems, entry.key, entry.keySpan, resource.address, [...block.parts.keys()], hint));
    }
  }
  const isStated = (key: string): boolean => entryOf(map, key) !== undefined || meant.includes(key);
  for (const key of block.required)
    if (!isStated(key) && !isClaimedField(draft.claims, resource, key))
      reportMissing(problems, resource.address, key, resource.span);
  checkChoice(outer, block, isStated);
}

function checkChoice({ draft: { problems }, resource }: Declaring, block: Block, isStated: (key: string) => boolean) {
  const { oneOf, atMostOneOf } = block;
  const ways = atMostOneOf.filter(isStated);
  if (ways.length > 1)
    problems.add('E-ONE-OF', resource.span, {
      message: `${resource.address} allows only one of ${atMostOneOf.join(', ')}`,
      label: `has ${ways.join(' and ')}`,
    });
  const chosen = oneOf.filter(isStated);
  if (oneOf.length > 0 && chosen.length !== 1)
    problems.add('E-ONE-OF', resource.span, {
      message: `${resource.address} needs exactly one of ${oneOf.join(', ')}`,
      label: chosen.length === 0 ? 'has none' : `has ${chosen.join(' and ')}`,
    });
}

function misplacedHint({ shape }: Block, key: string, shapes: Shapes) {
  if (shape.key !== 'name' && shape.key.field === key) return `remove \`${key}\`: the key of the block sets it`;
  // Only items at the root of a flat site have `default`.
  const wraps = [...shapes.values()].find((each) => each.wraps?.child === shape.name)?.wraps;
  const wrapper = wraps && shapes.get(wraps.wrapper)?.itemWord;
  return wrapper !== undefined && key === 'default' ? `set \`default: KEY\` on the ${wrapper}` : undefined;
}

function declarePart(declaring: Declaring, part: Part, entry: MapEntry): void {
  const { draft, resource, prune } = declaring;
  const { value } = entry;
  const name = () => `${resource.address}: ${entry.key}`;
  switch (part.is) {
    case 'field':
      return void checkField({ draft, resource, name: part.name, field: part.field, node: value });
    case 'file':
      return void checkFileField({ draft, resource, name: part.name, field: part.field, node: value });
    case 'group':
      return void declareGroup(declaring, part.parts, value, name());
    case 'sequence':
      return void declareItems(declaring, entry);
    case 'pin': {
      keepNode(draft, resource, 'id', value);
      const pin = checkText(draft.problems, value, { is: 'text', pattern: pinPattern }, name());
      if (pin) resource.pin = pin;
      return;
    }
    case 'protect':
    case 'replace': {
      const stated = checkBoolean(draft.problems, value, name());
      if (stated !== undefined) resource[part.is] = stated;
      return;
    }
    case 'default':
      keepNode(draft, resource, 'default', value);
      return void checkBoolean(draft.problems, value, name());
    case 'external': // The only key of its block, which is read before.
    case 'prune': // Read before everything else, as it holds for all lists of the block.
      return;
    default:
      return void declareChildren(draft, part, entry, resource, prune);
  }
}

function declareGroup(
  declaring: Declaring,
  parts: ReadonlyMap<string, Part>,
  node: ConfigurationNode,
  name: string,
): void {
  const { problems } = declaring.draft;
  for (const entry of mapOf(problems, node, name)?.entries ?? []) {
    const part = parts.get(entry.key);
    if (part !== undefined) declarePart(declaring, part, entry);
    else reportUnknownKey(problems, entry.key, entry.keySpan, name, [...parts.keys()]);
  }
}

/** Records the order of a container. It is resolved after all resources are declared. */
function declareOrder(draft: ConfigurationDraft, of: OrderedContainer, node: ConfigurationNode, name: string) {
  const items = itemsOf(draft.problems, node, name) ?? [];
  const keys = items.map((item) => checkText(draft.problems, item, { is: 'text' }, `an item of ${name}`));
  reportRepeated(draft.problems, items, keys, name);
  const named = new Map(items.map((item, index) => [keys[index], item]));
  const once = [...named].flatMap(([key, item]) => (key !== undefined && item.is === 'scalar' ? [item] : []));
  if (node.is === 'list') draft.sequences.push({ of, items: once });
}

interface StructureItem {
  readonly kind: KindName;
  readonly map: MapNode;
  readonly word: MapEntry;
}

function declareItems({ draft, resource: container, prune }: Declaring, entry: MapEntry): void {
  const shape = shapeOf(draft, container.kind);
  const { wraps } = shape;
  const nodes = itemsOf(draft.problems, entry.value, `${container.address}: ${entry.key}`);
  if (nodes === undefined) return;
  const possible = itemKindsIn(shape, draft.shapes);
  const items = nodes.flatMap((each) => itemOf(draft, container, possible, each) ?? []);
  if (wraps !== undefined) reportMixture(draft, shape, wraps, items);
  // An empty list declares that no form has items.
  for (const { name: kind, segment } of listedKinds(draft, container, items))
    draft.lists.push({ list: listAddress(container.address, segment), kind, prune: prune(kind), span: entry.keySpan });
  const placed = items.map((item) => declareItem(draft, container, item, prune));
  draft.orders[container.address] = placed.map((resource) => resource.address);
  if (wraps !== undefined) deriveDefault(draft, container, placed);
}

function itemOf(
  draft: ConfigurationDraft,
  container: DraftResource,
  possible: readonly KindShape[],
  node: ConfigurationNode,
): StructureItem | undefined {
  const { problems, shapes } = draft;
  if (node.is === 'scalar' && typeof node.value === 'string')
    return problems.add('E-TYPE', node.span, {
      message: `an item of ${container.address} must be a map, not text`,
      hint: wordHint(node.value, shapeOf(draft, container.kind), possible),
    });
  const map = node.is === 'map' ? node : mapOf(problems, node, `an item of ${container.address}`);
  if (map === undefined) return undefined;
  for (const { name: kind, itemWord } of possible) {
    const word = itemWord === undefined ? undefined : entryOf(map, itemWord);
    if (word !== undefined) return { kind, map, word };
  }
  const known = [...itemWords(shapes).values()];
  const other = map.entries.find((entry) => known.includes(entry.key));
  const message =
    other === undefined
      ? `an item of ${container.address} has no type`
      : `a ${other.key} is not allowed directly in ${titleWithArticle(shapeOf(draft, container.kind))}`;
  const words = possible.flatMap(({ itemWord }) => itemWord ?? []);
  const [near] = other ? [] : map.entries.flatMap((entry) => didYouMean(problems.suggest(entry.key, words)) ?? []);
  return problems.add('E-STRUCTURE-ITEM', other?.keySpan ?? map.span, {
    message,
    hint: hints(near, beginningHint(shapeOf(draft, container.kind), possible)),
  });
}

/** For an item that is only a key. */
function wordHint(key: string, container: KindShape, possible: readonly KindShape[]) {
  const [first, other] = possible;
  return first === undefined || other !== undefined
    ? beginningHint(container, possible)
    : `write \`{ ${first.itemWord}: ${key} }\``;
}

/** Lists the words with which an item can begin. */
function beginningHint({ itemWord, title, wraps }: KindShape, possible: readonly KindShape[]) {
  const begun = (shapes: readonly KindShape[]) => shapes.map((shape) => `\`${shape.itemWord}: KEY\``).join(', ');
  const flat = possible.filter(({ name }) => name === wraps?.child);
  const usual = possible.filter((shape) => !flat.includes(shape));
  if (flat.length > 0) return `begin the item with ${begun(usual)} or, on a flat ${title}, ${begun(flat)}`;
  return `begin the item with ${begun(usual)}: a ${itemWord} contains only ${wordsOf(usual)}`;
}

function wordsOf(shapes: readonly KindShape[]) {
  return joinWithAnd(shapes.map(({ itemWord }) => `${itemWord}s`));
}

/** A site has either sections or spaces at its root. The first item decides. */
function reportMixture(
  { problems, shapes }: ConfigurationDraft,
  container: KindShape,
  wraps: NonNullable<KindShape['wraps']>,
  items: readonly StructureItem[],
): void {
  const [first] = items;
  const isFlat = first?.kind === wraps.child;
  const other = items.find((item) => (item.kind === wraps.child) !== isFlat);
  if (first === undefined || other === undefined) return;
  const words = itemWords(shapes);
  const flat = words.get(wraps.child);
  const usual = itemKindsIn(container, shapes).filter(({ name }) => name !== wraps.child);
  problems.add('E-STRUCTURE-MIXED', other.word.keySpan, {
    message: `${titleWithArticle(container)} contains either ${wordsOf(usual)}, or only ${flat}s`,
    label: `a ${other.word.key} next to a ${first.word.key}`,
    hint: `put every ${flat} into a ${words.get(wraps.wrapper)}`,
    related: [{ message: 'first item here', span: first.word.keySpan }],
  });
}

/** The sections of a group are in the list of the site. */
function listedKinds(draft: ConfigurationDraft, { kind }: DraftResource, [first]: readonly StructureItem[]) {
  const shape = shapeOf(draft, kind);
  const listed = itemKindsIn(shape, draft.shapes).filter(({ parents }) => parents?.includes(shape.name));
  const flat = shape.wraps?.child;
  return first === undefined || flat === undefined
    ? listed
    : listed.filter(({ name }) => (name === flat) === (first.kind === flat));
}

function declareItem(
  draft: ConfigurationDraft,
  container: DraftResource,
  { kind, map, word }: StructureItem,
  prune: PruneSetting,
): DraftResource {
  const block = grammarOf(draft.shapes)(kind, kind === shapeOf(draft, container.kind).wraps?.child);
  const key = checkText(draft.problems, word.value, { is: 'text' }, word.key);
  // Resources in a group belong to the site of the group.
  const isOwn = block.shape.parents?.includes(container.kind) === true;
  const parent = isOwn ? container.address : container.parent;
  const resource = newResource(draft, block.shape, key, parent, word.value.span);
  // The group of a section; null at the root.
  for (const name of groupFields(block.shape)) {
    resource.fields[name] = isOwn ? null : { ref: container.address };
    resource.fieldSpans[name] = resource.span;
  }
  const entries = map.entries.filter((entry) => entry !== word);
  declareEntries({ draft, resource, prune }, block, map, entries);
  return resource;
}

const groupFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (isContainerField(field) ? [name] : [])),
);

/** The default of a flat site is the item with `default: true`. */
function deriveDefault(draft: ConfigurationDraft, site: DraftResource, placed: readonly DraftResource[]) {
  const field = Object.entries(shapeOf(draft, site.kind).fields).find(([, { derived }]) => derived)?.[0];
  const flags = placed.flatMap((resource) => {
    const node = draft.nodes.get(resource)?.default;
    return node?.is === 'scalar' && node.value === true ? [{ resource, node }] : [];
  });
  const [first, second] = flags;
  if (first === undefined || field === undefined) return;
  site.fields[field] = { ref: first.resource.address };
  site.fieldSpans[field] = first.node.span;
  if (second === undefined) return;
  draft.problems.add('E-DUPLICATE-DEFAULT', second.node.span, {
    message: `${site.address} has two default spaces`,
    hint: 'keep `default: true` on one space',
    related: [{ message: 'first default space here', span: first.node.span }],
  });
}
