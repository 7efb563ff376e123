/** A reference platform whose answers are changed on their way, as GitBook gives them today. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { type Ran, run } from '../cli/harness.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
}

export interface Item {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** Changes an answer. `send` passes the request to the reference platform, with other query parameters if given. */
export type Answering = (
  asked: Asked,
  send: (query?: { readonly [name: string]: string }) => Promise<Answer>,
) => Promise<Answer> | Answer;

/** Changes the items of lists whose path matches. */
export function listing(path: RegExp, change: (items: readonly Item[]) => readonly Item[]): Answering {
  return async (asked, send) => {
    const answer = await send();
    const { items } = (answer.body ?? {}) as { readonly items?: readonly Item[] };
    if (asked.method !== 'GET' || !path.test(asked.path) || items === undefined) return answer;
    const changed = change(items);
    return { ...answer, body: { ...(answer.body as object), items: changed, count: changed.length } };
  };
}

/** Refuses matching requests without asking the reference platform. */
export function refusing(method: string, path: RegExp, status: number, message: string): Answering {
  return (asked, send) =>
    asked.method === method && path.test(asked.path) ? { status, body: { error: { code: status, message } } } : send();
}

/** Changes every object in an answer. */
export function everyObject(value: unknown, change: (object: { readonly [name: string]: unknown }) => object): unknown {
  if (Array.isArray(value)) return value.map((each) => everyObject(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, everyObject(each, change)])));
}

const spaces = { home: { title: 'Home' }, api: { title: 'API' }, faq: { title: 'FAQ' } };

/** The spaces of a configuration, pinned because a space that is matched by its title is never published. */
const pinnedSpaces = Object.entries(spaces)
  .map(([key, { title }]) => {
    const id = plantedIds(worldOf({ spaces })).get(`spaces/${key}`);
    return `  ${key}: { id: ${id}, title: ${title} }\n`;
  })
  .join('');

/** A platform with three spaces, and a directory with a configuration and a ledger. */
export async function gitbookPlatform() {
  const platform = await startPlatform({ seed: worldOf({ spaces }) });
  const writes: string[] = [];
  let answering: Answering = (_asked, send) => send();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://gitbook.test');
    const [asked, body] = [{ method: request.method ?? 'GET', path: url.pathname }, await text(request)];
    if (asked.method !== 'GET') writes.push(`${asked.method} ${asked.path.replace(/^.*\/orgs\/[^/]+\//, '')}`);
    const answer = await answering(asked, async (query = {}) => {
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const init = { method: asked.method, headers: { 'content-type': 'application/json' } };
      const sent = await platform.fetch(`${url.pathname}${url.search}`, body === '' ? init : { ...init, body });
      const replied = await sent.text();
      return { status: sent.status, ...(replied === '' ? {} : { body: JSON.parse(replied) as unknown }) };
    });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const environment = {
    DOCFORM_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  let directory = directoryWith();
  const { list, ask } = speak(platform);
  return {
    /** Writes of the last command: `POST sites`. */
    writes,
    answerWith: (next: Answering) => {
      answering = next;
    },
    /** Runs a command, with another configuration if given. */
    docform: async (argv: string, configuration?: string): Promise<Ran> => {
      if (configuration !== undefined) await writeFile(join(directory, 'docform.yaml'), configuration);
      writes.length = 0;
      return run(argv.split(' '), { directory, environment });
    },
    /** Continues in a new directory, without a ledger. */
    forgetLedger: () => {
      directory = directoryWith();
    },
    /** Imports into a new directory, in which the next commands run. */
    imported: async (): Promise<Ran & { readonly written: string }> => {
      directory = directoryWith();
      const ran = await run(['import'], { directory, environment });
      return { ...ran, written: await readFile(join(directory, 'docform.yaml'), 'utf8').catch(() => '') };
    },
    /** Adds a section to the only site, which is flat, and deletes it: the section around the spaces remains. */
    wrap: async (): Promise<void> => {
      const [site] = await list('~/sites');
      const [home] = await list(`~/sites/${site?.id}/site-spaces`);
      const made = await ask('POST', `~/sites/${site?.id}/sections`, { spaceId: home?.space?.id });
      await ask('DELETE', `~/sites/${site?.id}/sections/${made.id}`);
    },
    /** Parts of the only site. */
    parts: async (name: string): Promise<readonly Item[]> => {
      const [site] = await list('~/sites');
      return (await list(`~/sites/${site?.id}/${name}`)) as unknown as readonly Item[];
    },
    close: async () => {
      server.close();
      await platform.close();
    },
  };
}

const section = (key: string, space: string) =>
  `{ section: ${key}, title: The ${key}, path: ${key}, spaces: [{ space: ${space} }] }`;
export const [one, two, three] = [section('one', 'home'), section('two', 'api'), section('three', 'faq')];
export const group = (...sections: readonly string[]) =>
  `{ group: more, title: More, sections: [${sections.join(', ')}] }`;
export const home = '{ space: home }';
export const api = '{ space: api, path: api }';
export const faq = '{ space: faq, path: faq }';

/** A site with this structure. */
export const site = (...structure: readonly string[]) =>
  `version: 1\nspaces:\n${pinnedSpaces}sites:\n  docs:\n    title: Docs\n    structure: [${structure.join(', ')}]\n`;
export const team = 'teams: { writers: { title: Writers } }\n';

type Gitbook = Pick<Awaited<ReturnType<typeof gitbookPlatform>>, 'docform'>;

/** Applies with answers as the contract shows them. */
export async function applied(gitbook: Gitbook, configuration: string): Promise<void> {
  const { exit, stdout, stderr } = await gitbook.docform('apply --yes', configuration);
  expect(exit, stdout + stderr).toBe(0);
}

export async function expectNoChanges(gitbook: Gitbook): Promise<string> {
  const { exit, stdout } = await gitbook.docform('plan');
  expect(stdout).toContain('No changes.');
  expect(exit).toBe(0);
  return stdout;
}
