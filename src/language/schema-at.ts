/** Finds the JSON schema for a place in a file. */
import { isSeq, type Node } from 'yaml';
import { keyOf, mapOf } from '../edit/yaml/nodes.ts';
import type { Path } from './typed.ts';
import type { Schema } from './words.ts';

export interface LanguageSchema extends Schema {
  readonly definitions: { readonly [name: string]: Schema };
}

interface SchemaAt {
  /** Schemas of the map with the last key that fit its other keys. */
  readonly map: readonly Schema[];
  /** Schemas of the value. */
  readonly value: readonly Schema[];
}

export function schemaAt(root: LanguageSchema, { steps }: Pick<Path, 'steps'>): SchemaAt {
  let map: readonly Schema[] = [];
  let value: readonly Schema[] = [root];
  for (const { node, member } of steps) {
    map = fitting(unfolded(root, value), node);
    value = map.flatMap((each) => below(each, isSeq(node) ? undefined : keyOf(member)));
  }
  return { map, value: unfolded(root, value) };
}

/** The alternatives of schemas. */
export function unfolded(root: LanguageSchema, schemas: readonly Schema[]): readonly Schema[] {
  return schemas.flatMap((schema): readonly Schema[] => {
    const { $ref, anyOf, ...own } = schema;
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      const target = root.definitions[name];
      return target === undefined || name === 'variable' ? [] : unfolded(root, [{ ...own, ...target }]);
    }
    // The root of the schema has `anyOf` only in a condition.
    return anyOf === undefined ? [schema] : unfolded(root, anyOf).map((each) => ({ ...own, ...each }));
  });
}

/** The schemas that know most keys of the map. */
function fitting(schemas: readonly Schema[], node: Node): readonly Schema[] {
  const map = mapOf(node);
  if (map === undefined) return schemas;
  const stated = map.items.map(keyOf);
  const known = (schema: Schema) => stated.filter((key) => schema.properties?.[key] !== undefined).length;
  const most = Math.max(0, ...schemas.map(known));
  return schemas.filter((schema) => known(schema) === most);
}

/** `key`: undefined for an item. */
function below({ properties, additionalProperties, items }: Schema, key: string | undefined): readonly Schema[] {
  if (key === undefined) return items === undefined ? [] : [items];
  const named = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (named !== undefined) return [named];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}
