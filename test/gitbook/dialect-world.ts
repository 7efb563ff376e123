/** Platforms in the dialects of GitBook that validate every answer against a document of GitBook. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { gitbookEndpoints } from '../../src/contract/gitbook/index.ts';
import { earlierRoutes, gitbookRoutes } from '../../src/server/gitbook/index.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';
import type { Route } from '../../src/server/rules/resource.ts';
import { valueProblem } from '../server/contract-check.ts';
import { openRightsWorld } from '../server/rights-world.ts';
import { gitbookRequest, prepared } from './dialect-requests.ts';
import { publishedDocument } from './published-documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against GitBook's document.
type Json = any;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The dialect that each document describes. */
export const servedDialects = {
  '0.143': { dialect: 'gitbook-0.180', routes: earlierRoutes },
  '0.202': { dialect: 'gitbook', routes: gitbookRoutes },
} as const;

export type ServedVersion = keyof typeof servedDialects;

export function routesOf(version: ServedVersion): readonly Route[] {
  return servedDialects[version].routes;
}

export interface GitbookPlatform {
  readonly version: ServedVersion;
  readonly platform: Platform;
  /** `~` is `/v1/orgs/{first organization}`. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the body. A refusal fails the test. */
  ask(method: string, path: string, body?: unknown): Promise<Json>;
  /** Differences between answers and the document. */
  readonly problems: readonly string[];
}

const schemasOf: { readonly [V in ServedVersion]: readonly Endpoint[] } = {
  '0.143': earlierRoutes.map(({ endpoint }) => endpoint),
  '0.202': [...gitbookEndpoints, ...endpoints],
};

const patterns = new Map(
  Object.entries(schemasOf).map(([version, all]) => [
    version,
    all.map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  ]),
);

/** The operation at a method and path. A fixed last part takes precedence over a parameter. */
export function operationAt(method: string, path: string, version: ServedVersion = '0.202'): Endpoint | undefined {
  const matching = (patterns.get(version) ?? []).filter(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
  );
  return (matching.find((each) => !each.endpoint.path.endsWith('}')) ?? matching[0])?.endpoint;
}

/** The difference of an answer to our own schema of the operation, which clients rely on. */
function unlikeContract(endpoint: Endpoint | undefined, status: number, body: unknown): readonly string[] {
  if (endpoint?.reply === undefined || status >= 300) return [];
  const wrong = valueProblem(endpoint.reply, body);
  return wrong === undefined ? [] : [`${endpoint.name} answers unlike its schema: ${wrong}`];
}

/** `version`: of the document that describes the dialect. */
export function openGitbook(
  options: PlatformOptions = {},
  user?: string,
  version: ServedVersion = '0.202',
): GitbookPlatform {
  const platform = createPlatform({
    strict: true,
    ...options,
    dialect: servedDialects[version].dialect,
    onFault: (error) => {
      throw error;
    },
  });
  const token = user === undefined ? platform.token : platform.tokenFor(user);
  const document = publishedDocument(version);
  const problems: string[] = [];
  const send = async (method: string, given: string, body?: unknown): Promise<Answer> => {
    const url = new URL(`http://platform.test${given.replace('~', `/v1/orgs/${platform.organization}`)}`);
    const init = { method, headers: { authorization: `Bearer ${token}` } };
    const response = await platform.fetch(
      new Request(url, body === undefined ? init : { ...init, body: JSON.stringify(body) }),
    );
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    const problem = document.answerProblem(method, url.pathname, response.status, parsed);
    if (problem !== undefined) problems.push(`${method} ${url.pathname} ${response.status}: ${problem}`);
    problems.push(...unlikeContract(operationAt(method, url.pathname, version), response.status, parsed));
    return { status: response.status, body: parsed };
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.body?.error?.message}`).toBeLessThan(300);
    return answer.body;
  };
  return { version, platform, send, ask, problems };
}

export interface GitbookWorld {
  /** Names of parameters and other objects, with their ids. */
  readonly ids: { readonly [name: string]: string };
  /** A platform with the prepared objects. */
  open(version?: ServedVersion): GitbookPlatform;
  remove(): void;
}

/** The fixture `medium` with objects for every operation, prepared once and copied for each platform. */
export async function prepareGitbookWorld(): Promise<GitbookWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'docform-site-file-'));
  const prepared = join(folder, 'prepared.db');
  const world = await openRightsWorld({ data: prepared });
  const { ids } = world;
  world.platform.close();
  let copies = 0;
  return {
    ids,
    open: (version) => {
      copies += 1;
      const data = join(folder, `copy-${copies}.db`);
      copyFileSync(prepared, data);
      return openGitbook({ data }, undefined, version);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Creates the objects that the fixture does not have. Returns all ids. */
export async function prepare(
  at: GitbookPlatform,
  known: GitbookWorld['ids'],
  except?: string,
): Promise<GitbookWorld['ids']> {
  const ids: { [name: string]: string } = { ...known };
  const served = new Set(routesOf(at.version).map(({ endpoint }) => endpoint.name));
  for (const [operation, parameter] of prepared.filter(([name]) => name !== except && served.has(name))) {
    const [method, path, body] = gitbookRequest({ name: operation, method: 'POST' }, ids);
    const answer = await at.ask(method, path, body);
    if (parameter !== undefined) ids[parameter] = answer.id;
  }
  return ids;
}
