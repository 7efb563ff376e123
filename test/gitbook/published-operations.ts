/** The operations of GitBook's published documents, with the bodies that their schemas allow. */
import { createRequire } from 'node:module';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { samples } from '../server/published-samples.ts';
import { type Schema, schemaReader } from '../server/published-schema.ts';
import { packages, type Version } from './published-documents.ts';

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
}

interface OpenApi {
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: Operation } & {
      readonly parameters?: readonly Parameter[];
    };
  };
}

/** Texts of a member of a body, such as the ids of existing objects. */
type TextsOf = (member: string) => readonly string[] | undefined;

export interface PublishedOperation {
  readonly hasBody: boolean;
  /** Names of query parameters. */
  readonly query: readonly string[];
  /** The smallest bodies, and each other member and variant, one by one. */
  bodies(textsOf: TextsOf): readonly unknown[];
}

const nameless = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** Finds the operation at the method and path of an endpoint. */
export function publishedOperations(
  version: Version,
): (endpoint: Pick<Endpoint, 'method' | 'path'>) => PublishedOperation | undefined {
  const document = createRequire(import.meta.url)(`${packages[version]}/spec/openapi.json`) as OpenApi;
  const { resolved, alternatives } = schemaReader(document);
  const found = new Map<string, Operation & { readonly parameters: readonly Parameter[] }>(
    Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
      Object.entries(methods).map(([method, operation]) => {
        const all = [...parameters, ...(operation.parameters ?? [])].map(resolved);
        return [`${method.toUpperCase()} /v1${nameless(path)}`, { ...operation, parameters: all }] as const;
      }),
    ),
  );
  return ({ method, path }) => {
    const operation = found.get(`${method} ${nameless(path)}`);
    if (operation === undefined) return undefined;
    const { requestBody, parameters } = operation;
    const schema = requestBody && Object.values(resolved(requestBody).content ?? {})[0]?.schema;
    return {
      hasBody: schema !== undefined,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      bodies: (textsOf) => (schema === undefined ? [] : samples({ alternatives, textsOf, deepest: 4 }, schema)),
    };
  };
}
