/** From a node to the value of a field, by the field's words: type, bounds, null, reference, file. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { Address } from '../core/address.ts';
import type { DesiredValue, Value } from '../core/value.ts';
import type { FieldShape, FieldType } from '../kinds/field.ts';
import { type Context, complain, shapeNamed } from './context.ts';
import { entryOf, kindOfNode, type MapNode, type Node, type ScalarNode } from './node.ts';
import { nearest } from './suggest.ts';

/** Where the field stands: its resource, and the site above it. */
export interface Place {
  readonly self: Address;
  readonly site: Address;
}

/** The value of a field; undefined after a problem was reported. */
export function readField(context: Context, name: string, field: FieldShape, node: Node, place: Place): DesiredValue | undefined {
  if (node.is === 'scalar' && node.value === null) {
    if (field.clearable) return null;
    const isCollection = field.type.is === 'list' || field.type.is === 'keyed' || field.type.is === 'claims';
    const hint = isCollection
      ? `use \`${field.type.is === 'list' ? '[]' : '{}'}\` to empty it, or leave it out`
      : 'leave it out so that it is not managed';
    return complain(context, 'E-NULL', node.span, `${name} cannot be null: the platform has no way to clear it`, hint);
  }
  return readTyped(context, name, field.type, node, place);
}

function readTyped(context: Context, name: string, type: FieldType, node: Node, place: Place): DesiredValue | undefined {
  switch (type.is) {
    case 'text':
      return readText(context, name, type, node);
    case 'boolean':
      return node.is === 'scalar' && typeof node.value === 'boolean' ? node.value : wrongType(context, name, 'true or false', node);
    case 'choice':
      return readChoice(context, name, type, node);
    case 'ref':
      return readReference(context, name, type, node, place);
    case 'list':
      return readList(context, name, type, node, place);
    case 'keyed':
      return readKeyed(context, name, type, node);
    case 'claims':
      return readClaims(context, name, node);
  }
}

function wrongType(context: Context, name: string, wanted: string, node: Node): undefined {
  return complain(context, 'E-TYPE', node.span, `${name} must be ${wanted}, not ${kindOfNode(node)}`);
}

/** A text, or `{file: PATH}`. Numbers and booleans are not taken for texts: YAML's `1.0` or `no` are rarely meant so. */
function readText(context: Context, name: string, type: Extract<FieldType, { is: 'text' }>, node: Node): string | undefined {
  if (node.is === 'map' && node.entries.length === 1 && node.entries[0]?.key === 'file') {
    const path = node.entries[0].value;
    if (path.is !== 'scalar' || typeof path.value !== 'string') return wrongType(context, 'file', 'a path', path);
    const content = context.readFile(path.value, path.span);
    return content === undefined ? undefined : checkText(context, name, type, { is: 'scalar', value: content, span: path.span }, content);
  }
  if (node.is !== 'scalar' || typeof node.value !== 'string') {
    const hint = node.is === 'scalar' ? 'put it in quotes if it is meant as text' : undefined;
    return complain(context, 'E-TYPE', node.span, `${name} must be a text, not ${kindOfNode(node)}`, hint);
  }
  return checkText(context, name, type, node, node.value);
}

function checkText(
  context: Context,
  name: string,
  type: Extract<FieldType, { is: 'text' }>,
  node: ScalarNode,
  value: string,
): string | undefined {
  const { min, max, pattern, format } = type;
  if (max !== undefined && value.length > max)
    return complain(context, 'E-TOO-LONG', node.span, `${name} has ${value.length} characters; at most ${max} are allowed`);
  if (min !== undefined && value.length < min)
    return complain(context, 'E-TOO-SHORT', node.span, `${name} has ${value.length} characters; at least ${min} are needed`);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return complain(
      context,
      'E-PATTERN',
      node.span,
      `${name} "${value}" does not have the form that the platform asks for`,
      `it must match ${pattern}`,
    );
  if ((format === 'uri' || format === 'email') && !hasFormat(format, value)) {
    const what = format === 'uri' ? 'an absolute address such as https://example.com' : 'an e-mail address';
    return complain(context, 'E-FORMAT', node.span, `${name} must be ${what}`);
  }
  return value;
}

const formats = new Map<string, (value: string) => boolean>();

/** The formats of JSON Schema, as the generated schema checks them too. */
export function hasFormat(format: 'uri' | 'email', value: string): boolean {
  let check = formats.get(format);
  if (check === undefined) {
    const ajv = new Ajv.default();
    addFormats.default(ajv, [format]);
    const validate = ajv.compile({ type: 'string', format });
    check = (text) => validate(text) === true;
    formats.set(format, check);
  }
  return check(value);
}

function readChoice(context: Context, name: string, type: Extract<FieldType, { is: 'choice' }>, node: Node): string | undefined {
  if (node.is !== 'scalar' || typeof node.value !== 'string') return wrongType(context, name, `one of ${type.values.join(', ')}`, node);
  if (type.isOpen || type.values.includes(node.value)) return node.value;
  const near = nearest(node.value, type.values);
  return complain(
    context,
    'E-CHOICE',
    node.span,
    `${name} cannot be "${node.value}"`,
    near ? `did you mean "${near}"?` : `it is one of ${type.values.join(', ')}`,
  );
}

function readReference(
  context: Context,
  name: string,
  type: Extract<FieldType, { is: 'ref' }>,
  node: Node,
  place: Place,
): DesiredValue | undefined {
  const target =
    type.under === undefined ? node : node.is === 'map' && node.entries.length === 1 ? entryOf(node, type.under)?.value : undefined;
  if (target === undefined) return wrongType(context, name, `null or \`{ ${type.under}: KEY }\``, node);
  if (target.is !== 'scalar' || typeof target.value !== 'string') return wrongType(context, name, 'a key', target);
  const shape = shapeNamed(context, type.to);
  const owner = type.within === 'self' ? `${place.self}/` : type.within === 'site' ? `${place.site}/` : '';
  const list = `${owner}${shape.segment}`;
  const address = `${list}/${target.value}`;
  context.references.push({ address, key: target.value, list, title: shape.title, span: target.span });
  return { ref: address };
}

function readList(context: Context, name: string, type: Extract<FieldType, { is: 'list' }>, node: Node, place: Place): Value | undefined {
  if (node.is !== 'list') return wrongType(context, name, 'a list', node);
  const { min, max } = type;
  if (max !== undefined && node.items.length > max)
    return complain(context, 'E-TOO-LONG', node.span, `${name} has ${node.items.length} entries; at most ${max} are allowed`);
  if (min !== undefined && node.items.length < min)
    return complain(context, 'E-TOO-SHORT', node.span, `${name} has ${node.items.length} entries; at least ${min} are needed`);
  const values = node.items.map((item) => readTyped(context, `an entry of ${name}`, type.of, item, place));
  return values.some((value) => value === undefined) ? undefined : (values as Value[]);
}

/** Values of custom fields by the field's name. */
function readKeyed(context: Context, name: string, type: Extract<FieldType, { is: 'keyed' }>, node: Node): Value | undefined {
  if (node.is !== 'map') return wrongType(context, name, 'a map', node);
  const shape = shapeNamed(context, type.keysRefer);
  const values: { [key: string]: Value } = {};
  for (const { key, keySpan, value } of node.entries) {
    context.references.push({ address: `${shape.segment}/${key}`, key, list: shape.segment, title: shape.title, span: keySpan });
    const read = readPlain(value);
    if (value.is === 'scalar' && value.value === null)
      complain(
        context,
        'E-FIELD-VALUE',
        value.span,
        `${key} cannot be unset: the platform has no way to remove a value`,
        'leave it out so that it is not managed',
      );
    else if (typeof read === 'object' && !Array.isArray(read))
      wrongType(context, key, 'a text, a number, true or false, or a list of texts', value);
    else values[key] = read;
  }
  return values;
}

const claimTypes = ['boolean', 'string'];

/** Claims by name: `{type, description, enum}`; a text claim states what it can be. */
function readClaims(context: Context, name: string, node: Node): Value | undefined {
  if (node.is !== 'map') return wrongType(context, name, 'a map of claims', node);
  for (const { key, keySpan, value } of node.entries) {
    if (!/^[A-Za-z_$][\w$]*$/.test(key))
      complain(context, 'E-CLAIM', keySpan, `"${key}" cannot be a claim`, 'use a name of letters, digits and underscores');
    if (value.is !== 'map') wrongType(context, key, 'a map with type and description', value);
    else checkClaim(context, key, value);
  }
  return readPlain(node);
}

function checkClaim(context: Context, name: string, claim: MapNode): void {
  const type = entryOf(claim, 'type')?.value;
  const description = entryOf(claim, 'description')?.value;
  const values = entryOf(claim, 'enum')?.value;
  for (const entry of claim.entries) {
    if (!['type', 'description', 'enum'].includes(entry.key))
      complain(
        context,
        'E-KEY-UNKNOWN',
        entry.keySpan,
        `unknown key "${entry.key}" in the claim ${name}`,
        'known keys: description, enum, type',
      );
  }
  if (type?.is !== 'scalar' || !claimTypes.includes(String(type.value)))
    complain(context, 'E-CLAIM', type?.span ?? claim.span, `the claim ${name} needs \`type: boolean\`, or \`type: string\` with \`enum\``);
  if (description?.is !== 'scalar' || typeof description.value !== 'string')
    complain(context, 'E-CLAIM', description?.span ?? claim.span, `the claim ${name} needs a description`);
  const isText = type?.is === 'scalar' && type.value === 'string';
  const isEnum =
    values?.is === 'list' &&
    values.items.length > 0 &&
    values.items.every((item) => item.is === 'scalar' && typeof item.value === 'string');
  if (isText !== (values !== undefined) || (values !== undefined && !isEnum))
    complain(
      context,
      'E-CLAIM',
      values?.span ?? claim.span,
      `the claim ${name} needs an \`enum\` of texts exactly when its type is string`,
    );
}

/** A node as a plain value, nothing checked. */
export function readPlain(node: Node): Value {
  if (node.is === 'scalar') return node.value;
  if (node.is === 'list') return node.items.map(readPlain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, readPlain(value)]));
}
