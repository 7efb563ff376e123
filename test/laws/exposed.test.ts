/** What more people can do after a refused or lost write than before the apply and after the whole plan is named by the apply, and nothing else is. */
import { expect, test } from 'vitest';
import { applyExit } from '../../src/cli/actions/apply.ts';
import { exitCode } from '../../src/core/docform-error.ts';
import type { Exposed } from '../../src/core/exposed.ts';
import { type Disturbance, type Ran, runAccess, windowsIn } from './access-run.ts';
import { type Access, type AccessPair, caseOfPair, drawAccessPair, pair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

/** Edits whose plan has a window, and edits whose steps can be ordered. */
const edits: readonly (readonly [edit: string, before: Partial<Access>, after: Partial<Access>])[] = [
  ['a new section has a condition', { section: 'absent' }, { section: 'root', sectionCondition: 'A' }],
  ['a new section in a group has a condition', { section: 'absent' }, { section: 'group', sectionCondition: 'B' }],
  ['the first space of a new section has a condition', { section: 'absent' }, { section: 'root', firstCondition: 'A' }],
  ['a new site-space has a condition', {}, { second: 'shown', secondCondition: 'B' }],
  ['a new share link is inactive', { visibility: 'share-link', link: 'absent' }, { link: 'inactive' }],
  ['a copy is closed', { level: 'read' }, { copy: 'closed' }],
  ['a space is restored and closed', { lost: 'trashed', lostLevel: 'edit' }, { lost: 'shown', lostLevel: null }],
  [
    'a site becomes public, its section gets a condition',
    { visibility: 'visitor-auth' },
    { visibility: 'public', sectionCondition: 'A' },
  ],
  ['a collection opens, its space closes', { outer: null, collection: 'outer' }, { outer: 'read', level: null }],
];

const pairs = edits.flatMap(([edit, before, after]) =>
  (['2025-06', 'gitbook'] as const).map((dialect) => [`${dialect}: ${edit}`, pair(dialect, before, after)] as const),
);

/** The content and the items of a site in lines of the platform. */
function namesIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.map((line) => / (?:reads|sees|\w+) (?:\w+\/)?([^/ ]+)$/.exec(line)?.[1] ?? line));
}

/** A subject has the kind of its object: `space "First"`. */
function namesOf(exposed: readonly Exposed[]): ReadonlySet<string> {
  const titleIn = (subject: string) => /^[\w -]+ "(.*)"$/.exec(subject)?.[1] ?? subject;
  return new Set(exposed.flatMap(({ subject, spaces }) => [titleIn(subject), ...spaces]));
}

/** The judge takes a copy for its original. No configuration declares the user of the tests, who is an admin. */
function isJudged({ address, subject }: { readonly address: string; readonly subject: string }): boolean {
  return address !== 'spaces/copy' && subject !== 'ana@acme.dev';
}

/** Compares the report of an apply with the platform. Returns whether somebody has more access. */
async function compareExposed(ran: Ran, whole: Ran): Promise<boolean> {
  const wider = windowsIn(ran.moments.slice(-1), whole.moments);
  const exposed = (ran.report?.exposed ?? []).filter(isJudged);
  const contents = [...namesIn(wider)].filter((name) => ['First', 'Second', 'Home', 'Lost'].includes(name));
  expect({ wider: wider.length > 0, exposed }).toMatchObject({ wider: exposed.length > 0 });
  expect([...namesOf(exposed)]).toEqual(expect.arrayContaining(contents));
  if (exposed.length > 0 && ran.report !== undefined) expect(applyExit(ran.report, ran.planned)).toBe(exitCode.partly);
  const isOpen = wider.length > 0;
  const next = await ran.second();
  const now = next.plan.impact.filter(
    (each) => each.topic === 'exposed' && each.severity === 'high-risk' && isJudged(each),
  );
  expect({ wider, exposed, now: now.length > 0 }).toMatchObject({ now: isOpen });
  const { impact, drift } = await ran.drift();
  // A space in the trash is high-risk drift, because its people have lost access.
  const drifted = impact.filter(
    (each) => each.severity === 'high-risk' && each.topic !== 'restricted' && isJudged(each),
  );
  expect({ wider, drifted, entries: drift.entries }).toMatchObject({
    drifted: isOpen ? expect.arrayContaining([expect.anything()]) : [],
  });
  return isOpen;
}

/** Each write is refused or lost, and the process is killed before and after each entry of its journal: the begin, and the intent and outcome of each step. */
async function eachFailureOf(each: AccessPair): Promise<number> {
  const described = caseOfPair(each);
  const whole = await runAccess(described);
  whole.reference.close();
  let found = 0;
  const refusals = whole.writes.flatMap((_, nth): readonly Disturbance[] => [{ refused: nth }, { cut: nth }]);
  const entries = Array.from({ length: 2 * whole.planned.plan.steps.length }, (_, nth) => nth + 2);
  const kills = entries.flatMap((at): readonly Disturbance[] =>
    [true, false].map((isWritten) => ({ killed: { at, isWritten } })),
  );
  const ways = [...refusals, ...kills];
  for (const how of ways) {
    const ran = await runAccess(described, how);
    if (await compareExposed(ran, whole)) found += 1;
    ran.reference.close();
  }
  return found;
}

const windows = /2025-06: (?:a new|the first)|share link|restored/;

test.each(pairs)('%s: a failed apply names what more people can read, and nothing else', async (edit, each) => {
  const found = await eachFailureOf(each);
  expect(found > 0, 'more people have access after some failure').toBe(windows.test(edit));
});

test.each(['2025-06', 'gitbook'] as const)(
  '%s: a copy that stays open is named, and its repair ends it',
  async (dialect) => {
    const described = caseOfPair(pair(dialect, { level: 'read' }, { copy: 'closed' }));
    const isRefused: Disturbance['isRefused'] = ({ body }) =>
      JSON.stringify(body ?? {}).includes('"defaultLevel":null');
    const ran = await runAccess(described, { isRefused }, false);
    const isCopy = expect.objectContaining({ address: 'spaces/copy' });
    expect(ran.report?.exposed).toEqual([
      expect.objectContaining({
        subject: 'space "Copy"',
        unmade: [expect.objectContaining({ field: 'defaultLevel' })],
      }),
    ]);
    const next = await ran.second();
    expect(next.plan.impact).toContainEqual(isCopy);
    expect((await ran.drift()).impact).toContainEqual(isCopy);
    expect((await ran.again(next)).counts).toMatchObject({ failed: 0, skipped: 0 });
    expect((await ran.second()).plan.impact).toEqual([]);
    expect((await ran.drift()).impact.filter(isJudged)).toEqual([]);
    expect((await ran.drift()).drift.entries.filter(({ kind }) => kind !== 'member')).toEqual([]);
    ran.reference.close();
  },
);

test('a failed apply of a generated pair names what more people can read, and nothing else', async () => {
  await always(12, [drawn(drawAccessPair)], async (each) => {
    await eachFailureOf(each);
  });
});
