/** Checks expectations in the state after a plan, and finds the changes that cause violations. */
import type { Address } from '../../core/address.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import type { Change } from '../../plan/result/change.ts';
import type { Step } from '../../plan/result/step.ts';
import { foreseenAfter, type ImpactInput, sceneOfPlan } from '../impact/simulation/foreseen.ts';
import { type Scene, sceneOf } from '../impact/simulation/scene.ts';
import { joined } from '../impact/topics/pending.ts';
import { answersTo, unique } from './check.ts';
import { keyOf, newIn } from './new-answers.ts';
import { type Answer, findingOf, viewOf } from './view.ts';

interface CheckedPlan extends ImpactInput {
  readonly plan: ImpactInput['plan'] & { readonly changes: readonly Change[] };
}

export function findingsOfPlan(
  input: CheckedPlan,
  expectations: readonly Expectation[],
): readonly ExpectationFinding[] {
  const { ids, after, scene } = sceneOfPlan(input);
  const waiting = input.plan.pending.length > 0 || input.plan.changes.some(({ action }) => action === 'invite');
  const later = waiting ? laterScene(input, after, ids) : undefined;
  const found = expectations.flatMap((expectation) => {
    const [before, now] = [viewOf(scene, 'before'), viewOf(scene, 'after')];
    const former = answersTo(before, expectation);
    const answers = answersTo(now, expectation);
    const fresh = newIn(now, answers, former);
    const caused = fresh.map((answer) => ({
      ...findingOf(now, expectation, answer),
      causes: [causeOf(input, expectation, former, answer)],
    }));
    const lasting = answers.filter((answer) => !fresh.includes(answer));
    const standing = lasting.map((answer) => findingOf(now, expectation, answer));
    return [...caused, ...(later === undefined ? [] : pendingFindings(later, expectation, answers)), ...standing];
  });
  return unique(found);
}

type Ids = { readonly [address: Address]: string };

/** After the people of pending declarations join. */
function laterScene({ plan, desired, shapes }: CheckedPlan, live: ImpactInput['live'], ids: Ids) {
  const { ids: own, before, after } = joined({ plan, live, desired, shapes });
  return sceneOf({ before, after, desired, ids: { ...ids, ...own }, shapes });
}

/** The declaration of the person is the cause. The number of admins counts only people who have joined. */
function pendingFindings(scene: Scene, expectation: Expectation, answers: readonly Answer[]) {
  if (expectation.of === 'atLeast') return [];
  const view = viewOf(scene, 'after');
  return newIn(view, answersTo(view, expectation), answers).map((answer) => {
    const { way } = answer;
    const person = way?.by === 'member' ? (view.state.find('member', way.id) ?? answer.object) : answer.object;
    const cause = typeof person === 'string' ? person : view.addressOf(person);
    return { ...findingOf(view, expectation, answer), causes: [cause] };
  });
}

/** The change that completes the violation, in the order of execution. */
function causeOf(input: CheckedPlan, expectation: Expectation, former: readonly Answer[], answer: Answer): Address {
  const { plan, live, desired, shapes } = input;
  const parts = plan.steps.flatMap(partsOf);
  const key = keyOf(answer);
  const isViolated = (number: number) => {
    const after = foreseenAfter(live, plan, parts.slice(0, number), shapes);
    const view = viewOf(sceneOf({ before: live, after, desired, ids: plan.ids, shapes }), 'after');
    return newIn(view, answersTo(view, expectation), former).some((each) => keyOf(each) === key);
  };
  let [low, high] = [0, parts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isViolated(middle)) high = middle;
    else low = middle;
  }
  const last = parts[high - 1];
  const address = last?.items?.[0]?.address ?? last?.address ?? '';
  const causing = plan.changes.filter(({ steps }) => last !== undefined && steps.includes(last.id));
  return (causing.find((each) => each.address === address) ?? causing[0])?.address ?? address;
}

/** Each item of a bulk step alone. */
function partsOf(step: Step): readonly Step[] {
  return step.items === undefined ? [step] : step.items.map((item) => ({ ...step, items: [item] }));
}
