/** Checks the value of a field against its type. */
import { count } from '../core/count.ts';
import type { Value } from '../core/state.ts';
import type { FieldType } from '../kinds/field.ts';
import { checkFixed, type FixedKey } from './fixed-map.ts';
import { type ConfigurationNode, describeNode, type MapNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkBoolean, checkChoice, checkText, itemsOf, reportRepeated, type TextType } from './scalar-values.ts';

type ValueType = Exclude<FieldType, { is: 'ref' }>;

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
      return checkChoice(problems, node, type.values, name, type.isOpen === true);
    case 'list':
      return checkList(problems, node, type, name);
    case 'keyed':
      return checkKeyed(problems, node, name);
    case 'claims':
      return checkClaims(problems, node, name);
  }
}

function checkList(
  problems: ProblemList,
  node: ConfigurationNode,
  type: Extract<FieldType, { is: 'list' }>,
  name: string,
): Value | undefined {
  const items = itemsOf(problems, node, name);
  if (items === undefined) return undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY, of } = type;
  if (items.length < min || items.length > max) {
    const bound = items.length < min ? `at least ${count(min, 'item')}` : `at most ${count(max, 'item')}`;
    problems.add('E-ITEM-COUNT', node.span, {
      message: `${name} must have ${bound}`,
      label: count(items.length, 'item'),
    });
  }
  const values = items.map((item) => checkValue(problems, item, of as ValueType, `an item of ${name}`));
  if (!type.mayRepeat) reportRepeated(problems, items, values, name);
  return values.includes(undefined) ? undefined : (values as Value[]);
}

/** Limit for a text in a custom field. The texts in a list have no limit and can repeat (contract, CustomFieldValues). */
export const longestCustomValue = 256;

/** A value of a custom field is a text, a number, a boolean or a list of texts. whole-checks.ts compares it with the declared type. */
function checkKeyed(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is !== 'map') return undefined;
  const text: TextType = { is: 'text', max: longestCustomValue };
  const entries = node.entries.map(({ key, value }) => {
    const what = `${name} ${key}`;
    if (value.is === 'scalar' && (typeof value.value === 'boolean' || typeof value.value === 'number')) {
      if (Number.isFinite(Number(value.value))) return [key, value.value] as const;
      problems.add('E-TYPE', value.span, { message: `${what} must be a finite number` });
      return [key, undefined] as const;
    }
    if (value.is === 'list')
      return [
        key,
        checkList(problems, value, { is: 'list', compare: 'atomic', of: { is: 'text' }, mayRepeat: true }, what),
      ] as const;
    if (value.is !== 'scalar' || value.value !== null) return [key, checkText(problems, value, text, what)] as const;
    problems.add('E-NULL', value.span, {
      message: `${what} cannot be null`,
      label: 'the platform cannot clear this value',
      hint: 'remove the key to leave the value unchanged',
    });
    return [key, undefined] as const;
  });
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Value);
}

export const claimPattern = '^[A-Za-z_][A-Za-z0-9_-]*$';
/** The platform nests unsigned claims under this name. */
export const reservedClaim = 'unsigned';

function checkClaims(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is === 'lost') return undefined;
  if (node.is !== 'map') {
    const isNull = node.is === 'scalar' && node.value === null;
    const message = isNull ? `${name} cannot be null` : `${name} must be a map of claims, not ${describeNode(node)}`;
    return problems.add(isNull ? 'E-NULL' : 'E-TYPE', node.span, {
      message,
      hint: isNull ? 'write `{}` to declare no claims' : undefined,
    });
  }
  const claims = node.entries.map((entry) => {
    if (!new RegExp(claimPattern).test(entry.key) || entry.key === reservedClaim) {
      problems.add('E-KEY-NAME', entry.keySpan, {
        message: `invalid claim name "${entry.key}"`,
        hint: `begin with a letter or _, and use letters, digits, _ and -; "${reservedClaim}" is reserved`,
      });
    }
    return [entry.key, checkClaim(problems, entry.value, `claim ${entry.key}`)] as const;
  });
  return claims.some(([, claim]) => claim === undefined) ? undefined : (Object.fromEntries(claims) as Value);
}

const claimFields: FixedFields = {
  type: { type: { is: 'choice', values: ['boolean', 'string'] }, required: true },
  description: { type: { is: 'text' }, required: true },
  enum: { type: { is: 'list', compare: 'atomic', of: { is: 'text', min: 1 }, min: 1 } },
};

function checkClaim(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  const read = readFixed(problems, node, name, claimFields, (key) => `the ${key} of ${name}`);
  if (read === undefined) return undefined;
  const { map, values: found } = read;
  const stated = map.entries.find((entry) => entry.key === 'enum');
  if (found.type === 'boolean' && stated !== undefined) {
    problems.add('E-KEY-UNKNOWN', stated.keySpan, {
      message: `${name} has type boolean and cannot have an enum`,
      hint: 'remove `enum`, or set `type: string`',
    });
  }
  if (found.type === 'string' && stated === undefined) {
    problems.add('E-REQUIRED', map.span, {
      message: `${name} needs an enum`,
      hint: 'list the possible values: conditions compare only booleans and texts from a list',
    });
  }
  return found;
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

/** Returns the valid values, or undefined if the node is not a map. `label` names a value in messages. The caller checks the keys in `others`. */
export function readFixed(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
  fields: FixedFields,
  label: (key: string) => string,
  others: { readonly [key: string]: FixedKey } = {},
): FixedValues | undefined {
  const values: { [key: string]: Value } = {};
  const nodes: { [key: string]: ConfigurationNode } = {};
  const keys = Object.entries(fields).map(([key, { type, required }]): readonly [string, FixedKey] => {
    const check = (value: ConfigurationNode) => {
      nodes[key] = value;
      const checked = checkValue(problems, value, type, label(key));
      if (checked !== undefined) values[key] = checked;
    };
    return [key, { check, ...(required ? { isRequired: true } : {}) }];
  });
  const map = checkFixed(problems, node, name, { ...Object.fromEntries(keys), ...others });
  return map && { map, values, nodes };
}
