/** Orders steps by their effect on audiences: steps that narrow an audience come before steps that widen it, and the later ones need the earlier ones. */
import { type Audience, isAudienceCovered, nobody, uncoveredWays, type Way } from '../../access/audience/audience.ts';
import { audienceOf } from '../../access/audience/of-object.ts';
import { indexState } from '../../access/audience/state.ts';
import { isReference, type LiveObject } from '../../core/state.ts';
import { placeField, shapeOf } from '../../kinds/shape.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { Step } from '../result/step.ts';
import type { Identity } from '../steps/access/access-effects.ts';
import {
  applyEffects,
  type Decisive,
  presentObject,
  startAccessSteps,
  toIdentity,
  type Work,
} from '../steps/access/access-steps.ts';
import { waitsFor } from '../steps/waiting.ts';
import { findSubjects, type Subject } from './access-subjects.ts';
import { type Arranging, addNeededStep } from './arranging.ts';

/** An audience that is wider during the apply than before and after, whatever the order. */
export interface Window {
  readonly object: LiveObject;
  /** The steps that open it, and the ones that close it. */
  readonly opening: readonly Step[];
  readonly closing: readonly Step[];
  readonly ways: readonly Way[];
}

/** Adds the needs of widening steps. Returns the windows that no order avoids. */
export function orderByAccess(arranging: Arranging): readonly Window[] {
  const work = startAccessSteps(arranging);
  if (work.all.length < 2) return [];
  const addNeedBetween: Need = (later, earlier) => addNeededStep(arranging, later.step.id, earlier.step.id);
  return findSubjects(work).flatMap((subject) => orderSubject(work, subject, addNeedBetween));
}

/** Subjects with more steps are ordered by the effect of each step alone. */
const maxExact = 5;

/** Makes a step wait for another one. */
type Need = (later: Decisive, earlier: Decisive) => void;

function orderSubject(work: Work, subject: Subject, need: Need): readonly Window[] {
  const judge = createJudge(work, subject);
  if (subject.steps.length > maxExact) return orderSingly(work, subject, judge, need);
  return orderExactly(work, subject, judge, need);
}

type Judge = (done: readonly Decisive[]) => Audience;

function createJudge(work: Work, { object, around, steps }: Subject): Judge {
  const lives = around.flatMap((each) => presentObject(work.draft, each) ?? []);
  const keys = new Set([work.keyOf(object), ...around.map(work.keyOf)]);
  const position = new Map(work.all.map((each, at) => [each, at]));
  const known = new Map<string, Audience>();
  return (done) => {
    const sorted = [...done].sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
    const name = sorted.map((each) => steps.indexOf(each)).join();
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const objects = new Map(lives.map((live) => [work.keyOf(live), live]));
    const near = sorted.map((each) => ({
      ...each,
      effects: each.effects.filter((effect) => keys.has(work.keyOf(effect))),
    }));
    applyEffects(objects, work.keyOf, near);
    const audience = audienceAmong(work, object, [...objects.values()]);
    known.set(name, audience);
    return audience;
  };
}

function audienceAmong(
  { draft, isWhole }: Work,
  { kind, id, parentId }: Identity,
  objects: readonly LiveObject[],
): Audience {
  const { shapes, live } = draft.world;
  if (isCircular(draft, objects)) return nobody;
  const state = { ...indexState({ ...live, lists: [], objects }, shapes), isWhole: isWhole() };
  const object = state.find(kind, id, parentId);
  if (object === undefined) return nobody;
  return { ...audienceOf(state, object), unread: nobody.unread };
}

/** Two groups cannot be inside each other, so no order of the steps leads to this state. */
function isCircular({ world }: Drafted, objects: readonly LiveObject[]): boolean {
  const byId = new Map(objects.map((object) => [object.id, object]));
  return objects.some((object) => {
    const seen = new Set<string>();
    for (let at: LiveObject | undefined = object; at !== undefined; ) {
      if (seen.has(at.id)) return true;
      seen.add(at.id);
      const holder: unknown = at.fields[placeField(shapeOf(world, at.kind)) ?? ''];
      at = typeof holder === 'string' ? byId.get(holder) : undefined;
    }
    return false;
  });
}

/** Adds needs until every set of steps that can be done is covered by the ends. */
function orderExactly(work: Work, { object, steps }: Subject, judge: Judge, need: Need): readonly Window[] {
  const { draft } = work;
  const ends = [judge([]), judge(steps), ...audiencesOfOriginal(work, object)];
  const isWiderThanEnds = (done: readonly Decisive[]) => !isAudienceCovered(judge(done), ends);
  const sets = subsetsOf(steps);
  const isReachable = (done: readonly Decisive[]) =>
    done.every(({ step }) => steps.every((other) => done.includes(other) || !waitsFor(draft, step, other.step)));
  const forced: Window[] = [];
  for (const done of sets) {
    if (!isReachable(done) || !isWiderThanEnds(done)) continue;
    const left = steps.filter((each) => !done.includes(each));
    const pairs = left.flatMap((narrow) => done.map((widen) => ({ narrow, widen })));
    const canWaitForNarrowing = ({ narrow, widen }: (typeof pairs)[number]) =>
      !waitsFor(draft, narrow.step, widen.step);
    const narrowingCloses = ({ narrow }: (typeof pairs)[number]) => !isWiderThanEnds([...done, narrow]);
    const wideningOpens = ({ widen }: (typeof pairs)[number]) =>
      !isWiderThanEnds(done.filter((each) => each !== widen));
    const free = pairs.filter(canWaitForNarrowing);
    const chosen =
      free.find((pair) => narrowingCloses(pair) && wideningOpens(pair)) ??
      free.find(narrowingCloses) ??
      free.find(wideningOpens) ??
      free[0];
    if (chosen !== undefined) need(chosen.widen, chosen.narrow);
    else forced.push(createWindow(object, { done, left }, uncoveredWays(judge(done), ends)));
  }
  return forced;
}

/** A copy shows no more than its original, now and after the plan. */
function audiencesOfOriginal({ draft, ends }: Work, { id, kind }: Identity): readonly Audience[] {
  const { matches, steps, world } = draft;
  const source = steps.get(`${id}#create`)?.fields[shapeOf(world, kind).createNeeds ?? ''];
  const original = isReference(source) ? matches.at.get(source.ref)?.live : undefined;
  if (original === undefined) return [];
  return ends().flatMap((state) => {
    const found = state.find(original.kind, original.id, original.parentId);
    return found === undefined ? [] : [audienceOf(state, found)];
  });
}

function subsetsOf(steps: readonly Decisive[]): readonly (readonly Decisive[])[] {
  return Array.from({ length: 2 ** steps.length - 2 }, (_, at) =>
    steps.filter((_step, bit) => ((at + 1) & (1 << bit)) !== 0),
  );
}

/** Narrowing steps come before widening ones. A step that does both comes in between. */
function orderSingly(work: Work, { object, steps }: Subject, judge: Judge, need: Need): readonly Window[] {
  const { draft } = work;
  const [none, all] = [judge([]), judge(steps)];
  const stepOrderRank = (each: Decisive) => {
    const [alone, without] = [judge([each]), judge(steps.filter((other) => other !== each))];
    const isWidening = !isAudienceCovered(alone, [none]) || !isAudienceCovered(all, [without]);
    const isNarrowing = !isAudienceCovered(none, [alone]) || !isAudienceCovered(without, [all]);
    return isWidening === isNarrowing ? (isWidening ? 1 : undefined) : isWidening ? 2 : 0;
  };
  const ranked = steps.flatMap((each) => {
    const rank = stepOrderRank(each);
    return rank === undefined ? [] : [{ each, rank }];
  });
  for (const later of ranked)
    for (const earlier of ranked)
      if (earlier.rank < later.rank && !waitsFor(draft, earlier.each.step, later.each.step))
        need(later.each, earlier.each);
  const ends = [none, all, ...audiencesOfOriginal(work, object)];
  const sequence = ranked.toSorted((a, b) => a.rank - b.rank).map(({ each }) => each);
  const at = sequence.findIndex((_, end) => end > 0 && !isAudienceCovered(judge(sequence.slice(0, end)), ends));
  if (at === -1) return [];
  return [
    createWindow(
      object,
      { done: sequence.slice(0, at), left: sequence.slice(at) },
      uncoveredWays(judge(sequence.slice(0, at)), ends),
    ),
  ];
}

function createWindow(
  object: Identity,
  { done, left }: { readonly done: readonly Decisive[]; readonly left: readonly Decisive[] },
  ways: readonly Way[],
): Window {
  const stepsOfDecisive = (of: readonly Decisive[]) => of.map(({ step }) => step);
  return {
    object: { ...toIdentity(object), fields: {} },
    opening: stepsOfDecisive(done),
    closing: stepsOfDecisive(left),
    ways,
  };
}
