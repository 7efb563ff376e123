/** Findings of expectations as text. */
import { type ExpectationFinding, expectationLabel } from '../../core/expectation-finding.ts';
import { code, type Item, type Line, type List, line, message } from '../blocks/block.ts';
import { countsText, orNull } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { placeDocument } from '../wording/words.ts';
import { reportList } from './lists.ts';

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
export function expectationLists(findings: readonly ExpectationFinding[]): readonly List[] {
  const itemsOf = (status: ExpectationFinding['status']) =>
    findings.filter((each) => each.status === status).map(itemOf);
  return [
    reportList('violated', 'Violated expectations', itemsOf('violated')),
    reportList('unchecked', 'Expectations that could not be checked completely', itemsOf('unknown')),
  ].filter(({ items }) => items.length > 0);
}

function itemOf(finding: ExpectationFinding): Item {
  const { status, source, fix } = finding;
  const place: Line = source === undefined ? [] : line` (${`${source.file}:${source.line}`})`;
  const head = line`${code(expectationLabel(finding))}${place}: ${message(`${expectationText(finding)}. Help: ${fix}`)}`;
  return { head, isHighRisk: status === 'violated' };
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
