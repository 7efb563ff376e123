/** The type of a key as its JSON schema has it, for what no field of a kind is. */
import type { Value } from '../core/value.ts';
import { code } from './words.ts';

export interface Schema {
  readonly description?: string;
  readonly examples?: readonly Value[];
  readonly default?: Value;
  readonly properties?: { readonly [key: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
}

/** The type of a key that no field is, as its schema has it. */
export function schemaType(part: Schema): string {
  const { type, enum: values, anyOf, const: only, minimum, maximum, items, properties, format, pattern, maxLength } = part;
  if (only !== undefined) return code(String(only));
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  if (anyOf !== undefined)
    return anyOf
      .filter((each) => !('$ref' in each))
      .map(schemaType)
      .join(', or ');
  if (type === 'array') return `list of ${items === undefined ? 'values' : schemaType(items).replace(/^(text|map)/, '$1s')}`;
  if (type === 'integer') return `number, ${minimum} to ${maximum}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'string') {
    const bounds = `${maxLength === undefined ? '' : `, at most ${maxLength} characters`}${pattern === undefined ? '' : `, like ${code(pattern)}`}`;
    return `${format === 'email' ? 'e-mail address' : 'text'}${bounds}`;
  }
  const names = Object.keys(properties ?? {});
  return names.length === 0 || names.length > 6 ? 'map' : `map: ${names.map(code).join(', ')}`;
}
