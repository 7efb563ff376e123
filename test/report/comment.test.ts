/** A comment of any length contains every high-risk change, or warns that it must not be used for approval. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyIn } from '../../src/core/address.ts';
import type { Impact } from '../../src/core/impact.ts';
import type { Change } from '../../src/plan/result/change.ts';
import { changedValues, valueName } from '../../src/report/parts/effect.ts';
import { packed } from '../../src/report/parts/packed.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { escapeMarkdown, inlineCode, messageMarkdown, oneLine } from '../../src/report/wording/sanitize.ts';
import { valuePair } from '../../src/report/wording/values.ts';
import { settings } from '../laws/law.ts';
import { unicodeText } from '../support/unicode-text.ts';
import { codeAt, expand, itemsIn, type Told } from './expand.ts';
import { change, meaning, planWith } from './plans.ts';

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom('page-', 'p', 'v1-', '', 'a-'), fc.nat(120)).map(([text, n]) => `${text}${n}`),
  },
  { weight: 2, arbitrary: fc.nat(30).map((n) => `x-${String(n).padStart(3, '0')}`) },
  {
    weight: 1,
    arbitrary: unicodeText({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/[/\ud800-\udfff]/gu, '-')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a{1..3}',
      '{1..3',
      '"',
      '`',
      '``x``',
      'a=b#c',
      '[x]',
      '\u200b',
      '\u3164',
      'a b',
      '#',
      '-',
      ' ',
    ),
  },
);

const item = fc.record({
  key: word,
  title: fc.option(word, { nil: undefined }),
  id: fc.option(word, { nil: undefined }),
});

test('packed keys, titles and ids can be unpacked to the same items', () => {
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ key }) => key, maxLength: 40 }), (items) => {
      const sorted = (list: readonly object[]) =>
        list.map((each) => JSON.stringify(each, ['key', 'title', 'id'])).sort();
      expect(sorted(itemsIn(packed(items, { hasIds: true })))).toEqual(sorted(items));
    }),
    settings(300),
  );
});

test('a few items are written out, and a title with double quotes is in single quotes', () => {
  const items = ['1', '2'].map((n) => ({ key: `page-${n}`, title: `section "Page ${n}"`, id: `id${n}` }));
  expect(packed(items, { hasIds: true })).toBe(`page-1 'section "Page 1"' (id1), page-2 'section "Page 2"' (id2)`);
  expect(packed([{ key: 'a', title: `the "best" of '26` }], { hasIds: false })).toBe(`a "the \\"best\\" of '26"`);
});

test('ten or more items that count up are one run with its first and last item, in words', () => {
  const items = Array.from({ length: 650 }, (_, n) => ({
    key: `page-${String(n + 1).padStart(3, '0')}`,
    title: `Page ${n + 1}`,
    id: `id${n + 5}`,
  }));
  expect(packed(items, { hasIds: true })).toBe('650 from page-001 "Page 1" (id5) to page-650 "Page 650" (id654)');
  const some = items.filter((_, at) => at < 12 || at === 99);
  const twelve = '12 from page-001 "Page 1" (id5) to page-012 "Page 12" (id16)';
  expect(packed(some, { hasIds: true })).toBe(`${twelve}, page-100 "Page 100" (id104)`);
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '"', '|', '`', '<', '\u200b', 'ü', '{', '}'),
  maxLength: 40,
});
const condition = fc.string({
  unit: fc.constantFrom('visitor.claims.a', ' || ', ' == ', '"x"'),
  minLength: 5,
  maxLength: 60,
});

/** Addresses and ids that are printed unchanged, because they contain no invisible characters. */
const shown = word.filter((each) => oneLine(each) === each && each !== '');

const highRiskChange: fc.Arbitrary<Change> = fc
  .record({
    list: fc.constantFrom('spaces/', 'sites/docs/sections/', 'teams/'),
    key: shown,
    action: fc.constantFrom('delete', 'delete', 'delete', 'update', 'replace', 'create'),
    title: word,
    id: fc.option(shown, { nil: undefined }),
    reason: text,
    isBlocked: fc.boolean(),
    conditions: fc.tuple(condition, condition),
    lost: fc.constantFrom([], ['its content']),
  })
  .map(({ list, key, action, title, id, reason, isBlocked, conditions: [before, after], lost }) => {
    const address = `${list}${key}`;
    const blocked = { code: 'B-PROTECTED', reason: `${address} is ${reason}`, override: `--allow ${address}` };
    const condition = {
      field: 'condition',
      before,
      after,
      isShownInFull: true as const,
      highRisk: 'visitors may see more',
    };
    return change(address, action as Change['action'], {
      ...(id === undefined ? {} : { id }),
      fields:
        action === 'delete'
          ? [{ field: 'title', before: title, after: undefined }]
          : action === 'create'
            ? []
            : [condition],
      ...(isBlocked || action === 'create' ? { blocked } : {}),
      lost,
    });
  });

/** The parts of a change that a comment must contain. */
function mustTell(each: Change, hasIds: boolean): Told {
  const { action, address, id, fields, blocked, lost } = each;
  const isGoing = action === 'delete' || action === 'replace';
  return {
    ...{ action, address },
    ...(isGoing && hasIds && id !== undefined ? { id } : {}),
    ...(action === 'delete' && fields[0]?.before !== keyIn(address) ? { title: String(fields[0]?.before) } : {}),
    lines: [
      ...(blocked === undefined
        ? []
        : [
            `**blocked** \`B-PROTECTED\`: ${sentence(blocked.reason)} Override: ${inlineCode(blocked.override ?? '')}.`,
          ]),
      ...fields.flatMap((field) =>
        field.highRisk === undefined
          ? []
          : [`**high-risk**: ${messageMarkdown(`${field.highRisk} (field: ${field.field})`)}`],
      ),
      ...lost.map((each) => `cannot be reverted: ${each}`),
      ...fields.flatMap((field) => {
        if (action === 'delete') return [];
        const { before, after } = valuePair(field, { isShownInFull: true });
        return [`condition: ${inlineCode(before)} → ${inlineCode(after)}`];
      }),
    ],
  };
}

function sentence(reason: string): string {
  const escaped = messageMarkdown(reason);
  return /[.?!]$/.test(escaped) ? escaped : `${escaped}.`;
}

const isIn = (all: readonly string[]) => (line: string) => all.includes(line);

test('a comment of any length contains every high-risk change, or starts with a warning that it is incomplete', () => {
  const plans = fc.tuple(
    fc.uniqueArray(highRiskChange, {
      selector: ({ address, action }) => `${address} ${action}`,
      maxLength: 60,
      size: 'max',
    }),
    fc.nat(400),
  );
  let whole = 0;
  let partial = 0;
  fc.assert(
    fc.property(plans, fc.integer({ min: 8_000, max: 65_000 }), ([highRisk, creates], budgetBytes) => {
      const others = Array.from({ length: creates }, (_, n) =>
        change(`other/${n}`, 'create', { fields: [{ field: 'title', before: undefined, after: 'T'.repeat(150) }] }),
      );
      const guards = [{ code: 'B-MAX-DELETES', reason: 'too many', override: '--allow-deletes 12' }];
      const { text: comment, isWhole } = planComment(planWith([...highRisk, ...others], { guards }), { budgetBytes });
      expect(bytes(comment)).toBeLessThanOrEqual(budgetBytes);
      expect(comment).toContain('`--allow-deletes 12`');
      if (!isWhole) {
        partial += 1;
        expect(comment.split('\n')[2]).toMatch(
          /does not show the whole plan. It has no room for \d+ high-risk change.*Do not approve/,
        );
        return;
      }
      whole += 1;
      const hasIds = ({ address }: Change) =>
        !comment.includes('ids of deleted and replaced') &&
        !(comment.includes('The ids of people') && keyIn(address).includes('@'));
      const told = expand(comment);
      const key = ({ action, address, id = '', title = '' }: Told) => JSON.stringify([action, address, id, title]);
      const wanted = highRisk.map((each) => mustTell(each, hasIds(each)));
      expect(told.map(key).sort()).toEqual(wanted.map(key).sort());
      for (const each of wanted) {
        const found = told.filter((other) => key(other) === key(each));
        expect(
          found.some(({ lines }) => each.lines.every(isIn(lines))),
          JSON.stringify([each, found]),
        ).toBe(true);
      }
    }),
    settings(60),
  );
  expect(whole).toBeGreaterThan(20);
  expect(partial).toBeGreaterThan(0);
});

const highRiskImpact: fc.Arbitrary<Impact> = fc
  .record({
    list: fc.constantFrom('spaces/', 'sites/docs/sections/', 'members/'),
    key: shown,
    on: fc.constantFrom('readers' as const, 'people' as const),
    what: fc.constantFrom('more people can read it', 'nobody can read it any more'),
    values: fc.tuple(fc.option(condition, { nil: null }), fc.option(condition, { nil: undefined })),
    who: fc.array(text, { maxLength: 2 }),
  })
  .map(({ list, key, values: [before, after], ...rest }) =>
    meaning(`${list}${key}`, { ...rest, before, ...(after === undefined ? {} : { after }) }),
  );

/** Returns whether the line contains the address, alone or packed with other keys of its list. */
function tellsOf(line: string, address: string): boolean {
  if (line.includes(`(${inlineCode(address)})`)) return true;
  const at = address.lastIndexOf('/') + 1;
  const start = line.indexOf(`in ${inlineCode(address.slice(0, at))}: `);
  if (start === -1) return false;
  const rest = line.slice(start + `in ${inlineCode(address.slice(0, at))}: `.length);
  return itemsIn(codeAt(rest, 0).text).some(({ key }) => key === address.slice(at));
}

test('a complete comment of any length shows all high-risk effects with both values before the first fold', () => {
  const impacts = fc.uniqueArray(highRiskImpact, {
    selector: ({ address, what }) => `${address} ${what}`,
    maxLength: 60,
    size: 'max',
  });
  let whole = 0;
  fc.assert(
    fc.property(impacts, fc.integer({ min: 8_000, max: 65_000 }), (impact, budgetBytes) => {
      const others = Array.from({ length: 300 }, (_, n) => change(`other/${n}`, 'create', { why: 'w'.repeat(100) }));
      const info = meaning('sites/docs', { severity: 'info', what: 'x'.repeat(500) });
      // None of these is high-risk by itself.
      const meant = impact.map(({ address, before }, at) =>
        change(address, at % 4 === 0 ? 'create' : 'update', {
          fields: [{ field: 'sso', before: `was ${before}`, after: at }],
        }),
      );
      const plan = planWith([...others, ...new Map(meant.map((each) => [each.address, each])).values()], {
        impact: [...impact, info],
      });
      const { text: comment, isWhole } = planComment(plan, { budgetBytes });
      expect(bytes(comment)).toBeLessThanOrEqual(budgetBytes);
      if (!isWhole)
        return void expect(comment.split('\n')[2]).toMatch(
          /does not show the whole plan. It has no room for \d+ high-risk (?:effect|change).*Do not approve/,
        );
      whole += 1;
      const unfolded = comment.split('<details')[0] ?? '';
      const told = expand(unfolded);
      for (const { address, fields } of plan.changes.slice(others.length)) {
        const [{ before, after } = { before: '', after: '' }] = fields;
        const values = `sso: ${inlineCode(valuePair({ before, after }).before)} → ${inlineCode(String(after))}`;
        expect(told.find((each) => each.address === address)?.lines, address).toContain(values);
      }
      // An effect has one line, or one line for each of its facts.
      const box = unfolded
        .replaceAll('\n>   - ', '; ')
        .split('\n')
        .filter((line) => line.startsWith('> - '));
      for (const each of impact) {
        const { before, after } = changedValues(each) ?? { before: '', after: '' };
        const pair = `${escapeMarkdown(each.what)}; ${escapeMarkdown(valueName(each))}: ${inlineCode(before)} → ${inlineCode(after)}`;
        expect(
          box.some((line) => line.includes(pair) && tellsOf(line, each.address)),
          `${pair} ${each.address}`,
        ).toBe(true);
      }
    }),
    settings(60),
  );
  expect(whole).toBeGreaterThan(50);
});

test('if removed people fill a comment, every change is still listed, and all others keep their ids', () => {
  const people = Array.from({ length: 3000 }, (_, n) => `members/p-${String(n).padStart(4, '0')}@acme.dev`);
  const id = (n: number) => `${(n * 7_919 + 104_729) ** 3}abcdefghij`.slice(0, 20);
  const gone = (address: string, n: number) =>
    change(address, 'delete', { id: id(n), fields: [{ field: 'role', before: `r${n % 3}`, after: undefined }] });
  const spaces = Array.from({ length: 900 }, (_, n) => `spaces/s-${(n * 379) % 900}`);
  const impact = people.map((address, n) =>
    meaning(address, {
      what: 'leaves',
      before: `r${n % 3}`,
      after: null,
      details: ['reaches nothing', `leaves the team ${n}`.repeat(4)],
    }),
  );
  const changes = [...people, ...spaces].map(gone);
  const { text: comment, isWhole } = planComment(planWith(changes, { impact }), { budgetBytes: 65_000 });
  expect(isWhole).toBe(true);
  expect(comment).toContain('The ids of people are left out.');
  const told = expand(comment).map(({ address, id: own }) => `${address} ${own}`);
  expect(told.sort()).toEqual(
    changes.map(({ address, id: own }) => `${address} ${address.includes('@') ? undefined : own}`).sort(),
  );
  expect(comment).toContain(
    '`"r0"` → `(none)`; reaches nothing: in `members/`: `1000 from p-0000@acme.dev to p-2997@acme.dev in steps of 3`',
  );
});

test('1,500 spaces whose access widens are one line that contains each address', () => {
  const impact = Array.from({ length: 1500 }, (_, n) =>
    meaning(`sites/docs/sections/s${Math.floor(n / 100)}/spaces/page-${String(n % 100).padStart(3, '0')}`, {
      subject: `Page ${n % 100}`,
      before: 'a',
      after: null,
    }),
  );
  const { text: comment, isWhole } = planComment(planWith([], { impact }), { budgetBytes: 8_000 });
  expect(isWhole).toBe(true);
  expect(comment).toContain('`"a"` → `(none)`');
  expect(comment).toContain('in `sites/docs/sections/s14/spaces/`: `100 from page-000 "Page 0" to page-099 "Page 99"`');
});

test('6,200 deletes with titles and incompressible ids fit into 65,000 bytes', () => {
  const deletes = Array.from({ length: 6200 }, (_, n) =>
    change(`sites/s${n % 10}/sections/page-${String(n).padStart(4, '0')}`, 'delete', {
      id: `${(n * 7_919 + 104_729) ** 3}abcdefghij`.slice(0, 20),
      fields: [{ field: 'title', before: `Page ${n}`, after: undefined }],
    }),
  );
  const inOrder = deletes.map((each, n) => ({
    ...each,
    address: `sites/s${Math.floor(n / 620)}/sections/page-${String(n).padStart(4, '0')}`,
  }));
  const { text: comment, isWhole } = planComment(planWith(inOrder), { budgetBytes: 65_000 });
  expect(isWhole).toBe(true);
  expect(
    expand(comment)
      .map(({ address, title }) => `${address} ${title}`)
      .sort(),
  ).toEqual(inOrder.map(({ address, fields }) => `${address} ${fields[0]?.before}`).sort());
  expect(comment).toContain('The ids of deleted and replaced objects are left out.');
});
