/** Checks values against their types, and maps with fixed keys, such as `policy` or an entry of `moved`. */

import { asciiForm, asciiHint } from '../../core/ascii-form.ts';
import { count } from '../../core/count.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Value } from '../../core/state.ts';
import { type FieldType, pemText, shortRecord } from '../../kinds/field.ts';
import { didYouMean, type ProblemList, replacementFix } from '../problem-list.ts';
import { type ConfigurationNode, describeNode, indented, isNull, type MapNode, typeHint } from '../yaml/node.ts';
import { matches, type TextType, textFault } from './text-formats.ts';

type ValueType = Exclude<FieldType, { is: 'ref' }>;
type ListType = Extract<FieldType, { is: 'list' }>;
type RecordType = Extract<FieldType, { is: 'record' }>;
type TextsType = Extract<FieldType, { is: 'texts' }>;

/** Returns undefined after a problem. `name` is used in messages. */
export function checkValue(
  problems: ProblemList,
  node: ConfigurationNode,
  type: ValueType,
  name: string,
): Value | undefined {
  switch (type.is) {
    case 'text':
      return checkText(problems, node, type, name);
    case 'boolean':
      return checkBoolean(problems, node, name);
    case 'choice':
      return checkChoice(problems, node, type.values, name, type.isOpen);
    case 'list':
      return checkList(problems, node, type, name);
    case 'keyed':
      return checkKeyed(problems, node, name);
    case 'claims':
      return checkClaims(problems, node, name);
    case 'record':
      return checkRecord(problems, node, type, name);
    case 'texts':
      return checkTranslations(problems, node, type, name);
  }
}

/** A text is a value of the first short key, and stands for all of them. */
function checkRecord(problems: ProblemList, node: ConfigurationNode, type: RecordType, name: string) {
  const { members, short: [first = ''] = [] } = type;
  const shown = members[first]?.type;
  if (shown !== undefined && node.is === 'scalar' && node.value !== null)
    return checkValue(problems, node, shown, name);
  const read = readFixed(problems, node, name, members, (key) => `${name}.${key}`);
  if (type.isOneOf && read !== undefined && Object.keys(read.nodes).length !== 1)
    return problems.add('E-ONE-OF', node.span, {
      message: `${name} needs exactly one of ${Object.keys(members).join(', ')}`,
      label: `has ${Object.keys(read.nodes).join(' and ') || 'none'}`,
    });
  const isWhole = read !== undefined && Object.keys(read.nodes).every((key) => key in read.values);
  return isWhole ? shortRecord(type, read.values) : undefined;
}

/** Language tags, as the platform has them: `de`, `pt-br`. */
export const languagePattern = '^[a-z]{2}(-[a-z]{2,4})?$';

function checkTranslations(problems: ProblemList, node: ConfigurationNode, { max }: TextsType, name: string) {
  const map = mapOf(problems, node, name);
  if (map === undefined) return undefined;
  for (const { key, keySpan } of map.entries)
    if (!matches(languagePattern, key))
      problems.add('E-KEY-NAME', keySpan, {
        message: `invalid language "${key}" in ${name}`,
        hint: 'use a language code in lower case, such as `de` or `pt-br`',
      });
  return whole(
    map.entries.map(({ key, value }) => [key, checkText(problems, value, { is: 'text', max }, `${name}.${key}`)]),
  );
}

/** Returns the node if it is a scalar. Reports null as a value that cannot be cleared. */
export function scalarOf(problems: ProblemList, node: ConfigurationNode, name: string, expected: string) {
  if (node.is === 'scalar' && node.value !== null) return node;
  const hint = 'remove the key to leave the value unchanged';
  return reportWrongType(problems, node, name, 'scalar', { expected, hint });
}

export function checkText(problems: ProblemList, node: ConfigurationNode, type: TextType, name: string) {
  const scalar = scalarOf(problems, node, name, 'text');
  if (scalar === undefined) return undefined;
  const { value, source, span, variable } = scalar;
  if (typeof value !== 'string')
    return problems.add('E-TYPE', span, {
      message: `${name} must be text, not ${describeNode(scalar)}`,
      hint:
        variable === undefined
          ? `put the value in quotes: "${source}"`
          : `put the value of variable ${variable} in quotes: ${variable}: "${source}"`,
      fix: variable === undefined ? replacementFix(`"${source}"`) : undefined,
    });
  const fault = textFault(value, type, name);
  if (fault !== undefined) {
    const form = asciiForm(value, (each) => textFault(each, type, name) === undefined);
    const hint = form === undefined ? undefined : asciiHint(form);
    const fix = variable === undefined ? replacementFix(form) : undefined;
    return problems.add(fault.code, span, { message: fault.message, label: fault.label, hint, fix });
  }
  return type.format === 'pem' ? pemText(value) : value;
}

export function checkBoolean(problems: ProblemList, node: ConfigurationNode, name: string): boolean | undefined {
  const scalar = scalarOf(problems, node, name, '`true` or `false`');
  if (scalar === undefined) return undefined;
  if (typeof scalar.value === 'boolean') return scalar.value;
  const word = String(scalar.value);
  const message = `${name} must be \`true\` or \`false\`, not ${describeNode(scalar)}`;
  if (/^(yes|no|on|off)$/i.test(word)) {
    const meant = `${/^(yes|on)$/i.test(word)}`;
    const hint = `write ${meant}: in YAML 1.2, ${word} is text`;
    return problems.add('E-TYPE', scalar.span, { message, hint, fix: replacementFix(meant) });
  }
  const isQuoted = word === 'true' || word === 'false';
  const { variable } = scalar;
  const place = variable === undefined ? '' : ` from the value of variable ${variable}`;
  const hint = isQuoted ? `remove the quotes${place}` : undefined;
  const fix = replacementFix(isQuoted && variable === undefined ? word : undefined);
  return problems.add('E-TYPE', scalar.span, { message, hint, fix });
}

/** `isOpen`: allows other values, because the platform may support more. */
export function checkChoice(
  problems: ProblemList,
  node: ConfigurationNode,
  values: readonly string[],
  name: string,
  isOpen = false,
): string | undefined {
  const expected = values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  const scalar = scalarOf(problems, node, name, expected);
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'string')
    return problems.add('E-TYPE', span, { message: `${name} must be ${expected}, not ${describeNode(scalar)}` });
  if (isOpen || values.includes(value)) return value;
  return problems.add('E-ENUM', span, {
    message: `${name} cannot be "${value}"`,
    label: 'unknown value',
    meant: problems.suggest(value, values),
    hint: `possible values: ${values.join(', ')}`,
  });
}

export function itemsOf(problems: ProblemList, node: ConfigurationNode, name: string) {
  if (node.is === 'list') return node.items;
  const hint = 'write `[]` for an empty list, or remove the key to leave the value unchanged';
  return reportWrongType(problems, node, name, 'list', { hint });
}

function checkList(problems: ProblemList, node: ConfigurationNode, type: ListType, name: string) {
  const items = itemsOf(problems, node, name);
  if (items === undefined) return undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY, of } = type;
  if (items.length < min || items.length > max)
    problems.add('E-ITEM-COUNT', node.span, {
      message: `${name} must have ${items.length < min ? `at least ${count(min, 'item')}` : `at most ${count(max, 'item')}`}`,
      label: count(items.length, 'item'),
    });
  const values = items.map((item) => checkValue(problems, item, of as ValueType, `an item of ${name}`));
  if (!type.mayRepeat) reportRepeated(problems, items, values, name);
  return values.includes(undefined) ? undefined : (values as Value[]);
}

export function reportRepeated(
  problems: ProblemList,
  items: readonly ConfigurationNode[],
  values: readonly (Value | undefined)[],
  name: string,
): void {
  const seen = new Map<Value, ConfigurationNode>();
  for (const [index, item] of items.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, item);
    else
      problems.add('E-DUPLICATE-ITEM', item.span, {
        message: `duplicate item in ${name}`,
        related: [{ message: 'first listed here', span: first.span }],
      });
  }
}

/** Limit for a text in a custom field. The texts in a list have no limit and can repeat (contract, CustomFieldValues). */
export const longestCustomValue = 256;

function checkKeyed(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is !== 'map') return undefined;
  return whole(node.entries.map(({ key, value }) => [key, checkCustomValue(problems, value, `${name} ${key}`)]));
}

/** A text, a number, a boolean or a list of texts. `checks/custom-values.ts` compares it with the declared type. */
function checkCustomValue(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is === 'list')
    return checkList(problems, node, { is: 'list', compare: 'atomic', of: { is: 'text' }, mayRepeat: true }, name);
  if (isNull(node))
    return problems.add('E-NULL', node.span, {
      message: `${name} cannot be null`,
      label: 'the platform cannot clear this value',
      hint: 'remove the key to leave the value unchanged',
    });
  if (node.is !== 'scalar' || typeof node.value === 'string')
    return checkText(problems, node, { is: 'text', max: longestCustomValue }, name);
  if (Number.isFinite(Number(node.value))) return node.value;
  return problems.add('E-TYPE', node.span, { message: `${name} must be a finite number` });
}

function whole(entries: readonly (readonly [string, Value | undefined])[]): Value | undefined {
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Value);
}

export const claimPattern = '^[A-Za-z_][A-Za-z0-9_-]*$';
/** The platform nests unsigned claims under this name. */
export const reservedClaim = 'unsigned';

function checkClaims(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is === 'lost') return undefined;
  if (isNull(node))
    return problems.add('E-NULL', node.span, {
      message: `${name} cannot be null`,
      hint: 'write `{}` to declare no claims',
    });
  if (node.is !== 'map')
    return problems.add('E-TYPE', node.span, { message: `${name} must be a map of claims, not ${describeNode(node)}` });
  for (const { key, keySpan } of node.entries)
    if (!matches(claimPattern, key) || key === reservedClaim)
      problems.add('E-KEY-NAME', keySpan, {
        message: `invalid claim name "${key}"`,
        hint: `begin with a letter or _, and use letters, digits, _ and -; "${reservedClaim}" is reserved`,
      });
  return whole(node.entries.map(({ key, value }) => [key, checkClaim(problems, value, `claim ${key}`)]));
}

const claimFields: FixedFields = {
  type: { type: { is: 'choice', values: ['boolean', 'string'] }, required: true },
  description: { type: { is: 'text' }, required: true },
  enum: { type: { is: 'list', compare: 'atomic', of: { is: 'text', min: 1 }, min: 1 } },
};

function checkClaim(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  const read = readFixed(problems, node, name, claimFields, (key) => `the ${key} of ${name}`);
  if (read === undefined) return undefined;
  const { map, values } = read;
  const stated = map.entries.find(({ key }) => key === 'enum');
  if (values.type === 'boolean' && stated !== undefined)
    problems.add('E-KEY-UNKNOWN', stated.keySpan, {
      message: `${name} has type boolean and cannot have an enum`,
      hint: 'remove `enum`, or set `type: string`',
    });
  if (values.type === 'string' && stated === undefined)
    problems.add('E-REQUIRED', map.span, {
      message: `${name} has no enum`,
      hint: 'declare the possible values under `enum`: conditions compare only booleans and texts from a list',
    });
  return values;
}

/** The keys of a fixed map. Validation and the JSON schema follow the same table; assets/keys.json describes them. */
export interface FixedFields {
  readonly [key: string]: { readonly type: ValueType; readonly required?: true };
}

export interface FixedValues {
  readonly map: MapNode;
  readonly values: { [key: string]: Value };
  readonly nodes: { readonly [key: string]: ConfigurationNode };
}

/** Returns the valid values, or undefined if the node is not a map. `label` names a value in messages. The caller checks the nodes of the keys in `others`. */
export function readFixed(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
  fields: FixedFields,
  label: (key: string) => string,
  others: readonly string[] = [],
): FixedValues | undefined {
  const map = mapOf(problems, node, name);
  if (map === undefined) return undefined;
  const values: { [key: string]: Value } = {};
  const nodes: { [key: string]: ConfigurationNode } = {};
  const known = [...Object.keys(fields), ...others];
  const stated: (string | undefined)[] = [];
  for (const { key, keySpan, value } of map.entries) {
    const isKnown = known.includes(key);
    stated.push(isKnown ? key : reportUnknownKey(problems, key, keySpan, name, known));
    if (!isKnown) continue;
    nodes[key] = value;
    const type = fields[key]?.type;
    const checked = type && checkValue(problems, value, type, label(key));
    if (checked !== undefined) values[key] = checked;
  }
  for (const [key, { required }] of Object.entries(fields))
    if (required && !stated.includes(key)) reportMissing(problems, name, key, map.span);
  return { map, values, nodes };
}

export function mapOf(problems: ProblemList, node: ConfigurationNode, name: string): MapNode | undefined {
  if (node.is === 'map') return node;
  return reportWrongType(problems, node, name, 'map', {
    hint: `write \`{}\` for an empty map, or remove the key to leave the value unchanged; ${indented}`,
  });
}

/** Reports null, or a value of another type. `expected` describes the type, such as \`a map\`. */
function reportWrongType(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
  type: 'map' | 'list' | 'scalar',
  { expected = `a ${type}`, hint }: { readonly expected?: string; readonly hint: string },
): undefined {
  if (node.is === 'lost') return undefined;
  if (isNull(node))
    return problems.add('E-NULL', node.span, {
      message: `${name} cannot be null`,
      label: `expected ${expected}`,
      hint,
    });
  return problems.add('E-TYPE', node.span, {
    message: `${name} must be ${expected}, not ${describeNode(node)}`,
    hint: typeHint(type, node),
  });
}

export function reportMissing(problems: ProblemList, name: string, key: string, span: SourceSpan): void {
  problems.add('E-REQUIRED', span, { message: `missing key "${key}" in ${name}`, label: `\`${key}\` is required` });
}

/** Returns the known key that was probably meant. Such a key is not also reported as missing. */
export function reportUnknownKey(
  problems: ProblemList,
  key: string,
  span: SourceSpan,
  name: string,
  known: readonly string[],
  more?: string,
): string | undefined {
  const possible = known.length > 0 ? `possible keys: ${known.join(', ')}` : 'remove the key: none is allowed here';
  const templates = 'declare the shared keys under `templates`, and write `extends: NAME` in each block';
  const merge =
    key === '<<' ? `YAML 1.2 has no merge keys: ${templates}` : key.startsWith('x-') ? templates : undefined;
  const meant = merge === undefined ? problems.suggest(key, known) : undefined;
  problems.add('E-KEY-UNKNOWN', span, {
    message: `unknown key "${key}" in ${name}`,
    label: 'not a key of this block',
    hint: merge ?? more ?? didYouMean(meant) ?? possible,
    fix: more === undefined ? replacementFix(meant) : undefined,
  });
  return meant;
}
