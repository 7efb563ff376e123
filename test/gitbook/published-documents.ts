/** The OpenAPI documents that GitBook published with its client, as validators of requests and answers. */
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isEmoji } from '../../src/contract/emoji.ts';

interface Content {
  readonly $ref?: string;
  readonly content?: { readonly [mediaType: string]: object };
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: { readonly [status: string]: Content };
}

interface OpenApi {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

export const packages = {
  '0.130': '@gitbook/api',
  '0.143': 'gitbook-api-0.143',
  '0.202': 'gitbook-api-0.202',
} as const;

export type Version = keyof typeof packages;

export interface PublishedDocument {
  /** Undefined if the document has the operation. */
  missing(method: string, path: string): string | undefined;
  requestProblem(method: string, path: string, body: unknown): string | undefined;
  answerProblem(method: string, path: string, status: number, body: unknown): string | undefined;
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** `nullable` of OpenAPI 3.0 as JSON Schema. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...members } = value as { readonly [name: string]: unknown };
  const plain = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withNull(member)]));
  if (nullable === true) return { anyOf: [plain, { type: 'null' }] };
  return nullable === undefined || nullable === false ? plain : { ...plain, nullable: withNull(nullable) };
}

const documents = new Map<Version, PublishedDocument>();

export function publishedDocument(version: Version): PublishedDocument {
  const known = documents.get(version) ?? readDocument(version);
  documents.set(version, known);
  return known;
}

function readDocument(version: Version): PublishedDocument {
  const document = withNull(createRequire(import.meta.url)(`${packages[version]}/spec/openapi.json`)) as OpenApi;
  const ajv = addFormats.default(new Ajv({ strict: false, logger: false }), ['uri', 'date-time', 'email']);
  ajv.addFormat('emoji', isEmoji).addSchema(document, 'document');
  const places = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  /** A fixed last part (`latest`) takes precedence over a parameter. */
  const find = (method: string, path: string): readonly [path: string, operation: Operation] | undefined => {
    const matching = places.filter(
      (place) => place.pattern.test(path) && document.paths[place.path]?.[method.toLowerCase()] !== undefined,
    );
    const found = matching.find((place) => !place.path.endsWith('}')) ?? matching[0];
    const operation = found && document.paths[found.path]?.[method.toLowerCase()];
    return operation && [found.path, operation];
  };
  const problem = (pointer: string, value: unknown): string | undefined => {
    const validate = ajv.getSchema(pointer) as ValidateFunction | undefined;
    if (validate === undefined) throw new Error(`${version} has no schema at ${pointer}`);
    if (validate(value)) return undefined;
    const deepest = [...(validate.errors ?? [])].sort((a, b) => b.instancePath.length - a.instancePath.length);
    return deepest
      .slice(0, 3)
      .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
      .join('; ');
  };
  const contentProblem = (content: Content, pointer: string, value: unknown): string | undefined => {
    if (content.$ref !== undefined) {
      const [, , kind = '', name = ''] = content.$ref.split('/');
      const { components } = document as unknown as { components: { [kind: string]: { [name: string]: Content } } };
      return contentProblem(components[kind]?.[name] as Content, `document${content.$ref}`, value);
    }
    const [type] = Object.keys(content.content ?? {});
    if (type === undefined) return value === undefined ? undefined : 'there is a body';
    return value === undefined ? 'there is no body' : problem(`${pointer}/content/${escaped(type)}/schema`, value);
  };
  return {
    missing: (method, path) => (find(method, path) === undefined ? `${version} has no ${method} ${path}` : undefined),
    requestProblem: (method, path, body) => {
      const [place, { requestBody }] = find(method, path) ?? ['', undefined as never];
      const pointer = `document#/paths/${escaped(place)}/${method.toLowerCase()}/requestBody`;
      return requestBody === undefined ? undefined : contentProblem(requestBody, pointer, body);
    },
    answerProblem: (method, path, status, body) => {
      const [place, operation] = find(method, path) ?? [];
      if (operation === undefined || place === undefined)
        return status === 404 ? undefined : `${version} has no ${method} ${path}`;
      const key = [String(status), 'default'].find((each) => operation.responses[each] !== undefined);
      if (key === undefined)
        return status >= 400 ? problem('document#/components/schemas/Error', body) : `the status ${status}`;
      const pointer = `document#/paths/${escaped(place)}/${method.toLowerCase()}/responses/${key}`;
      return contentProblem(operation.responses[key] as Content, pointer, body);
    },
  };
}
