/** Checks requests and answers against the contract. */
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { isEmoji } from '../../src/contract/emoji.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ErrorBody } from '../../src/contract/endpoint.ts';

const ajv = addFormats.default(new Ajv({ strict: false }), ['uri', 'date-time']).addFormat('emoji', isEmoji);

/** Closes every object, because an answer must not have members that the contract does not name. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(schema)) copy[name] = close(member);
  const names =
    copy.type === 'object' && typeof copy.properties === 'object' && copy.properties !== null
      ? Object.keys(copy.properties)
      : [];
  return names.length > 0 && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

const compiled = { open: new Map<TSchema, ValidateFunction>(), closed: new Map<TSchema, ValidateFunction>() };

function problem(schema: TSchema, value: unknown, mode: 'open' | 'closed'): string | undefined {
  const validate = compiled[mode].get(schema) ?? ajv.compile(mode === 'open' ? schema : (close(schema) as object));
  compiled[mode].set(schema, validate);
  return validate(value) ? undefined : `${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors)}`;
}

/** The error of the value, or undefined. */
export function valueProblem(schema: TSchema, value: unknown): string | undefined {
  return problem(schema, value, 'open');
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** A fixed last part (`latest`) takes precedence over a parameter. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const matching = patterns.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  return (matching.find(({ endpoint }) => !endpoint.path.endsWith('}')) ?? matching[0])?.endpoint;
}

/** The error of the answer, or undefined. A success must have the status and body of the contract, a refusal the error body. */
export function replyProblem(endpoint: Endpoint | undefined, status: number, body: unknown): string | undefined {
  if (status >= 400) {
    const wrong = problem(ErrorBody, body, 'closed');
    const { code } = (body as { readonly error?: { readonly code?: unknown } } | undefined)?.error ?? {};
    return wrong ?? (code === status ? undefined : `the code ${String(code)} is not the status ${status}`);
  }
  if (endpoint === undefined) return 'success, though the contract has no such operation';
  if (status !== endpoint.success) return `${endpoint.name}: ${status} is not ${endpoint.success}`;
  if (endpoint.reply === undefined) return body === undefined ? undefined : `${endpoint.name}: success has a body`;
  const wrong = problem(endpoint.reply, body, 'closed');
  return wrong === undefined ? undefined : `${endpoint.name}: ${wrong}`;
}

/** The error of the body, or undefined. `closed` refuses unknown members. */
export function bodyProblem(endpoint: Endpoint, body: unknown, mode: 'open' | 'closed'): string | undefined {
  return endpoint.body === undefined ? undefined : problem(endpoint.body, body, mode);
}

/** The error of the query, or undefined. `closed` refuses unknown parameters. */
export function queryProblem(
  { query, name }: Pick<Endpoint, 'query' | 'name'>,
  search: URLSearchParams,
  mode: 'open' | 'closed',
): string | undefined {
  const names = [...new Set(search.keys())];
  if (query === undefined) return mode === 'open' || names.length === 0 ? undefined : `${name} takes no query`;
  const types = query.properties as { readonly [name: string]: { readonly type?: string } };
  const values = Object.fromEntries(
    names.map((each) => {
      const texts = search.getAll(each);
      return [
        each,
        types[each]?.type === 'array' ? texts : texts.length > 1 ? texts : plain(types[each]?.type, texts[0] ?? ''),
      ];
    }),
  );
  return problem(query, values, mode);
}

function plain(type: string | undefined, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return text;
}
