/** A plan with a hostile text in every field that is not a fixed word. */
import type { NavigationEntry } from '../../src/core/navigation.ts';
import { hostile as plainHostile } from '../page/hostile-world.ts';
import { change, meaning, pendingOf, planWith } from './plans.ts';

export const emoji = '🧑‍🚀'.repeat(64) + '🎉'.repeat(64);
export const hostile = [
  plainHostile,
  '::error::x',
  '##[set-output name=code]0',
  '</details>',
  '</style></script><!--',
  '@everyone',
  emoji,
].join(' ');

function entry(address: string, rest: Partial<NavigationEntry> = {}): NavigationEntry {
  return {
    kind: 'section',
    address,
    title: hostile,
    path: hostile,
    condition: hostile,
    marks: ['renamed'],
    fields: [hostile],
    entries: [],
    ...rest,
  };
}

export const hostilePlan = planWith(
  [
    change(`sites/${hostile}`, 'update', {
      fields: [
        { field: hostile, before: hostile, after: `${hostile}!`, highRisk: hostile },
        { field: 'list', before: [hostile], after: [hostile, { [hostile]: hostile }] },
        { field: 'to', before: 'a', after: 'spaces/b', isReference: true },
      ],
      objects: [{ address: 'spaces/b', id: hostile, title: hostile, as: 'reference' }],
      ...{
        why: hostile,
        initialState: hostile,
        notes: [hostile],
        lost: [hostile],
        span: { file: hostile, line: 1, column: 1 },
      },
      blocked: { code: hostile, reason: hostile, hint: hostile, override: hostile },
    }),
    ...[1, 2].map((at) =>
      change(`teams/${at}${hostile}`, 'delete', {
        id: hostile,
        fields: [{ field: 'title', before: hostile, after: undefined }],
      }),
    ),
    change('sites/a/sections/b', 'move', { beside: { relation: 'after', address: hostile } }),
    change('sites/a/sections/c', 'rename', { from: hostile }),
  ],
  {
    organization: hostile,
    guards: [{ code: hostile, reason: hostile, hint: hostile, override: hostile }],
    unmanaged: [{ list: hostile, kind: 'team', objects: [{ id: hostile, name: hostile }] }],
    pending: [
      pendingOf(hostile, {
        reason: hostile,
        fields: [{ field: hostile, before: undefined, after: hostile, highRisk: hostile }],
      }),
    ],
    unknown: [{ list: hostile, reason: hostile, hides: [hostile], keeps: [hostile], refers: [hostile] }],
    notes: [{ address: hostile, text: hostile }],
    impact: [
      meaning(hostile, {
        what: hostile,
        before: hostile,
        after: { [hostile]: [hostile] },
        who: [hostile],
        details: [hostile],
      }),
      meaning('sites/a', {
        topic: 'address',
        severity: 'notable',
        before: `https://a.test/${hostile}`,
        after: null,
        subject: hostile,
      }),
    ],
    navigation: [
      {
        address: `sites/${hostile}`,
        before: {
          title: hostile,
          entries: [
            entry('a', { marks: ['moved'], moved: { from: hostile, to: 'a' } }),
            entry('b', { marks: ['removed'] }),
          ],
        },
        after: {
          title: hostile,
          entries: [entry('a', { marks: ['moved', 'renamed'], moved: { from: hostile, to: 'a' } })],
        },
      },
    ],
  },
);
