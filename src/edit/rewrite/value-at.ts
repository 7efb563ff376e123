/** Sets one field, or declares one resource, in the text of a configuration file. */
import { isCollection, isMap, isScalar, isSeq, type Node, visit } from 'yaml';
import { type Block, grammarOf } from '../../config/grammar.ts';
import { type Address, keyIn, type ListAddress, listOf } from '../../core/address.ts';
import type { Desired, DesiredResource } from '../../core/state.ts';
import { type KindShape, type Shapes, shapeOf } from '../../kinds/shape.ts';
import {
  type Entry,
  inPlaceOf,
  keyOf,
  mapOf,
  memberValue,
  newEntry,
  newMap,
  newScalar,
  setMembers,
  valueIn,
  type YamlMap,
} from '../yaml/nodes.ts';
import { EditRefusal, placeAt, type SourceFile, sourceFileOf } from '../yaml/source-file.ts';
import { inOrder } from './editing.ts';

interface ValueEdit {
  /** The texts of the files by path, main file first. */
  readonly sources: ReadonlyMap<string, string>;
  readonly desired: Desired;
  readonly shapes: Shapes;
  readonly address: Address;
  readonly kind: string;
  /** Missing: the value is for the whole resource. */
  readonly field?: string;
  readonly value: Node;
}

/** The changed file. Throws EditRefusal. */
export function withValue(edit: ValueEdit): { readonly file: string; readonly text: string } {
  const { desired, address } = edit;
  const resource = desired.resources.find((each) => each.address === address);
  if (resource === undefined) return withResource(edit);
  const source = fileNamed(edit, resource.span.file);
  const place = placeOf(source, resource);
  const edited = fieldsIn(edit).reduce((node, [name, its]) => withField(edit, node, name, its), place.node);
  if (edited !== null) place.set(edited);
  return { file: source.file, text: source.edited() };
}

/** A map for a whole resource sets each of its fields, and leaves the other fields as they are. */
function fieldsIn({ field, value, kind, shapes }: ValueEdit): readonly (readonly [string, Node])[] {
  if (field === undefined && isMap(value))
    return (value as YamlMap).items.map((entry) => [keyOf(entry), entry.value ?? newScalar(null)]);
  const name = field ?? shapeOf({ shapes }, kind).shorthand;
  if (name === undefined)
    throw new EditRefusal('a resource of this kind has no value of its own; name one of its fields');
  return [[name, value]];
}

function fileNamed({ sources }: ValueEdit, file: string): SourceFile {
  const source = sourceFileOf(file, sources.get(file) ?? '');
  if (source === undefined) throw new EditRefusal(`${file} is a table, or its layout cannot be edited`);
  return source;
}

/** The node of a block, found by the position of the resource. */
function placeOf({ root, text }: SourceFile, { address, span }: DesiredResource) {
  const wanted = `${span.line}:${span.column}`;
  const isAt = (node: unknown) => placeAt(text, (node as Node).range?.[0] ?? -1) === wanted;
  let found: { readonly node: Node | null; readonly set: (node: Node) => void } | undefined;
  visit(root, {
    Pair: (_, pair, path) => {
      const entry = pair as Entry;
      const [list, map] = path.slice(-2);
      const isItem = isSeq(list) && isMap(map) && map.items[0] === pair;
      if (!isAt(entry.key) && !(isItem && isAt(entry.value))) return undefined;
      found = isItem
        ? { node: map as YamlMap, set: () => undefined }
        : {
            node: entry.value,
            set: (node) => {
              entry.value = node;
            },
          };
      return visit.BREAK;
    },
  });
  if (found === undefined) throw new EditRefusal(`${address} comes from a template or cannot be edited`);
  return found;
}

function withField(edit: ValueEdit, node: Node | null, name: string, value: Node): Node {
  const block = grammarOf(edit.shapes)(edit.kind);
  const { shorthand } = block.shape;
  if (isMap(node)) {
    setEntry(node as YamlMap, name, value, block);
    return node;
  }
  if (isCollection(node)) throw new EditRefusal('the value of the resource is a list');
  if (name === shorthand || block.whole === name) return inPlaceOf(node, value);
  const kept = isScalar(node) && node.value !== null && shorthand !== undefined ? [newEntry(shorthand, node)] : [];
  return inPlaceOf(node, newMap(inOrder(kept, [newEntry(name, value)], [...block.parts.keys()]) as Entry[], true));
}

function setEntry(map: YamlMap, name: string, value: Node, { parts }: Block) {
  const entry = map.items.find((each) => keyOf(each) === name);
  if (entry === undefined) setMembers(map, inOrder(map.items, [newEntry(name, value)], [...parts.keys()]));
  else entry.value = inPlaceOf(entry.value, value);
}

/** Declares a new resource at the end of its list, in the file that has the list. */
function withResource(edit: ValueEdit) {
  const { address, kind, field, value, shapes } = edit;
  const shape = shapeOf({ shapes }, kind);
  if (shape.itemWord !== undefined)
    throw new EditRefusal(`a new ${shape.title} needs a place in its list, so write the item into the file`);
  const body = field === undefined || field === shape.shorthand ? value : newMap([newEntry(field, value)], true);
  const { source, map } = listPlace(edit, shape);
  setMembers(map, [...map.items, newEntry(keyIn(address), body)]);
  return { file: source.file, text: source.edited() };
}

function listPlace(edit: ValueEdit, { segment, under, parents, title }: KindShape) {
  const { desired, sources, address } = edit;
  const list: ListAddress = listOf(address);
  if (parents === undefined) {
    const file = desired.lists.find((each) => each.list === list)?.span?.file ?? [...sources.keys()][0] ?? '';
    const source = fileNamed(edit, file);
    return { source, map: mapAt(source.root, segment) };
  }
  const parentAddress = list.slice(0, list.length - segment.length - 1);
  const parent = desired.resources.find((each) => each.address === parentAddress);
  if (parent === undefined) throw new EditRefusal(`${parentAddress} is not declared, so it can have no ${title}`);
  const source = fileNamed(edit, parent.span.file);
  const block = mapOf(placeOf(source, parent).node);
  if (block === undefined) throw new EditRefusal(`the block of ${parentAddress} is not a map`);
  return { source, map: mapAt(under === undefined ? block : mapAt(block, under), segment) };
}

/** The map at the key, which is added if it is missing. */
function mapAt(map: YamlMap, key: string): YamlMap {
  const there = mapOf(valueIn(map, key));
  if (there !== undefined) return there;
  const added = newMap([], false);
  const entry = map.items.find((each) => keyOf(each) === key);
  if (entry === undefined) setMembers(map, [...map.items, newEntry(key, added)]);
  else entry.value = inPlaceOf(memberValue(entry), added);
  return added;
}
