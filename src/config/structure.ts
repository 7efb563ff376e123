/** Reads lists in reading order: sections, groups and spaces of a site. */
import { type Address, listAddress } from '../core/address.ts';
import { allOf, oneTitle } from '../core/count.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { KindName } from '../core/state.ts';
import { isPlace } from '../kinds/field.ts';
import { itemsIn, type KindShape, onceOfShape } from '../kinds/shape.ts';
import { declareParts, newResource, type Walk } from './blocks.ts';
import type { ConfigurationDraft, DraftResource, PruneSetting } from './draft.ts';
import { mapOf } from './fixed-map.ts';
import { itemWords } from './grammar.ts';
import { isKeyValid } from './keys.ts';
import { type ConfigurationNode, entryOf, type MapEntry, type MapNode } from './node.ts';
import { didYouMean, hints } from './problem-list.ts';
import { checkText, itemsOf } from './scalar-values.ts';

interface StructureItem {
  readonly kind: KindName;
  readonly map: MapNode;
  readonly word: MapEntry;
}

/** Declares the items of a site, a group or a section. */
export function declareItems(
  draft: ConfigurationDraft,
  container: DraftResource,
  entry: MapEntry,
  prune: PruneSetting,
): void {
  const walk: Walk = { draft, items: declareItems };
  const { wraps } = container.shape;
  const nodes = itemsOf(draft.problems, entry.value, `${container.address}: ${entry.key}`);
  if (nodes === undefined) return;
  const possible = itemsIn(container.shape, draft.shapes);
  const items: StructureItem[] = [];
  for (const each of nodes) {
    const item = itemOf(draft, container, possible, each);
    if (item !== undefined) items.push(item);
  }
  if (wraps !== undefined) reportMixture(draft, container.shape, wraps, items);
  declareLists(draft, container, items, { prune, span: entry.keySpan });
  const placed = items.map((item) => declareItem(walk, container, item, prune));
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
      : `a ${other.key} is not allowed directly in ${oneTitle(container.shape)}`;
  const words = possible.flatMap(({ itemWord }) => itemWord ?? []);
  const near =
    other === undefined
      ? map.entries.flatMap((entry) => didYouMean(problems.suggest(entry.key, words)) ?? [])[0]
      : undefined;
  problems.add('E-STRUCTURE-ITEM', other?.keySpan ?? map.span, {
    message,
    hint: hints(near, beginningHint(container.shape, possible)),
  });
  return undefined;
}

/** Lists the words with which an item can begin. */
function beginningHint({ itemWord, title, wraps }: KindShape, possible: readonly KindShape[]): string {
  const begun = (shapes: readonly KindShape[]) => shapes.map((shape) => `\`${shape.itemWord}: KEY\``).join(', ');
  const flat = possible.filter(({ name }) => name === wraps?.child);
  const usual = possible.filter((shape) => !flat.includes(shape));
  if (flat.length > 0) return `begin the item with ${begun(usual)} or, on a flat ${title}, ${begun(flat)}`;
  return `begin the item with ${begun(usual)}: a ${itemWord} contains only ${wordsOf(usual)}`;
}

/** For example `sections and groups`. */
function wordsOf(shapes: readonly KindShape[]): string {
  return allOf(shapes.map(({ itemWord }) => `${itemWord}s`));
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
  const usual = itemsIn(container, shapes).filter(({ name }) => name !== wraps.child);
  problems.add('E-STRUCTURE-MIXED', other.word.keySpan, {
    message: `${oneTitle(container)} contains either ${wordsOf(usual)}, or only ${flat}s`,
    label: `a ${other.word.key} next to a ${first.word.key}`,
    hint: `put every ${flat} into a ${words.get(wraps.wrapper)}`,
    related: [{ message: 'first item here', span: first.word.keySpan }],
  });
}

interface ListSaid {
  readonly prune: PruneSetting;
  readonly span: SourceSpan;
}

/** An empty list declares that no form has items. */
function declareLists(
  draft: ConfigurationDraft,
  container: DraftResource,
  items: readonly StructureItem[],
  said: ListSaid,
): void {
  for (const { name: kind, segment } of listedKinds(draft, container, items))
    draft.lists.push({ list: listAddress(container.address, segment), kind, prune: said.prune(kind), span: said.span });
}

/** The sections of a group are in the list of the site. */
function listedKinds(
  { shapes }: ConfigurationDraft,
  { shape }: DraftResource,
  [first]: readonly StructureItem[],
): readonly KindShape[] {
  const listed = itemsIn(shape, shapes).filter(({ parents }) => parents?.includes(shape.name));
  const flat = shape.wraps?.child;
  return first === undefined || flat === undefined
    ? listed
    : listed.filter(({ name }) => (name === flat) === (first.kind === flat));
}

function declareItem(
  walk: Walk,
  container: DraftResource,
  { kind, map, word }: StructureItem,
  prune: PruneSetting,
): DraftResource {
  const { draft } = walk;
  const block = draft.grammar(kind, kind === container.shape.wraps?.child);
  const key = checkText(draft.problems, word.value, { is: 'text' }, word.key);
  const isValid = key !== undefined && isKeyValid(draft, block.shape, key, word.value.span);
  // Resources in a group belong to the site of the group.
  const isOwn = block.shape.parents?.includes(container.shape.name) === true;
  const resource = newResource(
    draft,
    block.shape,
    key ?? '',
    isOwn ? container.address : container.parent,
    word.value.span,
    isValid,
  );
  placeInGroup(resource, isOwn ? null : container.address);
  const entries = map.entries.filter((entry) => entry !== word);
  declareParts(walk, resource, block, map, entries, prune);
  return resource;
}

/** Sets the group of each section; null at the root. */
function placeInGroup(resource: DraftResource, group: Address | null): void {
  for (const name of groupFields(resource.shape)) {
    resource.fields[name] = group === null ? null : { ref: group };
    resource.fieldSpans[name] = resource.span;
  }
}

const groupFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (isPlace(field) ? [name] : [])),
);

/** The default of a flat site is the item with `default: true`. */
function deriveDefault(draft: ConfigurationDraft, site: DraftResource, placed: readonly DraftResource[]): void {
  const field = Object.entries(site.shape.fields).find(([, { derived }]) => derived)?.[0];
  const flags = placed.flatMap((resource) => {
    const node = resource.nodes.default;
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
