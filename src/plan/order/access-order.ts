/** Orders steps by their effect on audiences: what narrows an audience comes before what widens it, and the widening needs it. */
import { type Audience, isCovered, nobody, uncovered, type Way } from '../../audience/audience.ts';
import { isDecisive } from '../../audience/changes.ts';
import { audienceOf } from '../../audience/of-object.ts';
import { type State, stateOf } from '../../audience/state.ts';
import { groupBy } from '../../core/compare.ts';
import { once } from '../../core/once.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { identityOf, placeField, shapeOf } from '../../kinds/shape.ts';
import { type Draft, type DraftStep, needs } from '../draft.ts';
import { type Effect, effectsOf, type Ids, idsIn } from './access-effects.ts';
import { waitsFor } from './waiting.ts';

/** An audience that is wider during the apply than before and after, whatever the order. */
export interface Window {
  readonly object: LiveObject;
  /** The steps that open it, and the ones that close it. */
  readonly opening: readonly DraftStep[];
  readonly closing: readonly DraftStep[];
  readonly ways: readonly Way[];
}

/** A step that changes an audience. */
interface Decisive {
  readonly step: DraftStep;
  readonly effects: readonly Effect[];
}

interface Work {
  readonly draft: Draft;
  readonly ids: Ids;
  readonly all: readonly Decisive[];
  /** Decisive steps by the identity of the object that they change. */
  readonly at: ReadonlyMap<string, readonly Decisive[]>;
  readonly keyOf: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => string;
  readonly isWhole: () => State['isWhole'];
}

/** A judged object, the objects that decide its audience, and the steps that change these. */
interface Subject {
  readonly object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>;
  readonly around: readonly Pick<LiveObject, 'kind' | 'id' | 'parentId'>[];
  readonly steps: readonly Decisive[];
}

/** Adds the needs of widening steps. Returns the windows that no order avoids. */
export function orderByAccess(draft: Draft): readonly Window[] {
  const work = startWork(draft);
  if (work.all.length < 2) return [];
  return subjectsIn(work).flatMap((subject) => orderFor(work, subject));
}

function startWork(draft: Draft): Work {
  const ids = idsIn(draft);
  const { shapes } = draft.world;
  const keyOf = (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => identityOf(shapes, object);
  const all = [...draft.steps.values()].flatMap((step): readonly Decisive[] => {
    const effects = effectsOf(draft, step, ids).filter((effect) => {
      const live = liveOf(draft, effect);
      const before = live ?? (step.operation === 'create' ? undefined : { ...identity(effect), fields: {} });
      return isDecisive(before, effect.changed(before));
    });
    return effects.length === 0 ? [] : [{ step, effects }];
  });
  const pairs = all.flatMap((each) => each.effects.map((effect) => ({ key: keyOf(effect), each })));
  const at = new Map(
    [...groupBy(pairs, ({ key }) => key)].map(([key, of]) => [key, [...new Set(of.map(({ each }) => each))]]),
  );
  return {
    draft,
    ids,
    all,
    at,
    keyOf,
    isWhole: once(() => stateOf({ ...draft.world.live, objects: [] }, shapes).isWhole),
  };
}

function identity({ kind, id, parentId }: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) {
  return { kind, id, parentId };
}

function liveOf({ world }: Draft, { kind, id, parentId }: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) {
  const live = world.liveObject(kind, id, parentId);
  return live?.isDeleted ? undefined : live;
}

const ofSites: ReadonlySet<KindName> = new Set([
  'site',
  'section',
  'section-group',
  'external-link',
  'site-space',
  'share-link',
]);

function subjectsIn(work: Work): readonly Subject[] {
  return [...siteSubjects(work), ...memberSubjects(work), ...organizationSubjects(work)].filter(
    ({ steps }) => steps.length > 1,
  );
}

type Identity = Pick<LiveObject, 'kind' | 'id' | 'parentId'>;

/** The object now, and after each of its steps. */
function formsOf(work: Work, object: Identity): readonly LiveObject[] {
  const before = liveOf(work.draft, object);
  const forms = [before];
  for (const { effects } of work.at.get(work.keyOf(object)) ?? [])
    for (const effect of effects)
      if (work.keyOf(effect) === work.keyOf(object)) forms.push(effect.changed(before), effect.changed(forms.at(-1)));
  return forms.filter((each) => each !== undefined);
}

/** All objects of a kind now or after some steps. */
function everyOf(work: Work, kinds: ReadonlySet<KindName>): readonly Identity[] {
  const found = new Map<string, Identity>();
  for (const live of work.draft.world.live.objects)
    if (kinds.has(live.kind) && !live.isDeleted) found.set(work.keyOf(live), live);
  for (const { effects } of work.all)
    for (const effect of effects)
      if (kinds.has(effect.kind) && !found.has(work.keyOf(effect))) found.set(work.keyOf(effect), effect);
  return [...found.values()];
}

/** The object, and everything around it now or after the steps: parents, groups and collections. */
function chainOf(work: Work, object: Identity, chains: Map<string, readonly Identity[]>): readonly Identity[] {
  const key = work.keyOf(object);
  const known = chains.get(key);
  if (known !== undefined) return known;
  chains.set(key, [object]);
  const { shapes } = work.draft.world;
  const above = formsOf(work, object).flatMap(({ parentId, fields }): readonly Identity[] => {
    const shape = shapeOf(work.draft.world, object.kind);
    const place = placeField(shape);
    const type = place === undefined ? undefined : shape.fields[place]?.type;
    const id = place === undefined ? undefined : fields[place];
    const holder =
      type?.is === 'ref' && typeof id === 'string'
        ? [{ kind: type.to, id, parentId: shapes.get(type.to)?.parents ? parentId : null }]
        : [];
    const parents = parentId === null ? [] : (shape.parents ?? []).flatMap((kind) => parentAt(work, kind, parentId));
    return [...holder, ...parents];
  });
  const all = new Map(
    [object, ...above.flatMap((each) => chainOf(work, each, chains))].map((each) => [work.keyOf(each), each]),
  );
  const chain = [...all.values()];
  chains.set(key, chain);
  return chain;
}

/** The parent, with its own parent. */
function parentAt(work: Work, kind: KindName, id: string): readonly Identity[] {
  const live = work.draft.world.live.objects.length === 0 ? undefined : work.draft.world.liveObject(kind, id);
  if (live !== undefined) return [live];
  const made = work.at
    .get(work.keyOf({ kind, id, parentId: null }))?.[0]
    ?.effects.find((effect) => effect.kind === kind && effect.id === id);
  return made === undefined ? [] : [made];
}

function stepsAt(work: Work, objects: readonly Identity[]): readonly Decisive[] {
  return [...new Set(objects.flatMap((object) => work.at.get(work.keyOf(object)) ?? []))];
}

function isSame(one: readonly Decisive[], other: readonly Decisive[]) {
  return one.length === other.length && one.every((each) => other.includes(each));
}

/** Per site: the site, and each item that has steps of its own. */
function siteSubjects(work: Work): readonly Subject[] {
  const isTouched = work.all.some(({ effects }) => effects.some(({ kind }) => ofSites.has(kind)));
  if (!isTouched) return [];
  const chains = new Map<string, readonly Identity[]>();
  const siteOf = (object: Identity) => chainOf(work, object, chains).find(({ kind }) => kind === 'site');
  const items = groupBy(everyOf(work, ofSites), (object) => siteOf(object)?.id ?? '');
  return [...items].flatMap(([id, members]): readonly Subject[] => {
    const site = members.find(({ kind }) => kind === 'site');
    // Nobody can read a new site before the step that publishes it, which comes last.
    if (site === undefined || liveOf(work.draft, site) === undefined || isWrapped(work, site)) return [];
    if (stepsAt(work, members).length < 2) return [];
    const links = members.filter(({ kind }) => kind === 'share-link');
    const wide = [site, ...links];
    const stepsOf = (object: Identity) => stepsAt(work, [...chainOf(work, object, chains), ...wide]);
    const own = { object: site, around: wide, steps: stepsAt(work, wide) };
    const inside = members.flatMap((object): readonly Subject[] => {
      if (object.kind === 'site' || object.kind === 'share-link') return [];
      const chain = chainOf(work, object, chains);
      const steps = stepsOf(object);
      // Without a condition of its own, it has the audience of its container.
      const isPlain = formsOf(work, object).every(({ fields }) => typeof fields.condition !== 'string');
      const above = chain.filter((each) => each !== object && each.kind !== 'site');
      if (isPlain && above.some((each) => isSame(steps, stepsOf(each)))) return [];
      return [{ object, around: [...chain, ...links], steps }];
    });
    return [own, ...inside].filter((subject) => subject.object.id !== '' && id !== '');
  });
}

/** The platform adds a section around the spaces of a flat site, so they have other containers in between. */
function isWrapped({ draft }: Work, site: Identity) {
  return draft.creates.wraps.some(({ container }) => draft.matches.idOf(container) === site.id);
}

const permissions: ReadonlySet<KindName> = new Set(['team-permission', 'member-permission']);
const ofContent: ReadonlySet<KindName> = new Set(['space', 'collection']);
const ofPeople: ReadonlySet<KindName> = new Set(['member', 'team-member']);

/** Spaces and collections that have steps of their own, or around them. */
function memberSubjects(work: Work): readonly Subject[] {
  const touched = new Set(work.all.flatMap(({ effects }) => effects.map(({ kind }) => kind)));
  if (![...ofContent, ...permissions].some((kind) => touched.has(kind))) return [];
  const chains = new Map<string, readonly Identity[]>();
  const granted = groupBy(everyOf(work, permissions), ({ parentId }) => parentId ?? '');
  const people = touched.has('member') || touched.has('team-member') ? everyOf(work, ofPeople) : [];
  const teams = groupBy(people, ({ kind, parentId }) => (kind === 'team-member' ? (parentId ?? '') : ''));
  const organization = everyOf(work, new Set(['organization']));
  return everyOf(work, ofContent).flatMap((object): readonly Subject[] => {
    const chain = chainOf(work, object, chains);
    const grants = chain.flatMap(({ id }) => granted.get(id) ?? []);
    const own = stepsAt(work, [...chain, ...grants]);
    if (own.length === 0 || isEmptyAtFirst(work, object)) return [];
    const inTeams = grants.flatMap(({ kind, id }) =>
      kind === 'team-permission' ? (teams.get(id) ?? teamOf(work, id)) : [],
    );
    const named = new Set([...grants, ...inTeams].map(({ id }) => id));
    const members = [
      ...new Set([...(touched.has('member') ? (teams.get('') ?? []) : []), ...membersNamed(work, named)]),
    ];
    const around = [...chain, ...grants, ...inTeams, ...members, ...organization];
    const steps = stepsAt(work, around);
    const [, ...above] = chain;
    const isPlain = grants.length === above.flatMap(({ id }) => granted.get(id) ?? []).length;
    if (isPlain && above.some((each) => isSame(own, stepsAt(work, chainOf(work, each, chains))))) return [];
    return [{ object, around, steps }];
  });
}

/** A new collection or space without content shows nothing. What is put into it has an audience of its own. */
function isEmptyAtFirst({ draft, ids }: Work, object: Identity) {
  if (liveOf(draft, object) !== undefined) return false;
  const create = draft.steps.get(`${object.id}#create`);
  const isFilled = create !== undefined && ['copyOf', 'template'].some((name) => create.fields[name] !== undefined);
  return ids.idOf(object.id) === object.id && !isFilled;
}

function teamOf({ draft }: Work, id: string): readonly Identity[] {
  return draft.world.liveIn('team-member', id);
}

function membersNamed({ draft }: Work, ids: ReadonlySet<string>): readonly Identity[] {
  return [...ids].flatMap((id) => draft.world.liveObject('member', id) ?? []);
}

/** The ways to join the organization. */
function organizationSubjects(work: Work): readonly Subject[] {
  const kinds: ReadonlySet<KindName> = new Set(['organization', 'link-invite']);
  const around = everyOf(work, kinds);
  const object = around.find(({ kind }) => kind === 'organization');
  const steps = stepsAt(work, around);
  return object === undefined || steps.length < 2 ? [] : [{ object, around, steps }];
}

/** Subjects with more steps are ordered by the effect of each step alone. */
const mostExact = 5;

function orderFor(work: Work, subject: Subject): readonly Window[] {
  const judge = judgeOf(work, subject);
  if (subject.steps.length > mostExact) return orderSingly(work, subject, judge);
  return orderExactly(work, subject, judge);
}

type Judge = (done: readonly Decisive[]) => Audience;

function judgeOf(work: Work, { object, around, steps }: Subject): Judge {
  const lives = around.flatMap((each) => liveOf(work.draft, each) ?? []);
  const keys = new Set([work.keyOf(object), ...around.map(work.keyOf)]);
  const position = new Map(work.all.map((each, at) => [each, at]));
  const known = new Map<string, Audience>();
  return (done) => {
    const sorted = [...done].sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
    const name = sorted.map((each) => steps.indexOf(each)).join();
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const objects = new Map(lives.map((live) => [work.keyOf(live), live]));
    for (const { effects } of sorted)
      for (const effect of effects) {
        const key = work.keyOf(effect);
        if (!keys.has(key)) continue;
        const changed = effect.changed(objects.get(key));
        if (changed === undefined) objects.delete(key);
        else objects.set(key, changed);
      }
    const audience = audienceIn(work, object, [...objects.values()]);
    known.set(name, audience);
    return audience;
  };
}

function audienceIn(
  { draft, isWhole }: Work,
  { kind, id, parentId }: Identity,
  objects: readonly LiveObject[],
): Audience {
  const { shapes, live } = draft.world;
  if (isCircular(draft, objects)) return nobody;
  const state = { ...stateOf({ ...live, lists: [], objects }, shapes), isWhole: isWhole() };
  const object = state.find(kind, id, parentId);
  if (object === undefined) return nobody;
  return { ...audienceOf(state, object), unread: nobody.unread };
}

/** Two groups cannot be inside each other, so no order of the steps leads to this state. */
function isCircular({ world }: Draft, objects: readonly LiveObject[]): boolean {
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
function orderExactly({ draft }: Work, { object, steps }: Subject, judge: Judge): readonly Window[] {
  const ends = [judge([]), judge(steps)];
  const isOpen = (done: readonly Decisive[]) => !isCovered(judge(done), ends);
  const sets = subsetsOf(steps);
  const isPossible = (done: readonly Decisive[]) =>
    done.every(({ step }) => steps.every((other) => done.includes(other) || !waitsFor(draft, step, other.step)));
  const forced: Window[] = [];
  for (const done of sets) {
    if (!isPossible(done) || !isOpen(done)) continue;
    const left = steps.filter((each) => !done.includes(each));
    const pairs = left.flatMap((narrow) => done.map((widen) => ({ narrow, widen })));
    const isFree = ({ narrow, widen }: (typeof pairs)[number]) => !waitsFor(draft, narrow.step, widen.step);
    const closes = ({ narrow }: (typeof pairs)[number]) => !isOpen([...done, narrow]);
    const opens = ({ widen }: (typeof pairs)[number]) => !isOpen(done.filter((each) => each !== widen));
    const free = pairs.filter(isFree);
    const chosen = free.find((pair) => closes(pair) && opens(pair)) ?? free.find(closes) ?? free.find(opens) ?? free[0];
    if (chosen !== undefined) needs(chosen.widen.step, chosen.narrow.step.id);
    else
      forced.push({
        object: { ...identity(object), fields: {} },
        opening: done.map(({ step }) => step),
        closing: left.map(({ step }) => step),
        ways: uncovered(judge(done), ends),
      });
  }
  return forced;
}

function subsetsOf(steps: readonly Decisive[]): readonly (readonly Decisive[])[] {
  return Array.from({ length: 2 ** steps.length - 2 }, (_, at) =>
    steps.filter((_step, bit) => ((at + 1) & (1 << bit)) !== 0),
  );
}

/** Narrowing steps come before widening ones. A step that does both comes in between. */
function orderSingly({ draft }: Work, { steps }: Subject, judge: Judge): readonly Window[] {
  const [none, all] = [judge([]), judge(steps)];
  const rankOf = (each: Decisive) => {
    const [alone, without] = [judge([each]), judge(steps.filter((other) => other !== each))];
    const isWidening = !isCovered(alone, [none]) || !isCovered(all, [without]);
    const isNarrowing = !isCovered(none, [alone]) || !isCovered(without, [all]);
    return isWidening === isNarrowing ? (isWidening ? 1 : undefined) : isWidening ? 2 : 0;
  };
  const ranked = steps.flatMap((each) => {
    const rank = rankOf(each);
    return rank === undefined ? [] : [{ each, rank }];
  });
  for (const later of ranked)
    for (const earlier of ranked)
      if (earlier.rank < later.rank && !waitsFor(draft, earlier.each.step, later.each.step))
        needs(later.each.step, earlier.each.step.id);
  return [];
}
