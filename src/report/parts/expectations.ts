/** Findings of expectations as text. */
import { type ExpectationFinding, labelOf } from '../../core/expectation-finding.ts';
import { countsText, orNull } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { placeDocument } from '../wording/words.ts';
import { code, type Line, line, message, type ReportList } from './lines.ts';

/** `sites/partner can be read without a login, …; caused by sites/partner/shareLinks/globex` */
export function expectationText({ what, causes = [] }: Pick<ExpectationFinding, 'what' | 'causes'>): string {
  return causes.length === 0 ? what : `${what}; caused by ${someNames(causes, 3)}`;
}

/** `Expectations: 2 violated, 1 unknown.` Missing: all are met, or there are none. */
export function expectationSummary(findings: readonly ExpectationFinding[]): string | undefined {
  const counts = countsText(
    (['violated', 'unknown'] as const).map((status) => [
      status,
      findings.filter((each) => each.status === status).length,
    ]),
  );
  return counts === '' ? undefined : `Expectations: ${counts}.`;
}

/** For drift, whose findings have no causes. */
export function expectationLists(findings: readonly ExpectationFinding[]): readonly ReportList[] {
  const listOf = (status: ExpectationFinding['status']) => findings.filter((each) => each.status === status);
  return [
    { of: 'violated', heading: 'Violated expectations', items: listOf('violated').map(itemOf) },
    {
      of: 'unchecked',
      heading: 'Expectations that could not be checked completely',
      items: listOf('unknown').map(itemOf),
    },
  ];
}

function itemOf(finding: ExpectationFinding) {
  const { status, source, fix } = finding;
  const place: Line = source === undefined ? [] : line` (${`${source.file}:${source.line}`})`;
  const text = line`${code(labelOf(finding))}${place}: ${message(`${expectationText(finding)}. Help: ${fix}`)}`;
  return { line: text, ...(status === 'violated' ? { isHighRisk: true } : {}) };
}

export function expectationDocument({ expectation, status, address, what, fix, ...rest }: ExpectationFinding) {
  const { id, causes, source } = rest;
  return {
    expectation,
    status,
    address,
    ...orNull({ id }),
    what,
    fix,
    causes: causes ?? [],
    source: placeDocument(source),
  };
}
