/** Reads the OpenAPI description of a published client. */
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Schema, schemaReader } from './published-schema.ts';

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

const description = createRequire(import.meta.url)('@gitbook/api/spec/openapi.json') as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
};

const ajv = addFormats.default(new Ajv({ strict: false, logger: false }), ['uri', 'date-time']);

const { resolved, alternatives } = schemaReader(description);

/** Removes the names of path parameters, which differ. */
const nameless = (path: string) => path.replace(/\{\w+\}/g, '{}');

const operations = new Map<string, Operation>(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} /v1${nameless(path)}`, operation] as const,
    ),
  ),
);

/** The operation with the same method and path. */
export function publishedOperation({ method, path }: Pick<Endpoint, 'method' | 'path'>): Operation | undefined {
  return operations.get(`${method} ${nameless(path)}`);
}

export function publishedSuccess({ responses }: Operation): readonly number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300);
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content && Object.values(resolved(content).content ?? {})[0]?.schema;
}

export function publishedQuery({ parameters = [] }: Operation): readonly string[] {
  return parameters
    .map(resolved)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
}

/** The bodies of an operation, of which `alternatives` finds the variants. */
export const publishedAlternatives = alternatives;

export function publishedBody({ requestBody }: Operation): Schema | undefined {
  return schemaOf(requestBody);
}

const anyError: Schema = { $ref: '#/components/schemas/Error' };

/** Differences between a reply and the description, such as "/urls/app is missing". Items of a list are reported once. */
export function replyDifferences(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses[status] ?? operation.responses.default;
  if (response === undefined && status < 400) return [`the status ${status} is not described`];
  // Operations without described refusals have the common error.
  const schema = response === undefined ? anyError : schemaOf(response);
  if (schema === undefined) return body === undefined ? [] : ['there is a body'];
  return body === undefined ? ['there is no body'] : [...new Set(differences(schema, body, ''))].sort();
}

function differences(schema: Schema, value: unknown, place: string): readonly string[] {
  return nearest(
    alternatives(schema).map((one) => ({
      misnamed: misnamed(one, value),
      found: [...leafDifferences(one, value, place), ...memberDifferences(one, value, place)],
    })),
  );
}

interface Found {
  readonly misnamed: number;
  readonly found: readonly string[];
}

/** The differences to the variant with the matching name, or with the fewest differences. A value can match several variants. */
function nearest(variants: readonly Found[]): readonly string[] {
  return variants.reduce((best, each) =>
    each.misnamed < best.misnamed || (each.misnamed === best.misnamed && each.found.length < best.found.length)
      ? each
      : best,
  ).found;
}

/** The number of discriminating members, such as `kind`, with another value. */
function misnamed({ properties = {} }: Schema, value: unknown): number {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return members.filter(([name, member]) => {
    const described = properties[name] && resolved(properties[name]);
    return described?.enum?.length === 1 && described.enum[0] !== member;
  }).length;
}

const compiled = new Map<string, ValidateFunction>();

/** Without the differences of members. */
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
  // Ignores required members that have no description and no type in the client.
  const missing = required.filter((name) => properties[name] !== undefined && !(name in value));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const described = properties[name] ?? additionalProperties;
    // Clients ignore members without description.
    return described === undefined || typeof described === 'boolean'
      ? []
      : differences(described, member, `${place}/${name}`);
  });
  return [...missing.map((name) => `${place}/${name} is missing`), ...members];
}
