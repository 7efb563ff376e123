/** The text of the journal: cut at any byte, damaged, and folded over a ledger once or twice. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin } from '../../src/core/address.ts';
import type { Ledger } from '../../src/core/state.ts';
import { parseDocument, serialiseDocument } from '../../src/ledger/http/http-backend.ts';
import {
  foldJournal,
  type JournalEntry,
  parseJournal,
  parseJournalFile,
  remainingEntries,
  serialiseEntry,
  serialiseJournalFile,
} from '../../src/ledger/journal.ts';
import { begin, done, end, intent, sample, target } from './entries.ts';

const textOf = (entries: readonly JournalEntry[]) => entries.map(serialiseEntry).join('');

const steps = fc.constantFrom('teams/a', 'teams/a/members/x', 'teams/b', 'sites/s', 'sites/s/sections/“é”\u2028🚀');
const arbitraryEntry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.record({
    type: fc.constant('begin' as const),
    run: fc.string({ unit: 'grapheme' }),
    at: fc.string(),
    holder: fc.constant({ who: 'a\nb', since: '' }),
  }),
  fc.record(
    {
      type: fc.constant('intent' as const),
      step: steps,
      address: steps,
      operation: fc.constantFrom('update', 'move', 'delete'),
      creates: fc.record(
        {
          at: fc.string(),
          twins: fc.array(fc.string()),
          brings: fc.array(fc.record({ role: fc.string(), address: steps })),
        },
        { requiredKeys: ['at'] },
      ),
    },
    { requiredKeys: ['type', 'step', 'address', 'operation'] },
  ),
  fc.record(
    {
      type: fc.constant('outcome' as const),
      step: steps,
      status: fc.constantFrom('done' as const, 'failed' as const, 'absent' as const, 'companions-unknown' as const),
      set: fc.dictionary(steps, fc.record({ id: fc.string({ minLength: 1 }) })),
      remove: fc.array(steps, { maxLength: 2 }),
      lists: fc.array(fc.constantFrom('teams', 'sites'), { maxLength: 2 }),
      orders: fc.dictionary(steps, fc.constantFrom('abcdef.012345', '012345.abcdef')),
    },
    { requiredKeys: ['type', 'step', 'status'] },
  ),
  fc.record({ type: fc.constant('end' as const), status: fc.string() }),
);
const arbitraryJournal = fc.array(arbitraryEntry, { maxLength: 12 });

describe('text', () => {
  test('of a sample cut at any byte, the complete lines count', () => {
    const bytes = Buffer.from(textOf(sample), 'utf8');
    for (let at = 0; at <= bytes.length; at += 1) {
      const cut = bytes.subarray(0, at);
      const whole = cut.toString('latin1').split('\n').length - 1;
      expect(parseJournal(cut.toString('utf8'), 'x.journal')).toEqual(sample.slice(0, whole));
    }
    expect(bytes.length).toBeGreaterThan(500);
  });

  test('if a journal is cut at any byte, its complete lines are read', () => {
    fc.assert(
      fc.property(arbitraryJournal, fc.double({ min: 0, max: 1, noNaN: true }), (entries, part) => {
        const head = { token: 7, saves: 2 };
        const bytes = Buffer.from(serialiseJournalFile(head, entries, target), 'utf8');
        const cut = bytes.subarray(0, Math.round(part * bytes.length));
        const whole = cut.toString('latin1').split('\n').length - 2;
        const kept = JSON.parse(JSON.stringify(entries.slice(0, Math.max(0, whole)))) as readonly JournalEntry[];
        expect(parseJournalFile(cut.toString('utf8'), 'x.journal', target)).toEqual(
          whole < 0 ? undefined : { ...head, entries: kept },
        );
      }),
    );
  });

  test('text after the last line break is ignored, even if it looks complete or is not text', () => {
    const torn = textOf([begin()]) + serialiseEntry(end).trimEnd();
    expect(parseJournal(torn, 'x')).toEqual([begin()]);
    expect(parseJournal(`${textOf([begin()])}\u0000\u0000`, 'x')).toEqual([begin()]);
  });

  test.each([
    ['no JSON', '{"type":'],
    ['no object', '[]'],
    ['an unknown type', '{"type":"wish"}'],
    ['an empty line', ''],
    ['an intent without step', '{"type":"intent","address":"a","operation":"create"}'],
    [
      'an intent whose twins are no texts',
      '{"type":"intent","step":"a","address":"a","operation":"create","creates":{"twins":[1]}}',
    ],
    [
      'an intent whose companions have no address',
      '{"type":"intent","step":"a","address":"a","operation":"create","creates":{"brings":[{"role":"first"}]}}',
    ],
    ['an outcome of unknown status', '{"type":"outcome","step":"a","status":"perhaps"}'],
    ['an outcome with an entry without id', '{"type":"outcome","step":"a","status":"done","set":{"a":{}}}'],
    ['an outcome with odd lists', '{"type":"outcome","step":"a","status":"done","lists":[1]}'],
    ['a beginning without holder', '{"type":"begin","run":"r","at":"t"}'],
  ])('damage before the last line is reported with its place: %s', (_, line) => {
    const read = () =>
      parseJournal(`${serialiseEntry(begin())}${line}\n${serialiseEntry(end)}`, 'docform.ledger.json.journal');
    expect(read).toThrow(expect.objectContaining({ code: 'E-LEDGER-INVALID' }));
    expect(read).toThrow(/^docform\.ledger\.json\.journal:2: /);
  });

  test('a journal of another target is refused', () => {
    const text = serialiseJournalFile({ token: 1, saves: 0 }, sample, { ...target, host: 'api.other.dev' });
    expect(() => parseJournalFile(text, 'x.journal', target)).toThrow(
      /belongs to the organization o1 on api\.other\.dev/,
    );
    expect(() => parseJournalFile('{}\n', 'x.journal', target)).toThrow(
      expect.objectContaining({ code: 'E-LEDGER-INVALID' }),
    );
  });
});

test.each([
  [1, 'keep a copy, then delete the journal'],
  [3, 'update docform'],
])('a journal of version %s is refused with the way out', (version, hint) => {
  const text = serialiseJournalFile({ token: 3, saves: 1 }, sample, target).replace(
    '"version":2',
    `"version":${version}`,
  );
  expect(() => parseJournalFile(text, 'x.journal', target)).toThrow(
    expect.objectContaining({ code: 'E-LEDGER-INVALID', hint: expect.stringContaining(hint) }),
  );
});

test.each([
  [1, 'delete the state, then adopt the objects again with `docform import`'],
  [3, 'update docform'],
])('a state of version %s in a state service is refused with the way out', (version, hint) => {
  const state = { serial: 4, lineage: 'l', writer: 'w', ledger: { resources: {}, lists: [] }, entries: [] };
  const written = JSON.parse(serialiseDocument(state, target)) as { readonly docform: object };
  const other = JSON.stringify({ ...written, docform: { ...written.docform, version } });
  expect(() => parseDocument(other, 'place', target)).toThrow(
    expect.objectContaining({ code: 'E-LEDGER-INVALID', hint }),
  );
});

describe('fold', () => {
  const ledger: Ledger = {
    resources: { 'sites/x': { id: 's' }, 'sites/x/sections/p': { id: 'p' }, 'sites/xy': { id: 'o' } },
    lists: ['sites'],
  };

  test('outcomes change the ledger, an intent without an outcome is open, and the run is reported', () => {
    const folded = foldJournal(ledger, sample);
    expect(folded.ledger).toEqual({
      resources: { 'sites/xy': { id: 'o' }, 'teams/a': { id: 'id-teams/a', applied: { text: 'f00d' } } },
      lists: ['sites', 'teams'],
      orders: { 'collections/c': 'abcdef.012345' },
    });
    expect(folded).toMatchObject({ open: [intent('teams/c')], run: begin(), end });
  });

  test('an invitation counts from its outcome on, also if the run never saved the ledger', () => {
    const mark = '12ab34cd56ef7 invited 2026-11-24T09:00:00.000Z {}';
    const known = { ...ledger, pending: { 'members/ana@acme.dev': 'aaaaaaaaaaaaa' } };
    const entries = [begin('r1'), { ...done('teams/a'), pending: { 'members/bo@acme.dev': mark } }];
    expect(foldJournal(known, entries).ledger.pending).toEqual({ ...known.pending, 'members/bo@acme.dev': mark });
  });

  test('an outcome closes its step in a later run too, and an interrupted run has no end', () => {
    const entries = [
      begin('r1'),
      intent('teams/a'),
      end,
      begin('r2'),
      { ...done('teams/a'), status: 'absent' as const },
    ];
    expect(foldJournal(ledger, entries)).toMatchObject({ open: [], run: begin('r2') });
    expect(foldJournal(ledger, entries).end).toBeUndefined();
  });

  test('if companions are unknown, the ledger contains the object and its intent stays open', () => {
    const made: JournalEntry = { ...done('teams/a'), status: 'companions-unknown' };
    const folded = foldJournal(ledger, [begin(), intent('teams/a'), made]);
    expect(folded.open).toEqual([intent('teams/a')]);
    expect(folded.ledger.resources['teams/a']).toMatchObject({ id: 'id-teams/a' });
    expect(foldJournal(ledger, [begin(), intent('teams/a'), made, done('teams/a')]).open).toEqual([]);
  });

  test('an outcome removes addresses before it sets them', () => {
    const both: JournalEntry = {
      type: 'outcome',
      step: 's',
      status: 'done',
      remove: ['sites/x'],
      set: { 'sites/x': { id: 'new' } },
    };
    expect(foldJournal(ledger, [both]).ledger.resources).toEqual({ 'sites/x': { id: 'new' }, 'sites/xy': { id: 'o' } });
  });

  test('folding any prefix of the journal twice has no effect', () => {
    fc.assert(
      fc.property(arbitraryJournal, (entries) => {
        const once = foldJournal(ledger, entries).ledger;
        expect(foldJournal(once, entries).ledger).toEqual(once);
      }),
    );
  });

  test('removing an address removes everything below, unless an outcome sets it again', () => {
    fc.assert(
      fc.property(arbitraryJournal, steps, (entries, address) => {
        const folded = foldJournal(ledger, [
          ...entries,
          { type: 'outcome', step: 'x', status: 'done', remove: [address] },
        ]).ledger;
        expect(Object.keys(folded.resources).filter((held) => isWithin(held, address))).toEqual([]);
      }),
    );
  });

  test('a save keeps open intents and an unfinished run', () => {
    fc.assert(
      fc.property(arbitraryJournal, (entries) => {
        const kept = remainingEntries(entries);
        expect(foldJournal(ledger, kept).open).toEqual(foldJournal(ledger, entries).open);
        expect(foldJournal(ledger, kept).ledger.resources).toBe(ledger.resources);
      }),
    );
    expect(remainingEntries([begin(), intent('a'), done('a'), end])).toEqual([]);
    expect(remainingEntries([begin(), intent('a'), done('a')])).toEqual([begin()]);
    expect(remainingEntries([begin(), intent('a'), end])).toEqual([intent('a')]);
  });
});
