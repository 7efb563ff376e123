/** Validates query and body against the contract's schemas, which are compiled on first use. */
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isEmoji } from '../../contract/emoji.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { invalid } from '../http/errors.ts';
import { isDeeper, knownMembers } from '../rules/objects.ts';

export interface Validator {
  query(endpoint: Endpoint, search: URLSearchParams): { [name: string]: unknown };
  body(endpoint: Endpoint, text: string): unknown;
}

/** Shared by all platforms of a process, because the schemas do not depend on the state. */
const compilers = { strict: lazyCompiler(true), lenient: lazyCompiler(false) };

export function createValidator(strict: boolean): Validator {
  const compile = strict ? compilers.strict : compilers.lenient;
  return {
    query: (endpoint, search) => {
      if (endpoint.query === undefined && !strict) return {};
      const given = queryValues(endpoint.query, search);
      if (endpoint.query !== undefined) requireValid(compile(endpoint.query), given, 'query');
      else if (Object.keys(given).length > 0) throw invalid(`query: ${endpoint.name} takes no query parameters`);
      return given;
    },
    body: (endpoint, text) => {
      if (endpoint.body === undefined) return undefined;
      const given = text === '' ? {} : parsed(text);
      requireValid(compile(endpoint.body), given, 'body');
      return knownMembers(endpoint.body, given);
    },
  };
}

function lazyCompiler(strict: boolean): (schema: TSchema) => ValidateFunction {
  let ajv: Ajv | undefined;
  const compiled = new WeakMap<TSchema, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    ajv ??= createAjv();
    const made = ajv.compile(strict ? closed(schema) : schema) as ValidateFunction;
    compiled.set(schema, made);
    return made;
  };
}

function createAjv() {
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false });
  addFormats.default(ajv, ['uri', 'date-time']);
  ajv.addFormat('emoji', isEmoji);
  return ajv;
}

function closed(schema: TSchema) {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, close(member)]));
    return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy;
  };
  return close(schema) as object;
}

/** Deeper nesting can be parsed, but JSON.stringify fails. */
const maxDepth = 1000;

function parsed(text: string) {
  const value = readJson(text);
  if (isDeeper(value, maxDepth)) throw invalid(`body: nested more than ${maxDepth} levels deep`);
  return value;
}

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`body: not valid JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
}

function requireValid(validate: ValidateFunction, given: unknown, place: 'query' | 'body') {
  if (validate(given)) return;
  throw invalid(describe(validate.errors ?? [], place));
}

function describe(errors: readonly ErrorObject[], place: string) {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const [error] = errors.toSorted((one, other) => depth(other) - depth(one));
  if (error === undefined) return `${place}: does not match the contract`;
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params: {
    allowedValues?: readonly unknown[];
    additionalProperty?: string;
    allowedValue?: unknown;
  } = error.params;
  const detail = params.allowedValues?.join(', ') ?? params.additionalProperty ?? params.allowedValue;
  return `${[place, ...at].join('.')}: ${error.message ?? 'is not valid'}${detail === undefined ? '' : `: ${String(detail)}`}`;
}

function queryValues(schema: TSchema | undefined, search: URLSearchParams) {
  const properties = (schema?.properties ?? {}) as { [name: string]: { type?: string } };
  const value = (name: string) => {
    const texts = search.getAll(name);
    const type = properties[name]?.type;
    return type === 'array' ? texts : texts.length > 1 ? texts : typed(type, texts[0] ?? '');
  };
  // Unlike an assignment, `fromEntries` accepts the name `__proto__`.
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, value(name)]));
}

function typed(type: string | undefined, text: string) {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
