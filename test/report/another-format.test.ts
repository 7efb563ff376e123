/** A new format of all reports is one file, and each format can print each report. */
import { expect, test } from 'vitest';
import { computeAccess } from '../../src/access/access.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import { accessBlocks } from '../../src/report/access/text.ts';
import { applyBlocks } from '../../src/report/apply/apply-report.ts';
import type { Block } from '../../src/report/blocks/block.ts';
import { blocksHtml } from '../../src/report/blocks/html.ts';
import { blocksMarkdown } from '../../src/report/blocks/markdown.ts';
import { blocksText } from '../../src/report/blocks/text.ts';
import { driftBlocks } from '../../src/report/drift/drift.ts';
import { planBlocks } from '../../src/report/plan/text.ts';
import type { Drift } from '../../src/review/drift/entry.ts';
import { everything } from './plans.ts';
import { restructuredText } from './restructured-text.ts';

const drift: Drift = {
  ...{ organization: 'acme', basis: 'ledger', ignored: [], unknown: [], notes: [], expired: [], unused: [] },
  entries: [{ class: 'missing', address: 'spaces/home', kind: 'space', marks: [] }],
};

const access = computeAccess(
  {
    organization: { id: 'o', title: 'Acme' },
    members: [{ id: 'ana', email: 'ana@acme.dev', role: 'admin', isDisabled: false, isSso: true }],
    collections: [],
    spaces: [],
    sites: [{ id: 's', title: 'Docs', visibility: 'public' }],
    unknown: [],
  },
  () => undefined,
);
const origin = { version: '1.2.3', readAt: '2026-02-01T00:00:00.000Z', token: {} };

const applied: ApplyReport = {
  organization: 'acme',
  changes: [
    {
      ...{ address: 'teams/docs', kind: 'team', action: 'update', status: 'failed' },
      fault: { message: 'the platform refused the request' },
    },
  ],
  counts: { done: 2, failed: 1, skipped: 0, notStarted: 0 },
  recorded: 0,
  requests: 5,
  isInterrupted: false,
};

const reports: { readonly [report: string]: readonly [blocks: readonly Block[], printed: readonly string[]] } = {
  plan: [
    planBlocks(everything),
    ['Changes (7)\n-----------', '* + ``teams/support`` ``"Support"``', '  * B-PROTECTED: it is protected'],
  ],
  drift: [driftBlocks(drift, { digest: 'sha256:x', impact: [] }), ['* - ``spaces/home``', 'Drift: 1 missing.']],
  access: [
    accessBlocks({ access, origin, host: 'api.acme.dev', isRedacted: false, isVerbose: false }),
    ['* 1 person, by role: admin 1\n', '    * Docs'],
  ],
  apply: [
    applyBlocks(applied),
    ['* ~ ``teams/docs``  failed\n  * the platform refused the request', '2 done, 1 failed'],
  ],
};

test.each(Object.keys(reports))('a report in a new format: %s', (report) => {
  const [blocks, printed] = reports[report] ?? [[], []];
  const text = restructuredText(blocks);
  for (const each of printed) expect(text).toContain(each);
});

test.each([
  ['text', blocksText],
  ['Markdown', blocksMarkdown],
  ['HTML', (blocks: readonly Block[]) => blocksHtml(blocks).text],
] as const)('each report can be printed as %s', (_, print) => {
  const subjects = { plan: 'teams/support', drift: 'spaces/home', access: 'ana@acme.dev', apply: 'teams/docs' };
  // Escaped signs in e-mail addresses do not matter here.
  const plainly = (text: string) => text.replace(/&#8203;|\\/g, '');
  for (const [report, subject] of Object.entries(subjects))
    expect(plainly(print(reports[report]?.[0] ?? [])), report).toContain(subject);
});
