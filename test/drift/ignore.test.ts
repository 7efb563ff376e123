/** The drift that a rule selects: addresses with `*` and `**`, classes, fields and a last day. */
import { expect, test } from 'vitest';
import { nowhere } from '../../src/core/problem.ts';
import type { IgnoreRule } from '../../src/core/state.ts';
import { applyRules, type DriftEntry } from '../../src/review/drift/entry.ts';

const today = '2026-06-15';

function rule(address: string, rest: Partial<IgnoreRule> = {}): IgnoreRule {
  return { address, reason: 'because', span: nowhere, ...rest };
}

function missing(address: string): DriftEntry {
  return { class: 'missing', address, kind: 'x', marks: [] };
}

const changed: DriftEntry = {
  ...{ class: 'changed', address: 'spaces/home/fields', kind: 'field-values', id: '1' },
  fields: [
    { field: 'values.status', before: 'a', after: 'b' },
    { field: 'values.owner', after: 'c' },
  ],
  marks: ['values.status=1', 'values.owner=2'],
};

test.each([
  ['sites/docs', 'sites/docs', true],
  ['sites/docs', 'sites/docs/sections/a', false],
  ['sites/*', 'sites/docs', true],
  ['sites/*', 'sites/docs/sections/a', false],
  ['sites/*/sections/*', 'sites/docs/sections/a', true],
  ['sites/**', 'sites/docs/sections/a', true],
  ['sites/**', 'sites', false],
  ['**', 'anything/at.all', true],
  ['sites/do*', 'sites/docs', true],
  ['sites/*s', 'sites/docs', true],
  ['sites/*x', 'sites/docs', false],
  ['members/*@acme.dev', 'members/ana@acme.dev', true],
  ['members/*@acme.dev', 'members/ana@acmexdev', false],
  ['sites/d.cs', 'sites/docs', false],
  ['*/*', 'sites/docs', true],
])('the pattern %s matches %s: %s', (pattern, address, isFor) => {
  expect(applyRules([missing(address)], [rule(pattern)], today).ignored.length).toBe(isFor ? 1 : 0);
});

test('a pattern with many wildcards selects a long address', () => {
  const slow = [rule('*a'.repeat(200)), rule('**a'.repeat(150))];
  expect(applyRules([missing('a'.repeat(1_600))], slow, today).ignored).toHaveLength(1);
});

test('an entry keeps the fields that no rule ignores, with their part of the digest', () => {
  const { entries, ignored, unused } = applyRules(
    [changed],
    [rule('spaces/*/fields', { fields: ['values.status'] }), rule('x')],
    today,
  );
  expect(entries).toMatchObject([{ fields: [{ field: 'values.owner' }], marks: ['values.owner=2'] }]);
  expect(ignored).toMatchObject([
    { fields: [{ field: 'values.status' }], marks: ['values.status=1'], reason: 'because' },
  ]);
  expect(unused.map(({ address }) => address)).toEqual(['x']);
  expect(applyRules([changed], [rule('**', { fields: ['values'] })], today)).toMatchObject({
    entries: [],
    ignored: [{}],
  });
  expect(applyRules([missing('a')], [rule('a', { fields: ['title'] })], today).ignored).toEqual([]);
});

test('the first matching rule gives the reason, and rules can select a class', () => {
  const rules = [rule('teams/*', { class: 'unmanaged', reason: 'one' }), rule('teams/**', { reason: 'two' })];
  const stranger: DriftEntry = {
    class: 'unmanaged',
    address: 'teams/id:7',
    kind: 'team',
    id: '7',
    name: 'Lunch',
    marks: [],
  };
  expect(applyRules([stranger, missing('teams/a')], rules, today).ignored.map(({ reason }) => reason)).toEqual([
    'one',
    'two',
  ]);
  for (const address of ['teams', 'teams/id:7', 'teams/Lunch'])
    expect(applyRules([stranger], [rule(address)], today).entries).toEqual([]);
  expect(applyRules([missing('teams/a')], [rule('teams')], today).ignored).toEqual([]);
});

test('a rule is valid on its last day and expired on the next', () => {
  const rules = [rule('a', { until: '2026-06-15' })];
  expect(applyRules([missing('a')], rules, '2026-06-15')).toMatchObject({
    entries: [],
    ignored: [{ until: '2026-06-15' }],
    expired: [],
  });
  expect(applyRules([missing('a')], rules, '2026-06-16')).toMatchObject({
    entries: [{}],
    ignored: [],
    expired: [{}],
    unused: [],
  });
});
