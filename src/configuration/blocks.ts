/** From the block of a resource to the desired resource: fields, block keys, and the lists that stand in it. */
import { type Address, listAddress } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { KindName } from '../core/state.ts';
import type { DesiredValue } from '../core/value.ts';
import type { KindShape } from '../kinds/shape.ts';
import { asMap, type Context, complain, type PruneRule, shapeNamed, unknownKey } from './context.ts';
import type { Entry, MapNode, Node } from './node.ts';
import { readRule } from './policy.ts';
import { type Place, readField } from './values.ts';

/** A block on its way to a resource. */
export interface Block {
  readonly shape: KindShape;
  readonly address: Address;
  readonly key: string;
  readonly parent: Address | null;
  readonly keySpan: SourceSpan;
  /** Fields that the place itself states, such as the key. */
  readonly given: { readonly [field: string]: DesiredValue };
  /** Keys that somebody else reads (`structure`, `order`, a section's `spaces`). */
  readonly elsewhere: readonly string[];
}

const keyPattern = /^[A-Za-z0-9_][A-Za-z0-9._@+-]*$/;

/** Reads a map of resources: `teams: {docs: {...}}`. */
export function readList(
  context: Context,
  shape: KindShape,
  node: Node,
  parent: Address | null,
  rule?: PruneRule,
): readonly { readonly block: Block; readonly node: MapNode }[] {
  const list = listAddress(parent, shape.segment);
  const map = asMap(context, node, `\`${shape.segment}\``);
  if (map === undefined) return [];
  declareList(context, list, shape.name, rule);
  const read: { block: Block; node: MapNode }[] = [];
  for (const entry of map.entries) {
    const key = shape.fields[keyField(shape) ?? '']?.caseFolded || shape.bulk ? entry.key.toLowerCase() : entry.key;
    if (!keyPattern.test(key)) {
      complain(context, 'E-KEY-INVALID', entry.keySpan, `"${entry.key}" cannot be a key`, 'use letters, digits and . _ @ + -');
      continue;
    }
    const block: Block = {
      shape,
      address: `${list}/${key}`,
      key,
      parent,
      keySpan: entry.keySpan,
      given: givenBy(context, shape, key, entry.keySpan),
      elsewhere: elsewhereOf(context, shape),
    };
    const body = asBlock(context, shape, entry);
    if (body === undefined) continue;
    readBlock(context, block, body);
    read.push({ block, node: body });
  }
  return read;
}

export function declareList(context: Context, list: Address, kind: KindName, rule: PruneRule = context.pruneOf(kind)): void {
  context.lists.push({ list, kind, prune: rule.word, pruneIsNamed: rule.isNamed });
}

function keyField(shape: KindShape): string | undefined {
  return shape.key === 'name' ? undefined : shape.key.field;
}

/** The key itself as a field; a roster's key refers to a member. */
function givenBy(context: Context, shape: KindShape, key: string, span: SourceSpan): { readonly [field: string]: DesiredValue } {
  const name = keyField(shape);
  const field = name === undefined ? undefined : shape.fields[name];
  if (name === undefined || field === undefined) return {};
  if (field.type.is === 'ref') return { [name]: { ref: `${shapeNamed(context, field.type.to).segment}/${key}` } };
  const value = readField(context, `the key of a ${shape.title}`, field, { is: 'scalar', value: key, span }, { self: '', site: '' });
  return value === undefined ? {} : { [name]: value };
}

/** Child lists are read after the block; a shorthand scalar stands for one field. */
function elsewhereOf(context: Context, shape: KindShape): readonly string[] {
  const children = [...context.shapes.values()].filter((child) => child.parents?.includes(shape.name)).map((child) => child.segment);
  return shape.wraps ? ['structure', 'shareLinks', 'visitor'] : shape.name === 'collection' ? ['order'] : children;
}

function asBlock(context: Context, shape: KindShape, { key, keySpan, value }: Entry): MapNode | undefined {
  if (value.is === 'scalar' && shape.shorthand !== undefined)
    return { is: 'map', span: value.span, entries: [{ key: shape.shorthand, keySpan: value.span, value }] };
  if (value.is === 'scalar' && value.value === null)
    return complain(
      context,
      'E-NULL',
      keySpan,
      `${shape.title} "${key}" cannot be null`,
      `use \`{}\` for a ${shape.title} of which nothing is managed but its being there`,
    );
  return asMap(context, value, `${shape.title} "${key}"`);
}

/** The keys a block can have beside its fields. */
function blockKeys(shape: KindShape): readonly string[] {
  if (shape.singleton) return [];
  const pin = shape.key === 'name' ? ['id'] : [];
  const children = shape.wraps || shape.segment === 'teams' ? ['prune'] : [];
  return [...pin, 'protect', 'replace', ...children];
}

/** Reads fields and block keys, and adds the resource. */
export function readBlock(context: Context, block: Block, node: MapNode): void {
  const { shape, address } = block;
  const place: Place = { self: address, site: address.split('/').slice(0, 2).join('/') };
  const fields: { [field: string]: DesiredValue } = { ...block.given };
  const fieldSpans: { [field: string]: SourceSpan } = {};
  const marks: { pin?: string; protect?: boolean; replace?: boolean } = {};
  const stated = new Set<string>();
  for (const entry of node.entries) {
    const name = Object.entries(shape.fields).find(([, field]) => field.fileKey === entry.key)?.[0] ?? entry.key;
    const field = shape.fields[name];
    const isOwn = field !== undefined && !field.derived && !(name in block.given);
    if (isOwn) {
      const target =
        name === entry.key
          ? entry.value
          : { is: 'map' as const, span: entry.value.span, entries: [{ key: 'file', keySpan: entry.keySpan, value: entry.value }] };
      const value = readField(context, name, field, target, place);
      stated.add(name);
      if (value !== undefined) fields[name] = value;
      fieldSpans[name] = entry.value.span;
    } else if (blockKeys(shape).includes(entry.key)) readMark(context, entry, marks);
    else if (!block.elsewhere.includes(entry.key)) unknownKey(context, entry, knownKeys(block), `${shape.title} "${block.key}"`);
  }
  checkRequired(context, block, stated, marks.pin !== undefined);
  const { key, parent, keySpan } = block;
  context.resources.push({ address, kind: shape.name, key, parent, fields, span: keySpan, fieldSpans, ...marks });
}

function knownKeys({ shape, given, elsewhere }: Block): readonly string[] {
  const fields = Object.entries(shape.fields).flatMap(([name, field]) =>
    field.derived || name in given || (field.writtenBy === 'move' && shape.parents)
      ? []
      : [name, ...(field.fileKey ? [field.fileKey] : [])],
  );
  return [...fields, ...blockKeys(shape), ...elsewhere];
}

function readMark(context: Context, { key, value }: Entry, marks: { pin?: string; protect?: boolean; replace?: boolean }): void {
  if (key === 'prune') return;
  if (key === 'id') {
    if (value.is === 'scalar' && typeof value.value === 'string' && /^[A-Za-z0-9_-]+$/.test(value.value)) marks.pin = value.value;
    else complain(context, 'E-TYPE', value.span, '`id` must be an id of the platform, as text');
  } else if (value.is === 'scalar' && typeof value.value === 'boolean') marks[key === 'protect' ? 'protect' : 'replace'] = value.value;
  else complain(context, 'E-TYPE', value.span, `\`${key}\` must be true or false`);
}

function checkRequired(context: Context, { shape, key, keySpan, given }: Block, stated: ReadonlySet<string>, isPinned: boolean): void {
  if (isPinned) return;
  for (const [name, field] of Object.entries(shape.fields)) {
    if (field.required && !stated.has(name) && !(name in given))
      complain(context, 'E-REQUIRED', keySpan, `${shape.title} "${key}" needs \`${name}\``, field.description);
  }
  const choices = shape.exactlyOneOf;
  if (choices === undefined) return;
  const chosen = choices.filter((name) => stated.has(name));
  const names = choices.flatMap((name) => [name, ...(shape.fields[name]?.fileKey ? [shape.fields[name].fileKey] : [])]);
  if (chosen.length !== 1)
    complain(context, 'E-EXCLUSIVE', keySpan, `${shape.title} "${key}" must state exactly one of ${names.join(', ')}`);
}

/** The prune rule said on a block for the lists in it. */
export function ruleOn(context: Context, node: MapNode, kind: KindName): PruneRule | undefined {
  const entry = node.entries.find(({ key }) => key === 'prune');
  return entry && readRule(context, entry.value, kind);
}
