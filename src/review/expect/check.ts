/** Checks expectations in one state of the organization. */
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import { otherAdmins, tooFewAdmins } from './admins.ts';
import { publicSites } from './public.ts';
import { otherReaders } from './readers.ts';
import { brokenRule } from './rules.ts';
import { endedUrl } from './urls.ts';
import { type Answer, findingOf, type View } from './view.ts';

export function answersTo(view: View, expectation: Expectation): readonly Answer[] {
  switch (expectation.of) {
    case 'public':
      return publicSites(view, expectation.sites);
    case 'readers':
      return otherReaders(view, expectation.space, expectation.who);
    case 'atLeast':
      return tooFewAdmins(view, expectation.number);
    case 'among':
      return otherAdmins(view, expectation.patterns);
    case 'urls':
      return endedUrl(view, expectation.url);
    case 'rule':
      return brokenRule(view, expectation);
  }
}

export function findingsIn(view: View, expectations: readonly Expectation[]): readonly ExpectationFinding[] {
  return unique(expectations.flatMap((each) => answersTo(view, each).map((answer) => findingOf(view, each, answer))));
}

/** Several ways can have the same words, such as roles with the same default level. The first finding stays. */
export function unique(findings: readonly ExpectationFinding[]): readonly ExpectationFinding[] {
  const wordsOf = ({ expectation, address, what }: ExpectationFinding) => JSON.stringify([expectation, address, what]);
  return [...new Map(findings.toReversed().map((finding) => [wordsOf(finding), finding])).values()].toReversed();
}
