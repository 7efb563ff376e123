/** Turns findings of expectations into guards of a plan. */
import { groupBy } from '../../core/compare.ts';
import { joinSome } from '../../core/count.ts';
import { type ExpectationFinding, expectationLabel } from '../../core/expectation-finding.ts';
import { expectationCodes } from '../../plan/guards/policy/policy-guards.ts';
import type { Blocked } from '../../plan/result/change.ts';

/** One guard for each expectation and fix. A violation blocks only the plan that causes it. */
export function expectationGuards(findings: readonly ExpectationFinding[]): readonly Blocked[] {
  const groups = groupBy(findings, (finding) => JSON.stringify([codeOf(finding), finding.expectation, finding.fix]));
  const guards = [...groups.values()].map((group) => {
    const [{ source, fix }] = group;
    const code = codeOf(group[0]);
    const place = source === undefined ? '' : ` (${source.file}:${source.line})`;
    const causes = [...new Set(group.flatMap(({ causes: own = [] }) => own))];
    const cause = causes.length === 0 ? '' : `; caused by ${joinSome(causes, 12)}`;
    const what = joinSome([...new Set(group.map((each) => each.what))], 12);
    const expectation = `\`${expectationLabel(group[0])}\`${place}`;
    return { code, reason: `${words[code](expectation)}${what}${cause}`, hint: fix };
  });
  return Object.values(expectationCodes).flatMap((code) => guards.filter((guard) => guard.code === code));
}

function codeOf({ status, causes = [] }: ExpectationFinding): (typeof expectationCodes)[keyof typeof expectationCodes] {
  if (status === 'unknown') return expectationCodes.unknown;
  return causes.length === 0 ? expectationCodes.before : expectationCodes.violated;
}

const words: { readonly [code in ReturnType<typeof codeOf>]: (expectation: string) => string } = {
  'B-EXPECT': (expectation) => `this plan would violate ${expectation}: `,
  'W-EXPECT': (expectation) => `${expectation} is violated already, before this plan: `,
  'W-EXPECT-UNKNOWN': (expectation) => `${expectation} could not be checked completely: `,
};
