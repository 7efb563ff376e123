/** A new format of all reports is one file. */
import { expect, test } from 'vitest';
import type { Block } from '../../src/report/blocks/block.ts';
import { driftBlocks } from '../../src/report/drift/drift.ts';
import { planBlocks } from '../../src/report/plan/text.ts';
import type { Drift } from '../../src/review/drift/entry.ts';
import { everything } from './plans.ts';
import { restructuredText } from './restructured-text.ts';

const drift: Drift = {
  ...{ organization: 'acme', basis: 'ledger', ignored: [], unknown: [], notes: [], expired: [], unused: [] },
  entries: [{ class: 'missing', address: 'spaces/home', kind: 'space', marks: [] }],
};

const reports: { readonly [report: string]: readonly [blocks: readonly Block[], printed: readonly string[]] } = {
  plan: [
    planBlocks(everything),
    ['Changes (7)\n-----------', '* + ``teams/support`` ``"Support"``', '  * B-PROTECTED: it is protected'],
  ],
  drift: [driftBlocks(drift, { digest: 'sha256:x', impact: [] }), ['* - ``spaces/home``', 'Drift: 1 missing.']],
};

test.each(Object.keys(reports))('a report in a new format: %s', (report) => {
  const [blocks, printed] = reports[report] ?? [[], []];
  const text = restructuredText(blocks);
  for (const each of printed) expect(text).toContain(each);
});
