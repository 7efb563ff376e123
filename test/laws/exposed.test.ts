/** What more people can do after a refused or lost write than before the apply and after the whole plan is named by the apply, and nothing else is. */
import { expect, test } from 'vitest';
import { applyExit } from '../../src/cli/commands/apply.ts';
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
  [
    'a site becomes public, its section gets a condition',
    { visibility: 'visitor-auth' },
    { visibility: 'public', sectionCondition: 'A' },
  ],
  ['a collection opens, its space closes', { outer: null, collection: 'outer' }, { outer: 'read', level: null }],
];

const pairs = edits.flatMap(([edit, before, after]) =>
  (['contract', 'vendor'] as const).map((dialect) => [`${dialect}: ${edit}`, pair(dialect, before, after)] as const),
);

/** The content and the items of a site in lines of the platform. */
function namesIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.map((line) => / (?:reads|sees|\w+) (?:\w+\/)?([^/ ]+)$/.exec(line)?.[1] ?? line));
}

function namesOf(exposed: readonly Exposed[]): ReadonlySet<string> {
  return new Set(exposed.flatMap(({ subject, spaces }) => [subject, ...spaces]));
}

/** Compares the report of an apply with the platform. Returns whether somebody has more access. */
function compareExposed(ran: Ran, whole: Ran): boolean {
  const wider = windowsIn(ran.moments.slice(-1), whole.moments);
  const exposed = ran.report?.exposed ?? [];
  const contents = [...namesIn(wider)].filter((name) => ['First', 'Second', 'Home'].includes(name));
  expect({ wider: wider.length > 0, exposed }).toMatchObject({ wider: exposed.length > 0 });
  expect([...namesOf(exposed)]).toEqual(expect.arrayContaining(contents));
  if (exposed.length > 0 && ran.report !== undefined) expect(applyExit(ran.report, ran.planned)).toBe(exitCode.partly);
  return wider.length > 0;
}

async function eachFailureOf(each: AccessPair): Promise<number> {
  const described = caseOfPair(each);
  const whole = await runAccess(described);
  whole.reference.close();
  let found = 0;
  const ways = Array.from(whole.writes, (_, nth): readonly Disturbance[] => [{ refused: nth }, { cut: nth }]).flat();
  for (const how of ways) {
    const ran = await runAccess(described, how);
    ran.reference.close();
    if (compareExposed(ran, whole)) found += 1;
  }
  return found;
}

const windows = /contract: (?:a new|the first)|share link/;

test.each(pairs)('%s: a failed apply names what more people can read, and nothing else', async (edit, each) => {
  const found = await eachFailureOf(each);
  expect(found > 0, 'more people have access after some failure').toBe(windows.test(edit));
});

test('a failed apply of a generated pair names what more people can read, and nothing else', async () => {
  await always(12, [drawn(drawAccessPair)], async (each) => {
    await eachFailureOf(each);
  });
});
