/** The plan as text: every kind of entry, one-line summaries, and escaping for the terminal. */
import { expect, test } from 'vitest';
import { planText } from '../../src/report/plan/text.ts';
import { change, everything, pendingOf, planMarkdown, planWith } from './plans.ts';

test('a plan with every kind of entry is printed in the expected layout', () => {
  expect(planText(everything, { requests: 7 })).toBe(`Plan for organization acme
Legend: + create, ~ update, > move, -/+ replace, - delete, = only the ledger (state file) changes, ! high-risk, * effect on people

Readers will notice
  ! A: more people can read it (docform.yaml:9)
      default access: "visitor-auth" → "public"
      Audience: anybody
      it shows Home
  * sites/old: it becomes another one
      default access: (none) → (unknown)

Who can do what
  * bo@acme.dev: it becomes another one
      default access: "edit" → (none)

Changes (7)
  = spaces/home  adopted (V2eu)
  = teams/docs  renamed from teams/documentation

  ! ~ sites/docs
      title     "A" → "B"
      proxy     "acme.dev/docs" → (none)
      basename  (none) → "docs"
      why: changed on the platform
      note: type differs: it is set at creation only
  > sites/docs/sections/a  move below sites/docs/sections/b

  - sites/old
      blocked[B-PROTECTED]: it is protected
        help: apply \`protect: false\` first
        override: --allow sites/old

  + teams/support "Support"

  -/+ customFields/status
      type  "text" → "tags"

  blocked[B-MAX-DELETES]: 12 deletes are more than 10
      override: --allow-deletes 12

Unknown (these lists could not be read completely; docform creates and deletes nothing in them)
  ? spaces: 403; affects 2 declared resources: spaces/a, spaces/b

Pending (invite these people on the platform; docform applies their settings after they join)
  members/eve@acme.dev: role "read"

Notes
  sites/docs: the interleaving is unknown

Not managed
  teams: 4 ("Team 1", "Team 2", "Team 3" and 1 more)

Cannot be reverted
  customFields/status: its values in every space
  sites/old: its share links

1 high-risk change.
Nothing will be applied: 1 problem blocks the whole plan, and 1 change is also blocked.
Plan: 1 to create, 1 to update, 1 to move, 1 to replace, 1 to delete, 1 adopted, 1 renamed. 7 API requests. Pending: 1.
`);
});

test('an empty plan is printed as no changes', () => {
  expect(planText(planWith([]))).toBe('Plan for organization acme\n\nNo changes.\n');
  const named = { ...planWith([]), organizationTitle: 'Acme Docs' };
  expect(planText(named)).toBe('Plan for organization "Acme Docs" (acme)\n\nNo changes.\n');
  expect(planMarkdown(named)).toContain('### docform plan for "Acme Docs" (`acme`)');
});

test('a plan that changes only the state reports no changes to the platform', () => {
  expect(planText(planWith([change('teams/docs', 'adopt', { id: 't1' })]))).toContain(
    '\nNo changes to the platform. Ledger: 1 adopted.\n',
  );
});

test('a single request is printed in the singular', () => {
  expect(planText(planWith([change('teams/docs', 'create')]), { requests: 1 })).toContain(
    'Plan: 1 to create. 1 API request.',
  );
});

test('texts of the configuration or platform cannot control the terminal or start lines', () => {
  const evil = 'x\u001b[31m\n+ sites/fake\u202e';
  const text = planText(
    planWith(
      [
        change('teams/docs', 'update', {
          fields: [{ field: 'title', before: evil, after: 'B' }],
          why: evil,
          lost: [evil],
          blocked: { code: 'B-X', reason: evil, hint: evil },
        }),
      ],
      {
        pending: [
          pendingOf(evil, { reason: evil, fields: [{ field: evil, before: undefined, after: evil, highRisk: evil }] }),
        ],
        unmanaged: [{ list: 'teams', kind: 'team', objects: [{ id: '1', name: evil }] }],
      },
    ),
  );
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.split('\n').filter((line) => line.trim().startsWith('+'))).toEqual([]);
  expect(text).toContain('"x\\u001b[31m\\n+ sites/fake\\u202e" → "B"');
});

test('a very long value is truncated, with its length and a hash', () => {
  const text = planText(
    planWith([change('a', 'create', { fields: [{ field: 'text', before: undefined, after: 'x'.repeat(5000) }] })]),
  );
  expect(text).toMatch(/… \(5002 characters, #[0-9a-f]{8}\)/);
  expect(text.length).toBeLessThan(500);
});

test('all colours come from the given painter', () => {
  expect(planText(everything)).not.toContain('\u001b');
  expect(planText(planWith([change('a', 'create')]), { paint: (role, text) => `<${role}>${text}</>` })).toContain(
    '  <create>+</> a',
  );
});

test('with isVerbose, each change has its place in the configuration', () => {
  expect(planText(everything, { isVerbose: true })).toContain('      at docform.yaml:4:3');
});

test('ledger-only entries are limited and counted, and listed with isVerbose', () => {
  const plan = planWith([
    ...Array.from({ length: 50 }, (_, index) => change(`teams/t${index}`, 'adopt')),
    change('teams/new', 'create'),
  ]);
  expect(planText(plan)).toMatch(
    /= teams\/t19 {2}adopted\n {2}= and 30 more ledger-only entries \(-v lists them\)\n\n {2}\+ teams\/new\n/,
  );
  expect(planText(plan, { isVerbose: true })).toContain('= teams/t49  adopted');
});
