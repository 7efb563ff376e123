/** Opens an organization that needs twelve writes, and runs commands against it through a gate. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { plantedIds } from '../support/live-world.ts';
import { type Gate, openGate, titlesOn } from './gate.ts';
import { type Ran, run } from './harness.ts';
import { type Spawned, spawnCli } from './spawned.ts';

// The space is pinned because it is added to a site for the first time.
export const configuration = `version: 1
teams:
  docs: { title: Docs, members: { ana@acme.dev: owner, bo@acme.dev: member } }
  sales: { title: Sales }
collections:
  guides: { title: Guides, description: For readers }
  old: { title: Old guides, parent: guides }
customFields:
  owner: { type: text, title: Owner }
spaces:
  home: { id: ${plantedIds(createFixture('small', 1)).get('spaces/home')}, title: Home }
sites:
  docs:
    title: Acme Docs
    basename: docs
    structure: [{ section: start, title: Start, path: first, spaces: [{ space: home }] }]
    shareLinks:
      review: { name: Review, active: false }
name: acme-docs
`;

/** The organization after the apply, with each object once. */
export const applied = [
  ...['collections Guides', 'collections Old guides', 'collections Product', 'custom-fields Owner', 'sections Start'],
  ...[
    'share-links Review',
    'site-spaces Home',
    'sites Acme Docs',
    'spaces Changelog',
    'spaces Home',
    'spaces Payments EN',
  ],
  ...['teams Docs', 'teams Sales'],
];
export const writesNeeded = 12;

export interface Applying {
  readonly gate: Gate;
  readonly directory: string;
  readonly environment: { readonly [name: string]: string };
  /** Runs the command in a separate process. */
  spawn(argv: readonly string[], more?: { readonly [name: string]: string }): Spawned;
  /** Runs the command in this process. */
  run(argv: readonly string[], more?: { readonly [name: string]: string }): Promise<Ran>;
  /** Contents of the ledger and journal files, or empty strings if the files are missing. */
  files(): Promise<readonly string[]>;
  /** Applies the remaining changes, and checks that each object exists once and the plan is empty. */
  expectWhole(): Promise<void>;
  close(): Promise<void>;
}

export async function openApplying(backend?: string): Promise<Applying> {
  const gate = await openGate('small');
  const directory = directoryWith({ 'docform.yaml': configuration });
  const environment = {
    DOCFORM_API_URL: gate.url,
    DOCFORM_ORG: gate.platform.organization,
    DOCFORM_TOKEN: gate.platform.token,
    ...(backend === undefined ? {} : { DOCFORM_BACKEND: backend }),
  };
  const inProcess: Applying['run'] = (argv, more = {}) =>
    run(argv, { directory, environment: { ...environment, ...more } });
  const ledger = join(directory, 'docform.ledger.json');
  return {
    ...{ gate, directory, environment, run: inProcess, close: gate.close },
    spawn: (argv, more = {}) => spawnCli(argv, directory, { ...environment, ...more }),
    files: () => Promise.all([ledger, `${ledger}.journal`].map((path) => readFile(path, 'utf8').catch(() => ''))),
    expectWhole: async () => {
      const again = await inProcess(['apply', '--yes', '--lock-timeout', '600']);
      expect(again, again.stdout + again.stderr).toMatchObject({ exit: 0 });
      const last = await inProcess(['plan', '--detailed-exitcode']);
      expect(last, last.stdout).toMatchObject({ exit: 0 });
      expect(await titlesOn(gate)).toEqual(applied);
    },
  };
}
