/** Platforms in the vendor's dialect that validate every answer against the vendor's document. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';
import { openRightsWorld } from '../server/rights-world.ts';
import { publishedDocument, type Version } from './published-documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against the vendor's document.
type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface VendorPlatform {
  readonly platform: Platform;
  /** `~` is `/v1/orgs/{first organization}`. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the body. A refusal fails the test. */
  ask(method: string, path: string, body?: unknown): Promise<Json>;
  /** Differences between answers and the document. */
  readonly problems: readonly string[];
}

/** `version`: of the document that answers are compared with. */
export function openVendor(options: PlatformOptions = {}, user?: string, version: Version = '0.202'): VendorPlatform {
  const platform = createPlatform({
    strict: true,
    ...options,
    dialect: 'vendor',
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
    return { status: response.status, body: parsed };
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.body?.error?.message}`).toBeLessThan(300);
    return answer.body;
  };
  return { platform, send, ask, problems };
}

export interface VendorWorld {
  /** Names of parameters and other objects, with their ids. */
  readonly ids: { readonly [name: string]: string };
  /** A platform with the prepared objects. */
  open(): VendorPlatform;
  remove(): void;
}

/** The fixture `medium` with objects for every operation, prepared once and copied for each platform. */
export async function prepareVendorWorld(): Promise<VendorWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'docform-vendor-'));
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
      return openVendor({ data });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
