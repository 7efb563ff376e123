/** Plans for tests of reports. */
import type { Impact } from '../../src/core/impact.ts';
import type { Change, Pending, PlanView, ReviewedPlan } from '../../src/plan/result/change.ts';
import { type MarkdownOptions, planComment } from '../../src/report/plan/markdown.ts';

export function change(address: string, action: Change['action'], rest: Partial<Change> = {}): Change {
  return {
    address,
    kind: 'thing',
    action,
    fields: [],
    objects: [],
    lost: [],
    notes: [],
    steps: [`${address}#${action}`],
    ...rest,
  };
}

export function meaning(address: string, rest: Partial<Impact> = {}): Impact {
  const usual: Omit<Impact, 'address' | 'subject'> = {
    on: 'readers',
    topic: 'opened',
    severity: 'high-risk',
    what: 'it becomes another one',
    who: [],
    details: [],
  };
  return { ...usual, address, subject: address, ...rest };
}

/** A pending change that an earlier apply accepted, and that is not high-risk. */
export function pendingOf(address: string, rest: Partial<Pending> = {}): Pending {
  const role = { field: 'role', before: undefined, after: 'read' };
  return { address, kind: 'member', reason: 'not on the platform', fields: [role], isAccepted: true, ...rest };
}

export function planWith(changes: readonly Change[], rest: Partial<ReviewedPlan> = {}): ReviewedPlan {
  return {
    organization: 'acme',
    changes,
    impact: [],
    steps: changes.map(({ address, action, kind }) => ({
      id: `${address}#${action}`,
      operation: action === 'delete' || action === 'move' || action === 'create' ? action : 'update',
      address,
      kind,
      fields: {},
      needs: new Set(),
      follows: new Set(),
    })),
    ids: {},
    unmanaged: [],
    pending: [],
    external: [],
    unknown: [],
    notes: [],
    orders: [],
    guards: [],
    stateUpdates: { set: {}, remove: [], lists: [], entries: {} },
    ...rest,
  };
}

export const everything = planWith(
  [
    change('spaces/home', 'adopt', { id: 'V2eu' }),
    change('teams/docs', 'rename', { from: 'teams/documentation' }),
    change('teams/support', 'create', {
      fields: [{ field: 'title', before: undefined, after: 'Support' }],
      span: { file: 'docform.yaml', line: 4, column: 3 },
    }),
    change('sites/docs', 'update', {
      fields: [
        { field: 'title', before: 'A', after: 'B' },
        { field: 'proxy', before: 'acme.dev/docs', after: null },
        { field: 'basename', before: undefined, after: 'docs' },
      ],
      why: 'changed on the platform',
      notes: ['type differs: it is set at creation only'],
    }),
    change('sites/docs/sections/a', 'move', { beside: { relation: 'after', address: 'sites/docs/sections/b' } }),
    change('customFields/status', 'replace', {
      fields: [{ field: 'type', before: 'text', after: 'tags' }],
      lost: ['its values in every space'],
    }),
    change('sites/old', 'delete', {
      lost: ['its share links'],
      blocked: {
        code: 'B-PROTECTED',
        reason: 'it is protected',
        hint: 'apply `protect: false` first',
        override: '--allow sites/old',
      },
    }),
  ],
  {
    guards: [{ code: 'B-MAX-DELETES', reason: '12 deletes are more than 10', override: '--allow-deletes 12' }],
    unmanaged: [
      { list: 'teams', kind: 'team', objects: [1, 2, 3, 4].map((id) => ({ id: String(id), name: `Team ${id}` })) },
    ],
    pending: [pendingOf('members/eve@acme.dev')],
    unknown: [{ list: 'spaces', reason: '403', hides: ['spaces/a', 'spaces/b'] }],
    impact: [
      meaning('sites/docs', {
        subject: 'A',
        what: 'more people can read it',
        before: 'visitor-auth',
        after: 'public',
        who: ['anybody'],
        details: ['it shows Home'],
        source: { file: 'docform.yaml', line: 9, column: 5 },
      }),
      meaning('sites/old', { severity: 'info', before: null, who: [] }),
      meaning('members/bo@acme.dev', {
        subject: 'bo@acme.dev',
        on: 'people',
        severity: 'notable',
        before: 'edit',
        after: null,
      }),
    ],
    notes: [{ address: 'sites/docs', text: 'the interleaving is unknown' }],
  },
);

/** The text of the comment. */
export function planMarkdown(plan: PlanView, options: MarkdownOptions = {}): string {
  return planComment(plan, options).text;
}
