/** Declares resources from their blocks: fields, references, settings, and nested blocks. */
import { type Address, childAddress, listAddress } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import { foldedKey } from '../declaration/key.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { reportDuplicateKey } from './convert.ts';
import type { ConfigurationDraft, DraftResource, OrderedContainer, PruneSetting } from './draft.ts';
import { checkField, checkFileField } from './fields.ts';
import { mapOf, reportMissing, reportUnknownKey } from './fixed-map.ts';
import { type Block, idPattern, type Part } from './grammar.ts';
import { isKeyValid } from './keys.ts';
import { type ConfigurationNode, entryOf, isNull, type MapEntry, type MapNode } from './node.ts';
import { pruneSetting } from './policy.ts';
import { checkBoolean, checkText, itemsOf, reportRepeated } from './scalar-values.ts';
import { checkValue } from './values.ts';

export interface BlockPlace {
  readonly parent: Address | null;
  readonly prune: PruneSetting;
}

/** Declares the items of a list (`structure`, `spaces`). Passed as a parameter, because items contain blocks. */
export type DeclareItems = (
  draft: ConfigurationDraft,
  site: DraftResource,
  entry: MapEntry,
  prune: PruneSetting,
) => void;

export interface Walk {
  readonly draft: ConfigurationDraft;
  readonly items: DeclareItems;
}

/** Declares a map from keys to blocks: `teams`, or `shareLinks` in a site. */
export function declareMap(
  walk: Walk,
  shape: KindShape,
  { value, keySpan: span }: MapEntry,
  { parent, prune }: BlockPlace,
): void {
  const { draft } = walk;
  const list = listAddress(parent, shape.segment);
  const map = mapOf(draft.problems, value, list);
  if (map === undefined) return;
  draft.lists.push({ list, kind: shape.name, prune: prune(shape.name), span });
  const block = draft.grammar(shape.name);
  for (const entry of map.entries) {
    const isValid = isKeyValid(draft, shape, entry.key, entry.keySpan);
    const resource = newResource(draft, shape, entry.key, parent, entry.keySpan, isValid);
    declareBlock(walk, resource, block, entry.value, prune);
  }
}

/** Declares the only block of a kind: `settings`, or `visitor` in a site. */
export function declareSingle(walk: Walk, shape: KindShape, entry: MapEntry, { parent, prune }: BlockPlace): void {
  const { draft } = walk;
  const address = listAddress(parent, shape.segment);
  const block = draft.grammar(shape.name);
  if (isNull(entry.value) && shape.undeletable) {
    draft.problems.add('E-NULL', entry.value.span, {
      message: `${address} cannot be null`,
      label: 'cannot be deleted',
      hint: 'remove the key to leave the value unchanged',
    });
    return;
  }
  const resource = register(draft, { address, shape, key: shape.segment, parent, span: entry.keySpan }, true);
  declareBlock(walk, resource, block, entry.value, prune);
}

/** `isValid`: references can use only valid keys. */
export function newResource(
  draft: ConfigurationDraft,
  shape: KindShape,
  key: string,
  parent: Address | null,
  span: SourceSpan,
  isValid: boolean,
): DraftResource {
  const folded = foldedKey(shape, key, draft.shapes);
  const address = childAddress(parent, shape.segment, folded);
  const resource = register(draft, { address, shape, key: folded, parent, span }, isValid);
  if (shape.key === 'name') return resource;
  const { field } = shape.key;
  const type = shape.fields[field]?.type;
  resource.fieldSpans[field] = span;
  if (type?.is !== 'ref') resource.fields[field] = folded;
  else if (isValid) draft.references.push({ from: resource, field, type, key: folded, span });
  return resource;
}

function register(
  draft: ConfigurationDraft,
  what: Pick<DraftResource, 'address' | 'shape' | 'key' | 'parent' | 'span'>,
  isValid: boolean,
): DraftResource {
  const { address, shape, key, parent, span } = what;
  const resource: DraftResource = {
    address,
    shape,
    key,
    parent,
    span,
    fields: {},
    fieldSpans: {},
    nodes: {},
    guards: {},
  };
  if (!isValid) return resource;
  const first = draft.at.get(address);
  if (first !== undefined) {
    reportDuplicateKey(draft.problems, key, span, first.span, shape.title);
    return resource;
  }
  draft.at.set(address, resource);
  const list = listAddress(parent, shape.segment);
  const scope = draft.scopes.get(list);
  if (scope === undefined) draft.scopes.set(list, new Map([[key, resource]]));
  else scope.set(key, resource);
  return resource;
}

function declareBlock(
  walk: Walk,
  resource: DraftResource,
  block: Block,
  node: ConfigurationNode,
  prune: PruneSetting,
): void {
  const { problems } = walk.draft;
  const { shape, address } = resource;
  const shorthand = shape.shorthand === undefined ? undefined : block.parts.get(shape.shorthand);
  if (node.is === 'scalar' && shorthand?.is === 'field' && (node.value !== null || shorthand.field.clearable)) {
    return void checkField(walk.draft, resource, shorthand.name, shorthand.field, node);
  }
  const map = mapOf(problems, node, address);
  if (map === undefined) return;
  if (block.whole === undefined) return void declareParts(walk, resource, block, map, map.entries, prune);
  const type = shape.fields[block.whole]?.type;
  if (type === undefined || type.is === 'ref') return;
  resource.nodes[block.whole] = map;
  resource.fieldSpans[block.whole] = resource.span;
  const value = checkValue(problems, map, type, address);
  if (value !== undefined) resource.fields[block.whole] = value;
}

/** `entries` excludes entries that are not parts, such as the key of an item. */
export function declareParts(
  walk: Walk,
  resource: DraftResource,
  block: Block,
  map: MapNode,
  entries: readonly MapEntry[],
  outer: PruneSetting,
): void {
  const { draft } = walk;
  const { problems } = draft;
  const prune = pruneSetting(draft, resource, map, outer);
  const meant: (string | undefined)[] = [];
  for (const entry of entries) {
    const part = block.parts.get(entry.key);
    if (part !== undefined) declarePart(walk, resource, part, entry, prune);
    else {
      const hint = misplacedHint(block, entry.key, draft.shapes);
      meant.push(reportUnknownKey(problems, entry.key, entry.keySpan, resource.address, [...block.parts.keys()], hint));
    }
  }
  const isStated = (key: string): boolean => entryOf(map, key) !== undefined || meant.includes(key);
  for (const key of block.required) if (!isStated(key)) reportMissing(problems, resource.address, key, resource.span);
  checkChoice(walk, resource, block, isStated);
}

function checkChoice(
  { draft: { problems } }: Walk,
  resource: DraftResource,
  block: Block,
  isStated: (key: string) => boolean,
): void {
  const ways = block.atMostOneOf.filter(isStated);
  if (ways.length > 1) {
    problems.add('E-ONE-OF', resource.span, {
      message: `${resource.address} allows only one of ${block.atMostOneOf.join(', ')}`,
      label: `has ${ways.join(' and ')}`,
    });
  }
  if (block.oneOf.length === 0) return;
  const chosen = block.oneOf.filter(isStated);
  if (chosen.length === 1) return;
  problems.add('E-ONE-OF', resource.span, {
    message: `${resource.address} needs exactly one of ${block.oneOf.join(', ')}`,
    label: chosen.length === 0 ? 'has none' : `has ${chosen.join(' and ')}`,
  });
}

function misplacedHint({ shape }: Block, key: string, shapes: Shapes): string | undefined {
  if (shape.key !== 'name' && shape.key.field === key) return `remove \`${key}\`: the key of the block sets it`;
  // Only items at the root of a flat site have `default`.
  const wraps = [...shapes.values()].find((each) => each.wraps?.child === shape.name)?.wraps;
  const wrapper = wraps && shapes.get(wraps.wrapper)?.itemWord;
  return wrapper !== undefined && key === 'default' ? `set \`default: KEY\` on the ${wrapper}` : undefined;
}

function declarePart(walk: Walk, resource: DraftResource, part: Part, entry: MapEntry, prune: PruneSetting): void {
  const { draft } = walk;
  const { value } = entry;
  const nameOf = () => `${resource.address}: ${entry.key}`;
  switch (part.is) {
    case 'field':
      return void checkField(draft, resource, part.name, part.field, value);
    case 'file':
      return void checkFileField(draft, resource, part.name, part.field, value);
    case 'map':
      return void declareMap(walk, part.shape, entry, { parent: resource.address, prune });
    case 'single':
      return void declareSingle(walk, part.shape, entry, { parent: resource.address, prune });
    case 'sequence':
      return void walk.items(draft, resource, entry, prune);
    case 'order':
      return void declareOrder(
        draft,
        { address: resource.address, kind: resource.shape.name, key: resource.key },
        value,
        nameOf(),
      );
    case 'pin':
      resource.nodes.id = value;
      return void setGuard(
        resource,
        'pin',
        checkText(draft.problems, value, { is: 'text', pattern: idPattern }, nameOf()),
      );
    case 'protect':
    case 'replace':
      return void setGuard(resource, part.is, checkBoolean(draft.problems, value, nameOf()));
    case 'default':
      resource.nodes.default = value;
      return void checkBoolean(draft.problems, value, nameOf());
    case 'prune':
      return; // Read before everything else, as it holds for all lists of the block.
  }
}

function setGuard<Word extends 'pin' | 'protect' | 'replace'>(
  resource: DraftResource,
  word: Word,
  value: DraftResource['guards'][Word] | undefined,
): void {
  if (value !== undefined) resource.guards[word] = value;
}

/** Records the order of a container. It is resolved after all resources are declared. */
export function declareOrder(
  draft: ConfigurationDraft,
  of: OrderedContainer,
  node: ConfigurationNode,
  name: string,
): void {
  const items = itemsOf(draft.problems, node, name) ?? [];
  const keys = items.map((item) => checkText(draft.problems, item, { is: 'text' }, `an item of ${name}`));
  reportRepeated(draft.problems, items, keys, name);
  const named = new Map(items.map((item, index) => [keys[index], item]));
  const once = [...named].flatMap(([key, item]) => (key !== undefined && item.is === 'scalar' ? [item] : []));
  if (node.is === 'list') draft.sequences.push({ of, items: once });
}
