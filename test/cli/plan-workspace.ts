/** A platform on a socket and a directory with a configuration, for tests in which another client changes the platform between two commands. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Fixture, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { run, type World } from './harness.ts';

export const head = 'version: 1\n';
const before = `${head}teams:\n  docs: { title: Docs }\n  support: { title: Support }\n`;
export const after = `${head}teams:\n  docs: { title: Handbook }\n  support: { title: Help }\n`;

interface PlanFile {
  readonly schemaVersion: number;
  readonly digest: string;
  readonly allowances: { readonly addresses: readonly string[]; readonly deletes: number | null };
}

/** The platform has a socket, so that another client can use it between two commands. */
export async function workspace(text: string, seed: 'empty' | 'small' | Fixture = 'empty') {
  const platform = await startPlatform({ seed, token: 'canary-token-1234' });
  const directory = directoryWith({ 'docform.yaml': text });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const spoken = speak(platform);
  /** A path in the organization, or an absolute path with a leading slash. */
  const ask = (method: string, path: string, body?: object) =>
    spoken.ask(method, path.startsWith('/') ? `/v1${path}` : `~/${path}`, body);
  const titled = async (list: string, title: string) =>
    (await ask('GET', list)).items.find((each) => each.title === title)?.id ?? '';
  return {
    ...{ platform, directory, ask, titled },
    titles: async (list: string) => (await ask('GET', list)).items.map(({ title }) => title).sort(),
    write: (next: string) => writeFile(join(directory, 'docform.yaml'), next),
    docform: (argv: readonly string[], world: World = {}) =>
      run(argv, { directory, ...world, environment: { ...environment, ...world.environment } }),
    file: async (name = 'plan.json') => JSON.parse(await readFile(join(directory, name), 'utf8')) as PlanFile,
    close: () => platform.close(),
  };
}

/** Creates docs and support, and saves a plan that renames both. */
export async function planned() {
  const place = await workspace(before);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.write(after);
  expect((await place.docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  return place;
}
