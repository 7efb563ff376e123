/** Tests the exit code and the report of an apply that ends between two requests, and the plan after it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

type Place = Awaited<ReturnType<typeof workspace>>;
const opened: Place[] = [];
afterEach(async () => {
  for (const place of opened.splice(0)) await place.close();
});

const configuration = (section: string) => `version: 1
spaces:
  home: { title: Home }
  guide: { title: Partner Guide, defaultLevel: null }
sites:
  docs:
    title: Docs
    adaptiveContent: true
    visitor: { claims: { partner: { type: boolean, description: Partner } } }
    structure:
      - { section: start, title: Start, path: start, spaces: [{ space: home }] }
${section}`;
const partners = `      - { section: partners, title: Partners, path: partners, condition: visitor.claims.partner == true, spaces: [{ space: guide }] }
`;

/** A published site. The configuration adds a section whose condition needs a second request. */
async function open(): Promise<Place> {
  const world = worldOf({
    spaces: { home: { title: 'Home' }, guide: { title: 'Partner Guide', defaultLevel: null } },
    sites: {
      docs: {
        title: 'Docs',
        adaptiveContent: true,
        visitor: { claims: { partner: { type: 'boolean', description: 'Partner' } } },
        structure: [{ section: 'start', title: 'Start', path: 'start', spaces: [{ space: 'home' }] }],
      },
    },
  });
  const place = await workspace(configuration(''), world);
  opened.push(place);
  const adopted = await place.docform(['apply', '--yes', '--no-undo']);
  expect(adopted.exit, adopted.stdout + adopted.stderr).toBe(0);
  await place.write(configuration(partners));
  return place;
}

const apply = ['apply', '--yes', '--no-undo', '--concurrency', '1', '--allow', 'spaces/guide'];
const exposed = `More people have access now than before this apply, and than planned:
  ! section "Partners" is visible to anyone now: its condition was not set.
      sites/docs/sections/partners
      spaces: Partner Guide
`;

/** The next plan and drift name the object until it is restricted. */
async function expectRepaired(place: Place) {
  const next = await place.docform(['plan']);
  expect(next.stdout.replace(/\s+/g, ' ')).toContain(
    '! section "Partners": an earlier apply did not set condition, and more people have access than planned',
  );
  const drift = await place.docform(['drift', '--detailed-exitcode']);
  expect(drift).toMatchObject({ exit: 2, stdout: expect.stringContaining('sites/docs/sections/partners') });
  expect(await place.docform(apply)).toMatchObject({ exit: 0 });
  expect((await place.docform(['plan', '--detailed-exitcode'])).stdout).toContain('No changes.');
}

test('an interrupt between two requests names what is exposed, with exit code 5 and in the next plan', async () => {
  const place = await open();
  let hasInterrupted = false;
  const ended = await place.docform(apply, {
    onStderr: (text, interrupt) => {
      if (hasInterrupted || !/sections\/partners/.test(text) || !/creat/.test(text) || /Plan for/.test(text)) return;
      hasInterrupted = true;
      interrupt();
    },
  });
  expect(hasInterrupted).toBe(true);
  expect({ exit: ended.exit, stdout: ended.stdout }).toMatchObject({ exit: 5 });
  expect(ended.stdout.startsWith(exposed), ended.stdout).toBe(true);
  expect(ended.stdout).toContain('Interrupted: running requests were completed, and no new request was started.');
  await expectRepaired(place);
});

test('the summary of a pipeline begins with what a failed apply exposed', async () => {
  const place = await open();
  place.platform.faults.add({
    match: { operation: 'updateSection' },
    effect: { type: 'status', status: 403, message: 'not now' },
    times: 1,
  });
  const summary = join(place.directory, 'summary.md');
  const ended = await place.docform(apply, {
    environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
  });
  expect(ended.exit, ended.stdout + ended.stderr).toBe(5);
  const text = await readFile(summary, 'utf8');
  expect(text).toMatch(/docform apply[\s\S]{0,20}More people have access now than before this apply/);
  expect(text).toContain(exposed.split('\n')[1]);
  await expectRepaired(place);
});

test('a change of which one of two requests was completed ends with exit code 5', async () => {
  const world = worldOf({ members: { 'bo@acme.dev': 'read' } });
  const place = await workspace('version: 1\nmembers: { bo@acme.dev: { role: edit, sso: true } }\n', world);
  opened.push(place);
  place.platform.faults.add({
    match: { operation: 'makeMemberSso' },
    effect: { type: 'status', status: 403, message: 'not now' },
  });
  const ended = await place.docform(['apply', '--yes', '--no-undo', '--json', '--allow', 'members/bo@acme.dev']);
  expect(ended.exit, ended.stdout + ended.stderr).toBe(5);
  const { changes } = JSON.parse(ended.stdout) as { readonly changes: readonly { readonly action: string }[] };
  expect(changes.filter(({ action }) => action === 'update')).toMatchObject([
    { address: 'members/bo@acme.dev', status: 'failed', begun: { done: 1, of: 2 } },
  ]);
});
