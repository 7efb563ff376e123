/** The answers to an expectation that an earlier state does not cover. */
import { nobody, uncoveredWays } from '../../access/audience/audience.ts';
import { audienceInState } from '../../access/audience/changes.ts';
import type { Answer, View } from './view.ts';

/** Violations that no violation before covers: an audience that only shrinks violates nothing anew. */
export function newIn(view: View, answers: readonly Answer[], before: readonly Answer[]): readonly Answer[] {
  const violated = answers.filter(({ status }) => status === 'violated');
  const former = before.filter(({ status }) => status === 'violated');
  const known = new Set(former.map(keyOf));
  return violated.filter((answer) => {
    const { way, object } = answer;
    if (way === undefined || typeof object === 'string') return !known.has(keyOf(answer));
    const { roles } = audienceInState(view.state, object);
    const ways = former.flatMap((each) => (each.way !== undefined && isSame(each, answer) ? [each.way] : []));
    return uncoveredWays({ ...nobody, roles, ways: [way] }, [{ ...nobody, roles, ways }]).length > 0;
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
