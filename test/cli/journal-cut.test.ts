/** The journal cut wherever a crash can cut it, with the platform as it was then: the next apply finishes the work, and makes nothing twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyLedger } from '../../src/core/state.ts';
import { parseJournalFile } from '../../src/ledger/file-journal.ts';
import { foldJournal } from '../../src/ledger/fold-journal.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { applied, configuration } from './applying.ts';
import { type Moment, openWorkplace, type Workplace } from './crashes.ts';
import { titlesOn } from './gate.ts';

/** Renamed, moved, deleted, made anew, in one plan. */
const changed = configuration
  .replace('  sales: { title: Sales }\n', '')
  .replace('title: Docs,', 'title: Writers,')
  .replace('parent: guides', 'parent: null')
  .replace('spaces:\n  home: { title: Home }', 'spaces:\n  home: { title: Home }\n  changelog: { title: Changelog }')
  .replace(/structure: .*\n/, (line) =>
    line.replace('[{', '[{ section: news, title: Start, path: news, spaces: [{ space: changelog }] }, {'),
  )
  .replace('review: {', 'launch: { name: Launch }\n      review: {');

const worlds = [
  { name: 'from nothing', before: undefined, wanted: configuration },
  { name: 'changes of all sorts', before: configuration, wanted: changed },
];

let platform: StartedPlatform;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
});
afterAll(() => platform.close());

/** A site of the same title, which is nobody's: it must never be taken for the one that is made. */
async function addTwin(): Promise<void> {
  const path = `/v1/orgs/${platform.organization}/sites`;
  const headers = { 'content-type': 'application/json' };
  const answer = await platform.fetch(path, { method: 'POST', headers, body: '{"title":"Acme Docs"}' });
  expect(answer.status).toBe(201);
}

for (const { name, before, wanted } of worlds) {
  test(name, async () => {
    platform.reset();
    await addTwin();
    const place = await openWorkplace(platform);
    if (before !== undefined) await place.applyOnce(before);
    const moments = await place.record(wanted);
    const whole = await titlesOn({ platform });
    if (before === undefined) expect(whole).toEqual([...applied, 'sites Acme Docs'].sort());
    expect(moments.length).toBeGreaterThan(15);
    for (const moment of moments) {
      expectSameAtEveryByte(place.target, moment);
      const nearlyWhole = (moment.journal ?? '') + moment.line.slice(0, -1);
      for (const journal of moment.line === '' ? [moment.journal] : [moment.journal, nearlyWhole]) {
        await place.restore(moment, journal);
        const isNews = await place.applyOnce(wanted);
        const isMore = isNews && (await place.applyOnce(wanted));
        expect(isMore && (await place.applyOnce(wanted)), `after ${moment.line}`).toBe(false);
        expect(await titlesOn({ platform }), `after ${moment.line}`).toEqual(whole);
      }
    }
  });
}

/** A line that is torn anywhere never happened. */
function expectSameAtEveryByte({ host, organization }: Workplace['target'], { journal = '', line }: Moment): void {
  const stateOf = (bytes: Buffer) => {
    const { entries = [] } = parseJournalFile(bytes.toString('utf8'), 'journal', { host, organization }) ?? {};
    return foldJournal(emptyLedger, entries);
  };
  const bytes = Buffer.from(journal + line);
  const whole = stateOf(Buffer.from(journal));
  for (let length = Buffer.byteLength(journal); length < bytes.length; length += 1)
    expect(stateOf(bytes.subarray(0, length))).toEqual(whole);
}
