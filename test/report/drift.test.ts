/** Drift reports group equal changes, escape texts, and stay below the size limit of Markdown. */
import { expect, test } from 'vitest';
import { driftMarkdown, driftText } from '../../src/report/drift/drift.ts';
import { driftJson } from '../../src/report/drift/drift-json.ts';
import { driftDigest } from '../../src/review/drift/drift.ts';
import type { Drift, DriftEntry } from '../../src/review/drift/entry.ts';
import { codeAt, itemsIn } from './expand.ts';
import { meaning } from './plans.ts';

const digest = `sha256:${'0'.repeat(64)}`;

function driftOf(entries: readonly DriftEntry[], rest: Partial<Drift> = {}): Drift {
  return {
    organization: 'acme',
    basis: 'ledger',
    entries,
    ignored: [],
    unknown: [],
    notes: [],
    expired: [],
    unused: [],
    ...rest,
  };
}

function retitled(at: number, after: string, more: DriftEntry['fields'] = []): DriftEntry {
  const address = `sites/docs/sections/s${at}`;
  return {
    class: 'changed',
    address,
    kind: 'section',
    fields: [{ field: 'icon', before: 'a', after }, ...more],
    marks: [`icon=${after}`],
  };
}

const missing = (at: number): DriftEntry => ({
  class: 'missing',
  address: `spaces/space-with-a-long-key-${at}`,
  kind: 'space',
  marks: [],
});
const bytes = (text: string) => new TextEncoder().encode(text).length;
const marker = `<!-- docform-drift digest=${digest} -->\n`;

test('equal changes of several objects are one entry, and their other changes are kept', () => {
  const entries = [
    retitled(1, 'b'),
    retitled(2, 'b', [{ field: 'title', after: 'x' }]),
    retitled(3, 'b'),
    retitled(4, 'c'),
  ];
  const text = driftText(driftOf(entries), { impact: [], digest });
  expect(text).toContain(
    'Changed (4)\n  ~ icon of 3 × section: "a" → "b"\n      sites/docs/sections/s1, sites/docs/sections/s2, sites/docs/sections/s3\n  ~ sites/docs/sections/s2\n      title  (not recorded) → "x"\n  ~ sites/docs/sections/s4\n      icon  "a" → "c"\n',
  );
  expect(text).toContain('Drift: 4 changed.');
  const many = Array.from({ length: 200 }, (_, at) => retitled(at, 'b'));
  expect(driftText(driftOf(many), { impact: [], digest }).split('\n').length).toBeLessThan(12);
  expect(driftText(driftOf(many), { impact: [], digest, isVerbose: true })).toContain('sections/s199');
  expect(driftMarkdown(driftOf(many), { impact: [], digest })).toContain('icon of 200 × section');
});

test('in Markdown, markup, mentions and control characters of remote text have no effect', () => {
  const nasty = '</summary>`@ana #1 \u001b[31m| [x](y)';
  const entries = [
    { ...retitled(1, nasty), note: nasty },
    { ...missing(1), class: 'unmanaged' as const, name: nasty },
  ];
  const text = driftMarkdown(
    driftOf(entries, { notes: [nasty], unknown: [{ list: 'teams', reason: nasty, hides: ['teams/a'] }] }),
    {
      impact: [],
      digest,
    },
  );
  expect(text).not.toContain('\u001b');
  const outsideCode = text
    .replaceAll('\\`', '')
    .replace(/``.*?``/g, '')
    .replace(/`[^`\n]*`/g, '');
  expect(outsideCode).not.toMatch(/<\/?summary>|@ana|#1/);
  expect(outsideCode).toContain('&lt;/summary&gt;');
  expect(text.endsWith(marker)).toBe(true);
});

test.each([[400], [2_000], [4_000]])(
  '%i missing objects are all named, even if other drift has to be omitted',
  (count) => {
    const entries = [
      ...Array.from({ length: count }, (_, at) => missing(at)),
      ...Array.from({ length: 3_000 }, (_, at) => retitled(at, `value ${at}`)),
    ];
    const text = driftMarkdown(driftOf(entries), { impact: [], digest });
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    expect(text.endsWith(marker)).toBe(true);
    expect(text).toContain(`${count} missing, 3000 changed`);
    if (count === 400) expect(text.match(/space-with-a-long-key-\d+/g)).toHaveLength(count);
    else
      expect(text).toContain(
        `(${count}): \`${count} from space-with-a-long-key-0 to space-with-a-long-key-${count - 1}\``,
      );
  },
);

test('an issue lists as many changed addresses as fit, and counts the others', () => {
  const apart = (at: number) => ({
    ...retitled(at, `value ${at}`),
    address: `spaces/x${(at * 104_729) ** 2}-${'long-key-'.repeat(3)}`,
  });
  for (const number of [1_500, 3_000]) {
    const text = driftMarkdown(driftOf(Array.from({ length: number }, (_, at) => apart(at))), { impact: [], digest });
    expect(bytes(text)).toBeLessThanOrEqual(65_000);
    expect(bytes(text)).toBeGreaterThan(65_000 * 0.7);
    const [, counted = '0'] = /Not listed: (\d+) changed\./.exec(text) ?? [];
    const list = '- `changed spaces/`';
    const line = text.split('\n').find((each) => each.startsWith(list)) ?? '';
    expect(itemsIn(codeAt(line, line.indexOf(': `') + 2).text)).toHaveLength(number - Number(counted));
  }
});

test('an issue that cannot list all drift starts with a warning', () => {
  const entries = Array.from({ length: 4_000 }, (_, at) => ({
    ...missing(at),
    address: `spaces/with-a-long-key-${(at * 7919) % 99_991}-x${at % 7}`,
  }));
  const text = driftMarkdown(driftOf(entries), { impact: [], digest });
  expect(bytes(text)).toBeLessThanOrEqual(65_000);
  expect(text).toMatch(
    /This issue does not list all drift: \d+ more missing or high-risk objects[\s\S]*with-a-long-key/,
  );
});

test('access that was widened outside docform is high-risk in text, Markdown and JSON, and is listed at any length', () => {
  const opened: DriftEntry = {
    ...{ class: 'changed', address: 'sites/docs', kind: 'site', id: 'S1', marks: [] },
    fields: [{ field: 'visibility', before: 'visitor-auth', after: 'public', highRisk: 'more people can read it' }],
  };
  const drift = driftOf([opened, ...Array.from({ length: 3_000 }, (_, at) => retitled(at, `value ${at}`))]);
  const impact = [meaning('sites/docs', { field: 'visibility', what: 'more people can read it' })];
  expect(driftText(drift, { impact, digest })).toMatch(
    /^ {2}! sites\/docs: more people can read it[\s\S]*^ {2}! ~ sites\/docs[\s\S]*1 high-risk change/m,
  );
  expect(driftJson(drift, { impact, host: 'h', digest })).toContain('"highRisk": "more people can read it"');
  for (const budgetBytes of [2_000, 65_000, 10_000_000]) {
    const text = driftMarkdown(drift, { impact, digest, budgetBytes });
    expect(bytes(text)).toBeLessThanOrEqual(budgetBytes);
    expect(text).toContain('1 high-risk change.');
    expect(text).toMatch(/sites\/docs|changed sites\/.*\n?.*docs/);
  }
});

test('the digest depends on the drift only, and not on previous values, ignored objects or the basis', () => {
  const of = (entries: readonly DriftEntry[], rest: Partial<Drift> = {}) =>
    driftDigest(driftOf(entries, rest), 'api.acme.dev');
  const entry = retitled(1, 'b');
  const known = of([entry]);
  expect(known).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(of([{ ...entry, fields: [{ field: 'icon', after: 'b' }] }])).toBe(known);
  expect(of([entry], { notes: ['x'], basis: 'configuration', ignored: [{ ...missing(1), reason: 'x' }] })).toBe(known);
  expect(of([retitled(1, 'c')])).not.toBe(known);
  expect(of([entry, missing(1)])).not.toBe(known);
  expect(driftDigest(driftOf([entry]), 'other.acme.dev')).not.toBe(known);
});
