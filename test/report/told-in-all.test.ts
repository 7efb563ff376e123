/** High-risk, blocked, lost or unknown facts of a plan appear in every format. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explanations } from '../../src/cli/actions/explain.ts';
import type { Impact } from '../../src/core/impact.ts';
import type { DriftClass } from '../../src/core/state.ts';
import { type Change, type FieldChange, isStateOnly, type ReviewedPlan } from '../../src/plan/result/change.ts';
import { highRiskFields } from '../../src/plan/result/severity.ts';
import { driftMarkdown, driftText } from '../../src/report/drift/drift.ts';
import { driftJson } from '../../src/report/drift/drift-json.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planAnnotations, planQuality } from '../../src/report/plan/annotations.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import type { Drift, DriftEntry } from '../../src/review/drift/entry.ts';
import { settings } from '../laws/law.ts';
import { caseNames, readCase } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';
import { change, meaning, pendingOf, planWith } from './plans.ts';

/** Formats that must contain a word. Annotations and code quality contain only high-risk, blocked or unknown facts. */
type Where = 'all' | 'whole reports';

interface Drawn {
  readonly plan: ReviewedPlan;
  /** Each word represents one fact, and is part of no other word. */
  readonly words: ReadonlyMap<string, Where>;
}

function vocabulary() {
  const words = new Map<string, Where>();
  const word = (where: Where, what: string): string => {
    // Letters only, because digits would be packed and other characters escaped.
    const number = [...String(words.size)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const made = `Q${number}Z${what}`;
    words.set(made, where);
    return made;
  };
  return { words, word };
}

const drawnChange = fc.record({
  action: fc.constantFrom<Change['action'][]>(
    'create',
    'update',
    'move',
    'replace',
    'delete',
    'adopt',
    'release',
    'record',
    'unmanage',
    'rename',
    'invite',
    'pending',
  ),
  list: fc.constantFrom('spaces', 'sites/docs/sections', 'teams/docs/members'),
  isBlocked: fc.boolean(),
  /** Number of fields that widen access. */
  opening: fc.nat(2),
  /** Effects on people at the same address. */
  following: fc.array(fc.constantFrom<Impact['severity'][]>('high-risk', 'high-risk', 'notable'), { maxLength: 2 }),
  isLost: fc.boolean(),
  why: fc.constantFrom('usual', 'own', 'none'),
  isLink: fc.boolean(),
  /** Reports combine equal changes, and must still name each one. */
  times: fc.constantFrom(1, 1, 1, 3, 30),
});

/** People who have not joined yet. */
const drawnPending = fc.record({
  isAccepted: fc.boolean(),
  isRisky: fc.boolean(),
  times: fc.constantFrom(1, 1, 30),
});

const drawnPlan = fc
  .record({
    changes: fc.array(drawnChange, { minLength: 1, maxLength: 8 }),
    guards: fc.array(fc.constantFrom('B-MAX-DELETES', 'B-POLICY', 'W-POLICY'), { maxLength: 3 }),
    unknown: fc.nat(2),
    isPart: fc.boolean(),
    pending: fc.array(drawnPending, { maxLength: 4 }),
  })
  .map(({ changes, guards, unknown, isPart, pending: drawn }): Drawn => {
    const { words, word } = vocabulary();
    const meant: Impact[] = [];
    const told = changes.flatMap((each, at) =>
      Array.from({ length: each.times }, (_, number) => {
        const address = `${each.list}/k${at}-${number}`;
        const field = (of: number): FieldChange => ({
          field: `f${of}`,
          before: undefined,
          after: of,
          highRisk: word('all', 'opens'),
        });
        const stays = (of: number): FieldChange => {
          const value = word('whole reports', 'stays');
          return { field: `f${of}`, before: value, after: value };
        };
        const isKnownById = ['delete', 'replace', 'adopt'].includes(each.action);
        const isLink = each.isLink && each.action === 'create';
        for (const severity of each.following) {
          const is = severity === 'high-risk' ? 'all' : 'whole reports';
          meant.push(
            meaning(address, {
              severity,
              what: word(is, `what${severity.replace('-', '')}`),
              before: word(is, 'before'),
              after: word(is, 'after'),
            }),
          );
        }
        return change(address, each.action, {
          id: isKnownById ? word('whole reports', `id${each.action}`) : 'id',
          fields: [
            ...Array.from({ length: each.opening }, (_, of) => (each.action === 'unmanage' ? stays(of) : field(of))),
            ...(isLink
              ? [{ field: 'space', before: undefined, after: `spaces/k${at}-${number}`, isReference: true as const }]
              : []),
          ],
          objects: isLink
            ? [
                {
                  address: `spaces/k${at}-${number}`,
                  id: word('whole reports', 'link'),
                  title: 'Linked',
                  as: 'reference',
                },
              ]
            : [],
          lost: each.isLost ? [word('all', 'lost')] : [],
          ...(each.why === 'none' || isStateOnly(each.action)
            ? {}
            : { why: each.why === 'usual' ? 'no longer declared' : word('whole reports', `why${each.action}`) }),
          // A pending declaration is a change in the list only if it is blocked.
          ...(each.isBlocked || each.action === 'pending'
            ? {
                blocked: {
                  code: 'B-PROTECTED',
                  reason: word('all', 'blocked'),
                  override: `--allow ${word('whole reports', 'override')}`,
                },
              }
            : {}),
        });
      }),
    );
    const pending = drawn.flatMap(({ isAccepted, isRisky, times }) => {
      const value = word('whole reports', 'value');
      return Array.from({ length: times }, () => {
        const highRisk = isRisky ? { highRisk: word(isAccepted ? 'whole reports' : 'all', 'pendingrisk') } : {};
        const field = { field: 'role', before: undefined, after: value, ...highRisk };
        return pendingOf(`members/${word('whole reports', 'pending')}`, { isAccepted, fields: [field] });
      });
    });
    const awaited = pending.flatMap(({ address, fields, isAccepted }) =>
      isAccepted ? [] : [change(address, 'pending', { fields })],
    );
    // A plan has an effect for each high-risk field.
    const opened = [...told, ...awaited].flatMap((each) =>
      highRiskFields(each).map(({ field, highRisk: what }) => meaning(each.address, { field, what })),
    );
    const plan = planWith([...told, ...awaited], {
      impact: [...opened, ...meant],
      pending,
      guards: guards.map((code) => ({ code, reason: word('all', 'guard'), hint: word('all', 'hint') })),
      unknown: Array.from({ length: unknown }, (_, at) => ({
        list: `list${at}`,
        reason: word('all', 'unread'),
        hides: [word('all', 'hides')],
        keeps: [word('all', 'keeps')],
        refers: [word('all', 'refers')],
      })),
      ...(isPart
        ? {
            part: {
              ...{ only: [word('all', 'only')], except: [word('all', 'except')], since: word('all', 'since') },
              ...{ commit: 'c'.repeat(40), read: 3, notRead: [word('all', 'notread')] },
              leftOut: { changes: 7, blocked: [] },
            },
          }
        : {}),
    });
    return { plan, words };
  });

const options = { host: 'api.test', digest: 'sha256:x', requests: 1 };

interface Format {
  readonly of: Where;
  /** Facts that the format only counts. */
  readonly counted?: RegExp;
  readonly told: (plan: ReviewedPlan) => string;
}

const formats: { readonly [name: string]: Format } = {
  text: { of: 'whole reports', counted: /idadopt$/, told: (plan) => planText(plan) },
  'text -v': { of: 'whole reports', told: (plan) => planText(plan, { isVerbose: true }) },
  comment: { of: 'whole reports', told: (plan) => planComment(plan, { budgetBytes: 2 ** 22 }).text },
  html: { of: 'whole reports', told: (plan) => planHtml(plan, { assets: { style: '', script: '' } }) },
  json: {
    of: 'whole reports',
    told: (plan) => planJson(plan, options),
  },
  'code quality': { of: 'all', told: (plan) => planQuality(plan, 'docform.yaml') },
};

function missingIn(text: string, words: Iterable<string>): readonly string[] {
  const there = new Set(text.match(/Q[a-j]+Z[a-z]+/g));
  return [...words].filter((each) => !there.has(each));
}

test('every high-risk, blocked, lost or unknown fact of any plan is in every format', () => {
  fc.assert(
    fc.property(drawnPlan, ({ plan, words }) => {
      for (const [name, { of, told, counted }] of Object.entries(formats)) {
        const wanted = [...words].flatMap(([each, where]) => (where === 'all' || of === 'whole reports' ? [each] : []));
        const missing = missingIn(told(plan), wanted).filter((each) => counted?.test(each) !== true);
        expect(missing, name).toEqual([]);
      }
      const shown = planAnnotations(plan);
      const isCut = /title=docform::\d+ more/.test(shown);
      expect(
        isCut
          ? []
          : missingIn(
              shown,
              [...words].flatMap(([each, where]) => (where === 'all' ? [each] : [])),
            ),
      ).toEqual([]);
    }),
    settings(25),
  );
});

test('a short comment that is marked complete contains all high-risk and blocked facts', () => {
  let whole = 0;
  fc.assert(
    fc.property(drawnPlan, fc.integer({ min: 2_000, max: 40_000 }), ({ plan, words }, budgetBytes) => {
      const { text, isWhole } = planComment({ ...plan, unknown: [] }, { budgetBytes });
      if (!isWhole) return;
      whole += 1;
      const unread = new Set(
        plan.unknown.flatMap(({ reason, hides, keeps = [], refers = [] }) => [reason, ...hides, ...keeps, ...refers]),
      );
      expect(
        missingIn(
          text,
          [...words].flatMap(([each, where]) => (where === 'all' && !unread.has(each) ? [each] : [])),
        ),
      ).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(whole).toBeGreaterThan(20);
});

test('one cause that blocks ten changes is printed once with its remedy, and each change is named', () => {
  const cause = {
    code: 'B-TITLE-MATCH',
    reason: 'Qcause: known by its title alone',
    hint: 'Qhelp: pin it',
    override: '--allow spaces/home',
  };
  const all = Array.from({ length: 10 }, (_, at) =>
    change(`sites/docs/sections/s${at}/spaces/home`, 'create', { blocked: cause }),
  );
  const own = { ...cause, reason: 'Qown: another reason' };
  const again = change('sites/docs/sections/s3/spaces/home', 'move', { blocked: own });
  const plan = planWith([...all, again]);
  for (const [name, { told }] of Object.entries(formats).filter(([each]) => each !== 'json')) {
    const text = told(plan);
    expect(text.match(/Qcause/g), name).toHaveLength(1);
    expect(text, name).toContain('Qown');
    for (const { address } of all) expect(text, name).toContain(address.slice('sites/docs/'.length));
  }
});

test('no format prints a placeholder for the address of changes that are blocked for the same reason', () => {
  for (const code of Object.keys(explanations()).filter((each) => !each.startsWith('E-'))) {
    const changes = Array.from({ length: 30 }, (_, number) => {
      const address = `teams/k${number}`;
      const texts = { reason: `${address} is held`, hint: `look at ${address}`, override: `--allow ${address}` };
      return change(address, 'delete', { lost: [`the members of ${address}`], blocked: { code, ...texts } });
    });
    const plan = planWith(changes);
    const texts = Object.entries(formats).map(([name, { told }]) => [name, told(plan)] as const);
    const comments = [3_000, 5_000, 9_000].map(
      (budgetBytes) => [`comment of ${budgetBytes}`, planComment(plan, { budgetBytes }).text] as const,
    );
    for (const [name, text] of [...texts, ...comments, ['annotations', planAnnotations(plan)] as const]) {
      expect(text, `${name}, ${code}`).toContain(code);
      expect(text, `${name}, ${code}`).not.toMatch(/\{\w+\\?\}/);
    }
  }
});

const drawnDrift = fc
  .record({
    entries: fc.array(
      fc.record({
        of: fc.constantFrom<DriftClass[]>('missing', 'changed', 'misordered', 'unmanaged'),
        highRisk: fc.nat(2),
        times: fc.constantFrom(1, 1, 4, 40),
      }),
      { maxLength: 6 },
    ),
    meant: fc.array(fc.constantFrom<Impact['severity'][]>('high-risk', 'notable', 'info'), { maxLength: 4 }),
    unknown: fc.nat(2),
  })
  .map(({ entries, meant, unknown }): Drawn & { readonly drift: Drift } => {
    const { words, word } = vocabulary();
    const found = entries.flatMap(({ of, highRisk, times }, at) =>
      Array.from({ length: times }, (_, number): DriftEntry => {
        const opened = of === 'changed' ? highRisk + 1 : 0;
        const fields = Array.from({ length: opened }, (_, each) => ({
          field: `f${each}`,
          after: each,
          highRisk: word('all', 'opens'),
        }));
        return {
          ...{ class: of, address: `spaces/${word('all', 'key')}${at}-${number}`, kind: 'space', marks: [] },
          ...(of === 'missing' ? { id: word('whole reports', 'id') } : {}),
          ...(of === 'changed' ? { fields } : {}),
        };
      }),
    );
    const impact = meant.map((severity, at) =>
      meaning(`spaces/m${at}`, {
        severity,
        what: word('all', `what${severity.replace('-', '')}`),
        before: word('all', 'before'),
        after: word('all', 'after'),
      }),
    );
    const unread = Array.from({ length: unknown }, (_, at) => ({
      list: `list${at}`,
      reason: word('all', 'unread'),
      hides: [word('all', 'hides')],
    }));
    const drift = {
      ...{ organization: 'acme', basis: 'ledger' as const, entries: found, ignored: [], unknown: unread },
      notes: [],
      expired: [],
      unused: [],
    };
    return { plan: planWith([], { impact }), words, drift };
  });

test('text, Markdown and JSON of drift contain all missing objects, widened access, effects and unknown lists', () => {
  fc.assert(
    fc.property(drawnDrift, ({ drift, plan: { impact }, words }) => {
      const about = { digest: 'sha256:x', impact };
      const told = [
        driftText(drift, about),
        driftMarkdown(drift, { ...about, budgetBytes: 2 ** 22 }),
        driftJson(drift, { ...about, host: 'h' }),
      ];
      for (const text of told) expect(missingIn(text, words.keys())).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('text, comment and HTML count the same high-risk changes, with and without the effects of a plan', async () => {
  const names = caseNames().filter((name) => /high-risk|open|level|link/.test(name));
  let highRisk = 0;
  for (const name of names) {
    const { planned, reference } = await carryOutCase(readCase(name));
    reference.close();
    for (const plan of [planned.plan, { ...planned.plan, impact: [] }]) {
      const [text, comment, page] = [
        planText(plan),
        planComment(plan).text,
        planHtml(plan, { assets: { style: '', script: '' } }),
      ];
      const number = /^(\d+) high-risk change/m.exec(text)?.[1];
      expect(/^\*\*(\d+) high-risk change/m.exec(comment)?.[1], name).toBe(number);
      expect(/href="#high-risk">(\d+) high-risk/.exec(page)?.[1], name).toBe(number);
      const marked = planQuality(plan, 'docform.yaml').match(/"check_name":"high-risk"/g)?.length;
      expect(marked, name).toBe(number === undefined ? undefined : Number(number));
      highRisk += Number(number ?? 0);
    }
  }
  expect(highRisk).toBeGreaterThan(20);
});
