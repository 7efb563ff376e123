/** The description that comes with a published client of the relative of this platform, and where a value is not as it says. */
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Endpoint } from '../../src/contract/endpoint.ts';

/** A schema of OpenAPI 3.0, as far as it is read here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly $ref?: string;
  readonly content?: { readonly [mediaType: string]: { readonly schema: Schema } };
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: { readonly [status: string]: Content };
}

type Described = { readonly [part: string]: Described };

const description = createRequire(import.meta.url)('@gitbook/api/spec/openapi.json') as Described & {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
};

const ajv = addFormats.default(new Ajv({ strict: false, logger: false }), ['uri', 'date-time']);

/** What a reference stands for. */
function resolved<T extends { readonly $ref?: string }>(value: T): T {
  if (value.$ref === undefined) return value;
  const parts = value.$ref.slice('#/'.length).split('/');
  return resolved(parts.reduce<Described>((part, name) => part[name] as Described, description) as unknown as T);
}

/** Parameters of paths have other names there. */
const nameless = (path: string) => path.replace(/\{\w+\}/g, '{}');

const operations = new Map<string, Operation>(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} /v1${nameless(path)}`, operation] as const,
    ),
  ),
);

/** The same operation there: same method and path. */
export function publishedOperation({ method, path }: Pick<Endpoint, 'method' | 'path'>): Operation | undefined {
  return operations.get(`${method} ${nameless(path)}`);
}

/** The statuses of its success. */
export function publishedSuccess({ responses }: Operation): readonly number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300);
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content && Object.values(resolved(content).content ?? {})[0]?.schema;
}

/** The names of its query parameters. */
export function publishedQuery({ parameters = [] }: Operation): readonly string[] {
  return parameters
    .map(resolved)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
}

/** What a body of a request is there; undefined: it has none. */
export function publishedBody({ requestBody }: Operation): Schema | undefined {
  return schemaOf(requestBody);
}

const anyError: Schema = { $ref: '#/components/schemas/Error' };

/** Where a reply is not as described, each with the place in it, as in "/urls/app is missing". Places in lists are told once. */
export function replyDifferences(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses[status] ?? operation.responses.default;
  if (response === undefined && status < 400) return [`the status ${status} is not described`];
  // Some operations leave refusals out; they are the same everywhere.
  const schema = response === undefined ? anyError : schemaOf(response);
  if (schema === undefined) return body === undefined ? [] : ['there is a body'];
  return body === undefined ? ['there is no body'] : [...new Set(differences(schema, body, ''))].sort();
}

/** Where a value is not as a schema says. */
function differences(schema: Schema, value: unknown, place: string): readonly string[] {
  return nearest(
    alternatives(schema).map((one) => ({
      misnamed: misnamed(one, value),
      found: [...leafDifferences(one, value, place), ...memberDifferences(one, value, place)],
    })),
  );
}

/** The schema without `allOf`, `oneOf` and `anyOf`: everything it can mean, each as one schema. */
export function alternatives(schema: Schema): readonly Schema[] {
  const { allOf = [], oneOf, anyOf, ...own } = resolved(schema);
  const variants = oneOf ?? anyOf;
  const parts = [...allOf.map(alternatives), ...(variants === undefined ? [] : [variants.flatMap(alternatives)])];
  return parts.reduce<readonly Schema[]>(
    (found, part) => found.flatMap((one) => part.map((other) => merged(one, other))),
    [own],
  );
}

/** Both at once. That one of them knows no more members says nothing about those of the other. */
function merged(one: Schema, other: Schema): Schema {
  if (one.properties === undefined) return { ...one, ...other };
  const { additionalProperties: _, ...both } = { ...one, ...other };
  return {
    ...both,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

interface Found {
  readonly misnamed: number;
  readonly found: readonly string[];
}

/** Of the variants the one that is named as the value is, and says the least against it. Values that fit several are no mistake. */
function nearest(variants: readonly Found[]): readonly string[] {
  return variants.reduce((best, each) =>
    each.misnamed < best.misnamed || (each.misnamed === best.misnamed && each.found.length < best.found.length)
      ? each
      : best,
  ).found;
}

/** How many members that name the variant, as `kind` does, have another value. */
function misnamed({ properties = {} }: Schema, value: unknown): number {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return members.filter(([name, member]) => {
    const described = properties[name] && resolved(properties[name]);
    return described?.enum?.length === 1 && described.enum[0] !== member;
  }).length;
}

const compiled = new Map<string, ValidateFunction>();

/** The value itself, without what is in it. */
function leafDifferences(
  { properties, required, additionalProperties, items, ...leaf }: Schema,
  value: unknown,
  place: string,
): string[] {
  const text = JSON.stringify(leaf);
  const validate = compiled.get(text) ?? ajv.compile(leaf);
  compiled.set(text, validate);
  return validate(value) ? [] : [`${place} ${ajv.errorsText(validate.errors, { dataVar: '' }).trim()}`];
}

function memberDifferences(schema: Schema, value: unknown, place: string): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => (schema.items === undefined ? [] : differences(schema.items, item, `${place}/*`)));
  const { properties = {}, required = [], additionalProperties } = schema;
  if (
    typeof value !== 'object' ||
    value === null ||
    (schema.properties === undefined && additionalProperties === undefined)
  )
    return [];
  // The description requires members that it does not describe, and that the types of the client do not have.
  const missing = required.filter((name) => properties[name] !== undefined && !(name in value));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const described = properties[name] ?? additionalProperties;
    // A client does not see what its description does not know.
    return described === undefined || typeof described === 'boolean'
      ? []
      : differences(described, member, `${place}/${name}`);
  });
  return [...missing.map((name) => `${place}/${name} is missing`), ...members];
}
