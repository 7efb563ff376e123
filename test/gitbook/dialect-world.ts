/** Platforms in the `gitbook` dialect that validate every answer against GitBook's document. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { gitbookEndpoints } from '../../src/contract/gitbook/index.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';
import { valueProblem } from '../server/contract-check.ts';
import { openRightsWorld } from '../server/rights-world.ts';
import { gitbookRequest, prepared } from './dialect-requests.ts';
import { publishedDocument, type Version } from './published-documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against GitBook's document.
type Json = any;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface GitbookPlatform {
  readonly platform: Platform;
  /** `~` is `/v1/orgs/{first organization}`. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the body. A refusal fails the test. */
  ask(method: string, path: string, body?: unknown): Promise<Json>;
  /** Differences between answers and the document. */
  readonly problems: readonly string[];
}

const patterns = [...gitbookEndpoints, ...endpoints].map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation at a method and path. A fixed last part takes precedence over a parameter. */
export function operationAt(method: string, path: string): Endpoint | undefined {
  const matching = patterns.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  return (matching.find((each) => !each.endpoint.path.endsWith('}')) ?? matching[0])?.endpoint;
}

/** The difference of an answer to our own schema of the operation, which clients rely on. */
function unlikeContract(method: string, path: string, status: number, body: unknown): readonly string[] {
  const endpoint = operationAt(method, path);
  if (endpoint?.reply === undefined || status >= 300) return [];
  const wrong = valueProblem(endpoint.reply, body);
  return wrong === undefined ? [] : [`${endpoint.name} answers unlike its schema: ${wrong}`];
}

/** `version`: of the document that answers are compared with. */
export function openGitbook(options: PlatformOptions = {}, user?: string, version: Version = '0.202'): GitbookPlatform {
  const platform = createPlatform({
    strict: true,
    ...options,
    dialect: 'gitbook',
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
    problems.push(...unlikeContract(method, url.pathname, response.status, parsed));
    return { status: response.status, body: parsed };
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.body?.error?.message}`).toBeLessThan(300);
    return answer.body;
  };
  return { platform, send, ask, problems };
}

export interface GitbookWorld {
  /** Names of parameters and other objects, with their ids. */
  readonly ids: { readonly [name: string]: string };
  /** A platform with the prepared objects. */
  open(): GitbookPlatform;
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
    open: () => {
      copies += 1;
      const data = join(folder, `copy-${copies}.db`);
      copyFileSync(prepared, data);
      return openGitbook({ data });
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
  for (const [operation, parameter] of prepared.filter(([name]) => name !== except)) {
    const [method, path, body] = gitbookRequest({ name: operation, method: 'POST' }, ids);
    const answer = await at.ask(method, path, body);
    if (parameter !== undefined) ids[parameter] = answer.id;
  }
  return ids;
}
