/** Checks expectations in one state of the organization, and finds what two states differ in. */
import { nobody, uncovered } from '../audience/audience.ts';
import { audienceIn } from '../audience/changes.ts';
import type { Expectation, ExpectationFinding } from '../core/expectation.ts';
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

/** Violations that no violation before covers: an audience that only shrinks violates nothing anew. */
export function newIn(view: View, answers: readonly Answer[], before: readonly Answer[]): readonly Answer[] {
  const violated = answers.filter(({ status }) => status === 'violated');
  const former = before.filter(({ status }) => status === 'violated');
  const known = new Set(former.map(keyOf));
  return violated.filter((answer) => {
    const { way, object } = answer;
    if (way === undefined || typeof object === 'string') return !known.has(keyOf(answer));
    const { roles } = audienceIn(view.state, object);
    const ways = former.flatMap((each) => (each.way !== undefined && isSame(each, answer) ? [each.way] : []));
    return uncovered({ ...nobody, roles, ways: [way] }, [{ ...nobody, roles, ways }]).length > 0;
  });
}

function isSame(one: Answer, other: Answer) {
  return identityOf(one) === identityOf(other);
}

function identityOf({ object }: Answer) {
  return typeof object === 'string' ? object : `${object.kind} ${object.id} ${object.parentId}`;
}

/** The object and the way to it, because titles, paths and conditions can differ. Without a way, the words. */
export function keyOf(answer: Answer): string {
  const { way, what } = answer;
  if (way === undefined) return what;
  return JSON.stringify([identityOf(answer), { ...way, conditions: undefined, gate: undefined, through: undefined }]);
}
