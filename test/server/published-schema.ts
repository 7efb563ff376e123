/** Reads the schemas of a published OpenAPI description. */

/** The supported part of an OpenAPI 3.0 schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type Described = { readonly [part: string]: Described };

export interface SchemaReader {
  /** The object that a reference names. */
  resolved<T extends { readonly $ref?: string }>(value: T): T;
  /** All schemas that `allOf`, `oneOf` and `anyOf` allow. */
  alternatives(schema: Schema): readonly Schema[];
}

export function schemaReader(document: unknown): SchemaReader {
  const resolved = <T extends { readonly $ref?: string }>(value: T): T => {
    if (value.$ref === undefined) return value;
    const parts = value.$ref.slice('#/'.length).split('/');
    return resolved(
      parts.reduce<Described>((part, name) => part[name] as Described, document as Described) as unknown as T,
    );
  };
  const alternatives = (schema: Schema): readonly Schema[] => {
    const { allOf = [], oneOf, anyOf, ...own } = resolved(schema);
    const variants = oneOf ?? anyOf;
    const parts = [...allOf.map(alternatives), ...(variants === undefined ? [] : [variants.flatMap(alternatives)])];
    return parts.reduce<readonly Schema[]>(
      (found, part) => found.flatMap((one) => part.map((other) => merged(one, other))),
      [own],
    );
  };
  return { resolved, alternatives };
}

/** Both schemas apply. A closed schema does not restrict the members of the other. */
function merged(one: Schema, other: Schema): Schema {
  if (one.properties === undefined) return { ...one, ...other };
  const { additionalProperties: _, ...both } = { ...one, ...other };
  return {
    ...both,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}
