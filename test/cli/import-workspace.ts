/** A platform with contents and an empty directory, for tests of commands that write a configuration. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Fixture, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { certificateOne } from '../support/certificates.ts';
import { directoryWith } from '../support/directory.ts';
import { type LiveDocument, organizationId, worldOf } from '../support/live-world.ts';
import { type Ran, run, type World as Surroundings } from './harness.ts';

export interface ImportWorkspace {
  readonly directory: string;
  readonly docform: (argv: readonly string[], surroundings?: Surroundings) => Promise<Ran>;
  readonly tokenFor: (email: string) => string;
  /** Makes the platform refuse this operation from now on. */
  readonly refuse: (operation: string) => void;
  /** Returns the body of the response, and throws if the platform refuses the request. */
  readonly ask: (method: string, path: string, body?: object) => Promise<{ readonly [key: string]: unknown }>;
  /** Id of the object with this title, name or label in a list of the organization. */
  readonly idOf: (list: string, title: string) => Promise<string>;
  readonly file: (name: string) => Promise<string>;
  readonly write: (name: string, text: string) => Promise<void>;
  /** All files except those that Git reads, sorted. */
  readonly files: () => Promise<readonly string[]>;
  /** Whether any request but a GET was sent since the last call. */
  readonly hasWritten: () => boolean;
}

const opened: (() => Promise<void>)[] = [];

/** Stops all platforms and removes all directories of the test. */
export async function closeWorkspaces(): Promise<void> {
  for (const close of opened.splice(0)) await close();
}

export async function importWorkspace(live: LiveDocument): Promise<ImportWorkspace> {
  return workspaceOf(worldOf(live), organizationId);
}

/** `organization` is the value of DOCFORM_ORG, or undefined if the variable is unset. */
export async function workspaceOf(world: Fixture, organization: string | undefined): Promise<ImportWorkspace> {
  const platform = await startPlatform({ seed: world, token: 'canary-token-1234' });
  const directory = directoryWith();
  opened.push(async () => {
    await platform.close();
  });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    ...(organization === undefined ? {} : { DOCFORM_ORG: organization }),
  };
  const spoken = speak({ ...platform, organization: organization ?? platform.organization });
  const ask: ImportWorkspace['ask'] = (method, path, body) =>
    spoken.ask(method, (path.startsWith('/') ? path : `~/${path}`).replace(/\/$/, ''), body);
  let seen = 0;
  return {
    ...{ directory, ask, tokenFor: platform.tokenFor },
    refuse: (operation) =>
      void platform.faults.add({ match: { operation }, effect: { type: 'status', status: 403, message: 'not now' } }),
    docform: (argv, surroundings = {}) =>
      run(argv, { directory, ...surroundings, environment: { ...environment, ...surroundings.environment } }),
    idOf: async (list, title) => {
      const found = (await spoken.list(`~/${list}`)).find((each) =>
        [each.title, each.name, each.label].includes(title),
      );
      return String(found?.id);
    },
    file: (name) => readFile(join(directory, name), 'utf8'),
    write: (name, text) => writeFile(join(directory, name), text),
    files: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.git'));
      return files.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort();
    },
    hasWritten: () => {
      const { items } = platform.requests.read({ after: seen, limit: 100_000 });
      seen = items.at(-1)?.number ?? seen;
      return items.some(({ method }) => method !== 'GET');
    },
  };
}

export const pem = certificateOne;

/** One object of most kinds, all with unique names. */
export const acme = {
  members: { 'bo@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs', members: { 'bo@acme.dev': 'owner' } }, support: { title: 'Support' } },
  saml: { okta: { label: 'Okta', entityID: 'urn:okta', ssoURL: 'https://acme.dev/sso', certificate: pem } },
  collections: { product: { title: 'Product' } },
  spaces: { home: { title: 'Home', collection: 'product' }, faq: { title: 'FAQ' } },
  sites: {
    docs: {
      title: 'Docs',
      basename: 'docs',
      structure: [
        { section: 'guides', title: 'Guides', spaces: [{ space: 'home' }] },
        { section: 'help', title: 'Help', spaces: [{ space: 'faq' }] },
      ],
      shareLinks: { review: { name: 'Review' } },
    },
    portal: { title: 'Portal', structure: [{ space: 'faq', default: true }] },
  },
};

/** A plan after an import has no changes and would not change any line of the ledger. */
export async function expectEmptyPlan({ docform }: ImportWorkspace): Promise<void> {
  const { exit, stdout, stderr } = await docform(['plan', '--detailed-exitcode']);
  expect({ exit, stderr, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('No changes.') });
  expect(stdout).not.toContain('Ledger:');
}
