/** Adds resources to the draft, with their keys, fields and references. */
import { type Address, childAddress, listAddress } from '../core/address.ts';
import { asciiForm, asciiHint } from '../core/ascii-form.ts';
import { oneTitle } from '../core/count.ts';
import type { SourceSpan } from '../core/problem.ts';
import { foldedKey, keyPattern, longestKey } from '../declaration/key.ts';
import { type FieldShape, type FieldType, withPlainLines } from '../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import { reportDuplicateKey } from './convert.ts';
import { type ConfigurationDraft, type DraftResource, keepNode } from './draft.ts';
import { directoryOf, joinPath } from './file-reader.ts';
import { idPattern } from './grammar.ts';
import { type ConfigurationNode, entryOf, isNull, type MapNode } from './node.ts';
import {
  checkText,
  checkValue,
  type FixedFields,
  isFormatted,
  lengthOf,
  mapOf,
  matches,
  readFixed,
  reportMissing,
  reportUnknownKey,
  type TextType,
} from './values.ts';

/** `written`: undefined after a problem. Resources with an invalid key cannot be referenced. */
export function newResource(
  draft: ConfigurationDraft,
  shape: KindShape,
  written: string | undefined,
  parent: Address | null,
  span: SourceSpan,
): DraftResource {
  const isValid = written !== undefined && isKeyValid(draft, shape, written, span);
  const key = foldedKey(shape, written ?? '', draft.shapes);
  const address = childAddress(parent, shape.segment, key);
  const resource = register(draft, shape, { address, key, parent, span }, isValid);
  if (shape.key === 'name') return resource;
  const { field } = shape.key;
  const type = shape.fields[field]?.type;
  resource.fieldSpans[field] = span;
  if (type?.is !== 'ref') resource.fields[field] = key;
  else if (isValid) draft.references.push({ from: resource, field, type, key, span });
  return resource;
}

export function register(
  { at, scopes, problems }: ConfigurationDraft,
  shape: KindShape,
  place: Pick<DraftResource, 'address' | 'key' | 'parent' | 'span'>,
  isValid = true,
): DraftResource {
  const { address, key, parent, span } = place;
  const resource: DraftResource = { address, kind: shape.name, key, parent, span, fields: {}, fieldSpans: {} };
  if (!isValid) return resource;
  const first = at.get(address);
  if (first !== undefined) {
    reportDuplicateKey(problems, key, span, first.span, shape.title);
    return resource;
  }
  at.set(address, resource);
  const list = listAddress(parent, shape.segment);
  const scope = scopes.get(list);
  if (scope === undefined) scopes.set(list, new Map([[key, resource]]));
  else scope.set(key, resource);
  return resource;
}

/** A key that refers to another resource has the bounds of its key. */
export function keyType(shape: KindShape, shapes: Shapes): TextType {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
  if (target !== undefined) return keyType(target, shapes);
  if (type?.is !== 'text') return { is: 'text', min: 1, max: longestKey, pattern: keyPattern };
  return takesVariables(shape) ? { ...type, pattern: idPattern, max: longestKey } : type;
}

/** Keys that are platform ids differ between organizations, so they can contain variables. */
export function takesVariables(shape: KindShape): boolean {
  return shape.key !== 'name' && shape.key.field === 'id';
}

function isKeyValid({ problems, shapes }: ConfigurationDraft, shape: KindShape, key: string, span: SourceSpan) {
  const refusal = keyRefusal(shape, key, shapes);
  if (refusal === undefined) return true;
  const encoded = encodedKey(shape, key, shapes);
  problems.add('E-KEY-NAME', span, {
    message: `invalid key "${key}" for ${oneTitle(shape)}`,
    label: 'not a valid key',
    hint: key.includes('${')
      ? 'use variables only in values, and in keys of link invites'
      : encoded === undefined
        ? `change the key: it ${refusal}`
        : asciiHint(encoded),
  });
  return false;
}

/** A path such as `/über` as URLs have it, or the domain of an e-mail address in punycode. */
function encodedKey(shape: KindShape, key: string, shapes: Shapes) {
  const { format } = keyType(shape, shapes);
  const isPath = shape.key !== 'name' && shape.key.isPath === true;
  if (!isPath && format !== 'email') return undefined;
  return asciiForm(key, (form) => keyRefusal(shape, form, shapes) === undefined);
}

/** Returns the requirement that the key violates. */
export function keyRefusal(shape: KindShape, key: string, shapes: Shapes): string | undefined {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, format } = keyType(shape, shapes);
  const isPath = shape.key !== 'name' && shape.key.isPath === true;
  const length = lengthOf(key, min, max);
  const isLong = length > max;
  const isWritten =
    length >= min && !isLong && (isPath || !key.includes('/')) && (pattern === undefined || matches(pattern, key));
  if (isWritten && (format !== 'email' || isFormatted(format, key))) return undefined;
  if (format === 'email') return 'must be an e-mail address';
  return isLong ? `can have at most ${max} characters` : `must match ${pattern}`;
}

/** The value of a field in a block. */
interface FieldEntry {
  readonly draft: ConfigurationDraft;
  readonly resource: DraftResource;
  readonly name: string;
  readonly field: FieldShape;
  readonly node: ConfigurationNode;
}

export function checkField(entry: FieldEntry): void {
  const { draft, resource, name, field, node } = entry;
  if (node.is === 'map') keepNode(draft, resource, name, node);
  resource.fieldSpans[name] = node.span;
  if (isNull(node)) return void checkNull(entry);
  const { type } = field;
  if (type.is === 'ref') return void checkReference(entry, type);
  if (field.fromFile && node.is === 'map') {
    // For example `certificate: { file: certs/okta.pem }`.
    const path = valueUnder(entry, 'file');
    if (path !== undefined) checkFileField({ ...entry, node: path });
    return;
  }
  const value = checkValue(draft.problems, node, type, nameOf(entry));
  if (value === undefined) return;
  resource.fields[name] = value;
  if (type.is === 'text' && type.format === 'condition' && node.is === 'scalar')
    draft.conditions.push({ of: resource, field: name, node });
}

function nameOf({ resource, name }: FieldEntry) {
  return `${resource.address}: ${name}`;
}

function checkNull(entry: FieldEntry) {
  const { draft, resource, name, field, node } = entry;
  if (field.clearable) {
    resource.fields[name] = null;
    return;
  }
  const { is } = field.type;
  const empty = is === 'list' ? '`[]`' : is === 'keyed' || is === 'claims' ? '`{}`' : undefined;
  const unchanged = 'remove the key to leave the value unchanged';
  draft.problems.add('E-NULL', node.span, {
    message: `${nameOf(entry)} cannot be null`,
    label: 'the platform cannot clear this field',
    hint: empty === undefined ? unchanged : `write ${empty} to empty it, or ${unchanged}`,
  });
}

function checkReference(entry: FieldEntry, type: Extract<FieldType, { is: 'ref' }>) {
  const { draft, resource, name: field } = entry;
  const node = type.under === undefined ? entry.node : valueUnder(entry, type.under);
  const key = node && checkText(draft.problems, node, { is: 'text', min: 1 }, nameOf(entry));
  if (node !== undefined && key !== undefined)
    draft.references.push({ from: resource, field, type, key, span: node.span });
}

/** Returns the value of a map with one key, such as `{ site: docs }`. */
function valueUnder(entry: FieldEntry, key: string) {
  const { problems } = entry.draft;
  const name = nameOf(entry);
  const map = mapOf(problems, entry.node, name);
  if (map === undefined) return undefined;
  for (const each of map.entries) if (each.key !== key) reportUnknownKey(problems, each.key, each.keySpan, name, [key]);
  const found = entryOf(map, key);
  if (found === undefined) reportMissing(problems, name, key, map.span);
  return found?.value;
}

/** The text of the file is the value. The path is relative to the configuration file. */
export function checkFileField(entry: FieldEntry): void {
  const { draft, resource, name, field, node } = entry;
  const path = checkText(draft.problems, node, { is: 'text', min: 1 }, `the path for ${nameOf(entry)}`);
  if (path === undefined) return;
  const { span } = node;
  resource.fieldSpans[name] = span;
  // A specification can be published instead.
  const instead = field.fileKey === undefined ? undefined : 'publish the specification and declare its `url`';
  const text = draft.sources.read(joinPath(directoryOf(span.file), path), span, instead);
  if (text === undefined || field.type.is !== 'text') return;
  const plain = withPlainLines(text);
  const scalar = { is: 'scalar', value: plain, source: plain, span } as const;
  const value = checkText(draft.problems, scalar, field.type, nameOf(entry));
  if (value !== undefined) resource.fields[name] = value;
}

/** Only an id identifies an object of a kind without titles. */
export function externalFields({ fields }: KindShape): FixedFields {
  const id = { type: { is: 'text', pattern: idPattern } } as const;
  return fields.title === undefined ? { id } : { id, title: { type: { is: 'text', min: 1 } } };
}

/** `external`: a reference to an object that this configuration does not manage. */
export function declareExternal(draft: ConfigurationDraft, resource: DraftResource, map: MapNode): void {
  const { problems } = draft;
  const { address } = resource;
  const shape = shapeOf(draft, resource.kind);
  const name = `${address}: external`;
  resource.isExternal = true;
  resource.fields = {};
  for (const { key, value, keySpan } of map.entries) {
    if (key !== 'external') {
      problems.add('E-EXTERNAL', keySpan, {
        message: `${address} is external and cannot have the key "${key}"`,
        label: 'not managed by this configuration',
        hint: 'remove the key; or remove `external` to manage the object here',
      });
      continue;
    }
    const fields = externalFields(shape);
    const read = readFixed(problems, value, name, fields, (field) => `${name}: ${field}`);
    if (read === undefined) continue;
    const { values, nodes } = read;
    if (Object.keys(nodes).length !== 1)
      problems.add('E-ONE-OF', keySpan, { message: `${name} needs exactly one of ${Object.keys(fields).join(', ')}` });
    if (nodes.id !== undefined) keepNode(draft, resource, 'id', nodes.id);
    if (shape.key !== 'name' && typeof values.id === 'string' && values.id !== resource.key)
      problems.add('E-EXTERNAL', nodes.id?.span ?? keySpan, {
        message: `the id of ${address} must be its key, because the key is the ${shape.key.field}`,
        hint: `use ${values.id} as the key`,
      });
    if (typeof values.id === 'string') resource.pin = values.id;
    else if (typeof values.title === 'string') resource.fields = { title: values.title };
  }
}
