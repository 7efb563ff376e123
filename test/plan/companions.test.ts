/** If a list is refused temporarily, objects that are created together wait together, and deletes that wait are reported. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyExit } from '../../src/cli/actions/apply.ts';
import { planExit } from '../../src/cli/planning/plan-result.ts';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger, type Platform } from '../../src/library/platform.ts';
import { planText } from '../../src/report/plan/text.ts';
import { createPlatform, type Platform as Reference } from '../../src/server/index.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { localPlatform, refusing } from '../support/local-platform.ts';

let reference: Reference;
let platform: Platform;
let ledger: StateBackend;
/** Pinned by id, because a space that is matched by title is never added to a site. */
let home: string;
/** Refused lists. */
let refused: RegExp | undefined;

beforeEach(async () => {
  refused = undefined;
  const world = worldOf({ spaces: { home: null } });
  home = plantedIds(world).get('spaces/home') ?? '';
  reference = createPlatform({ seed: world, token: 'token-of-ana' });
  ledger = memoryLedger();
  platform = await localPlatform(
    reference,
    refusing((path) => refused?.test(path) === true),
  );
});
afterEach(() => reference.close());

function desiredIn(text: string): Desired {
  const { desired, problems } = loadConfiguration({
    file: 'docform.yaml',
    files: filesInMemory({
      'docform.yaml': `version: 1\norganization: acme\n${text.replace('home: { title: Home }', `home: { id: ${home}, title: Home }`)}`,
    }),
    shapes,
  });
  return desired ?? expect.fail(JSON.stringify(problems));
}

const planned = (text: string) => plan({ desired: desiredIn(text), platform, ledger, maxWaitMs: 0 });
const told = ({ plan: { changes } }: Awaited<ReturnType<typeof planned>>) =>
  changes.map(({ action, address }) => `${action} ${address}`);

async function applied(text: string): Promise<number> {
  const made = await planned(text);
  return applyExit(await apply(made, { platform, ledger, maxWaitMs: 0 }), made);
}

const spaces = /\/members\/[^/]+\/spaces$/;
const newSite = `
spaces: { home: { title: Home }, fresh: { title: Fresh } }
sites: { blog: { title: Blog, structure: [{ space: home }, { space: fresh, path: fresh }] } }
`;

test('a new site waits for its new space as long as the list of spaces cannot be read', async () => {
  refused = spaces;
  const made = await planned(newSite);
  expect(told(made).filter((line) => line.includes('blog'))).toEqual([]);
  expect(planText(made.plan, { requests: 0 })).toMatch(/\? sites: it waits for spaces\/(home|fresh)/);
  expect(planExit(made, false)).toBe(1);
  await applied(newSite);
  refused = undefined;
  expect(await applied(newSite)).toBe(0);
  expect(told(await planned(newSite))).toEqual([]);
  expect(Object.keys((await ledger.load()).ledger.resources)).toContain('spaces/fresh');
});

const newSection = `
spaces: { home: { title: Home }, other: { title: Home 2, copyOf: home } }
sites:
  docs:
    title: Docs
    structure:
      - { section: a, title: Alpha, path: a, spaces: [{ space: home }] }
      - { section: b, title: Beta, path: b, spaces: [{ space: other }] }
`;

test('a new section waits for the only space that it would be created with', async () => {
  await applied(newSection.replace(/, other:.*copyOf: home }/, '').replace(/ {6}- \{ section: b.*\n/, ''));
  refused = spaces;
  const made = await planned(newSection);
  expect(told(made).filter((line) => line.includes('sections/b'))).toEqual([]);
  refused = undefined;
  expect(await applied(newSection)).toBe(0);
  expect(told(await planned(newSection))).toEqual([]);
});

test('a delete of an unreadable object waits, and plan and apply exit with an incomplete result', async () => {
  const both = 'settings: { ai: true }\ntranslations: { french: { title: French }, german: { title: German } }';
  const one = 'settings: { ai: true }\ntranslations: { french: { title: French } }';
  expect(await applied(both)).toBe(0);
  refused = /\/translations$/;
  for (const text of [one, 'settings: { ai: true }']) {
    const made = await planned(text);
    expect(planText(made.plan, { requests: 0 })).toMatch(
      /\? translations: .*will not be deleted: .*translations\/german/,
    );
    expect([planExit(made, false), planExit(made, true)]).toEqual([1, 1]);
    expect(await applied(text)).not.toBe(0);
  }
  refused = undefined;
  expect(planExit(await planned(one), true)).toBe(2);
});
