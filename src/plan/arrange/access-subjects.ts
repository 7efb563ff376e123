/** Finds the objects whose audience depends on the order of steps, and what decides the audience of each. */
import { groupBy } from '../../core/compare.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { placeField, shapeOf } from '../../kinds/shape.ts';
import type { Identity } from '../steps/access/access-effects.ts';
import { type Decisive, presentObject, type Work } from '../steps/access/access-steps.ts';

/** A judged object, the objects that decide its audience, and the steps that change these. */
export interface Subject {
  readonly object: Identity;
  readonly around: readonly Identity[];
  readonly steps: readonly Decisive[];
}

const ofSites: ReadonlySet<KindName> = new Set([
  'site',
  'section',
  'section-group',
  'external-link',
  'site-space',
  'share-link',
]);

export function findSubjects(work: Work): readonly Subject[] {
  return [...siteSubjects(work), ...memberSubjects(work), ...organizationSubjects(work)].filter(
    ({ steps }) => steps.length > 1,
  );
}

/** The object now, and after each of its steps. */
function formsOfObject(work: Work, object: Identity): readonly LiveObject[] {
  const before = presentObject(work.draft, object);
  const forms = [before];
  for (const { effects } of work.at.get(work.keyOf(object)) ?? [])
    for (const effect of effects)
      if (work.keyOf(effect) === work.keyOf(object)) forms.push(effect.changed(before), effect.changed(forms.at(-1)));
  return forms.filter((each) => each !== undefined);
}

/** All objects of a kind now or after some steps. */
function objectsOfKinds(work: Work, kinds: ReadonlySet<KindName>): readonly Identity[] {
  const found = new Map<string, Identity>();
  for (const live of work.draft.world.live.objects)
    if (kinds.has(live.kind) && !live.isDeleted) found.set(work.keyOf(live), live);
  for (const { effects } of work.all)
    for (const effect of effects)
      if (kinds.has(effect.kind) && !found.has(work.keyOf(effect))) found.set(work.keyOf(effect), effect);
  return [...found.values()];
}

/** The object, and everything around it now or after the steps: parents, groups and collections. */
function objectWithContainers(
  work: Work,
  object: Identity,
  chains: Map<string, readonly Identity[]>,
): readonly Identity[] {
  const key = work.keyOf(object);
  const known = chains.get(key);
  if (known !== undefined) return known;
  chains.set(key, [object]);
  const { shapes } = work.draft.world;
  const above = formsOfObject(work, object).flatMap(({ parentId, fields }): readonly Identity[] => {
    const shape = shapeOf(work.draft.world, object.kind);
    const place = placeField(shape);
    const type = place === undefined ? undefined : shape.fields[place]?.type;
    const id = place === undefined ? undefined : fields[place];
    const holder =
      type?.is === 'ref' && typeof id === 'string'
        ? [{ kind: type.to, id, parentId: shapes.get(type.to)?.parents ? parentId : null }]
        : [];
    const parents = parentId === null ? [] : (shape.parents ?? []).flatMap((kind) => parentChain(work, kind, parentId));
    return [...holder, ...parents];
  });
  const all = new Map(
    [object, ...above.flatMap((each) => objectWithContainers(work, each, chains))].map((each) => [
      work.keyOf(each),
      each,
    ]),
  );
  const chain = [...all.values()];
  chains.set(key, chain);
  return chain;
}

/** The parent, with its own parent. */
function parentChain(work: Work, kind: KindName, id: string): readonly Identity[] {
  const live = work.draft.world.live.objects.length === 0 ? undefined : work.draft.world.liveObject(kind, id);
  if (live !== undefined) return [live];
  const made = work.at
    .get(work.keyOf({ kind, id, parentId: null }))?.[0]
    ?.effects.find((effect) => effect.kind === kind && effect.id === id);
  return made === undefined ? [] : [made];
}

function stepsOfObjects(work: Work, objects: readonly Identity[]): readonly Decisive[] {
  return [...new Set(objects.flatMap((object) => work.at.get(work.keyOf(object)) ?? []))];
}

function hasSameSteps(one: readonly Decisive[], other: readonly Decisive[]) {
  return one.length === other.length && one.every((each) => other.includes(each));
}

/** Per site: the site, and each item that has steps of its own. */
function siteSubjects(work: Work): readonly Subject[] {
  const isTouched = work.all.some(({ effects }) => effects.some(({ kind }) => ofSites.has(kind)));
  if (!isTouched) return [];
  const chains = new Map<string, readonly Identity[]>();
  const siteOfObject = (object: Identity) =>
    objectWithContainers(work, object, chains).find(({ kind }) => kind === 'site');
  const items = groupBy(objectsOfKinds(work, ofSites), (object) => siteOfObject(object)?.id ?? '');
  return [...items].flatMap(([id, members]): readonly Subject[] => {
    const site = members.find(({ kind }) => kind === 'site');
    // Nobody can read a new site before the step that publishes it, which comes last.
    if (site === undefined || presentObject(work.draft, site) === undefined) return [];
    const isJudged = getsWrapper(work, site) ? ({ id }: Identity) => isCreatedByPlan(work, id) : () => true;
    if (stepsOfObjects(work, members).length < 2) return [];
    const links = members.filter(({ kind }) => kind === 'share-link');
    const wide = [site, ...links];
    const stepsDecidingAudience = (object: Identity) =>
      stepsOfObjects(work, [...objectWithContainers(work, object, chains), ...wide]);
    const own = { object: site, around: wide, steps: stepsOfObjects(work, wide) };
    const inside = members.flatMap((object): readonly Subject[] => {
      if (object.kind === 'site' || object.kind === 'share-link' || !isJudged(object)) return [];
      const chain = objectWithContainers(work, object, chains);
      const steps = stepsDecidingAudience(object);
      // Without a condition of its own, it has the audience of its container.
      const isPlain = formsOfObject(work, object).every(({ fields }) => typeof fields.condition !== 'string');
      const above = chain.filter((each) => work.keyOf(each) !== work.keyOf(object) && each.kind !== 'site');
      if (isPlain && above.some((each) => hasSameSteps(steps, stepsDecidingAudience(each)))) return [];
      return [{ object, around: [...chain, ...links], steps }];
    });
    return [own, ...inside].filter((subject) => subject.object.id !== '' && id !== '');
  });
}

/** Items that the plan creates. In a flat site that gets sections, the platform puts a section around the others. */
function isCreatedByPlan({ draft }: Work, address: string) {
  const isFirst = [...draft.creates.companions.values()].some((along) =>
    along.some((each) => each.address === address && each.role === 'first'),
  );
  return isFirst || draft.steps.has(`${address}#create`);
}

function getsWrapper({ draft }: Work, site: Identity) {
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
  const granted = groupBy(objectsOfKinds(work, permissions), ({ parentId }) => parentId ?? '');
  const people = touched.has('member') || touched.has('team-member') ? objectsOfKinds(work, ofPeople) : [];
  const teams = groupBy(people, ({ kind, parentId }) => (kind === 'team-member' ? (parentId ?? '') : ''));
  const organization = objectsOfKinds(work, new Set(['organization']));
  return objectsOfKinds(work, ofContent).flatMap((object): readonly Subject[] => {
    const chain = objectWithContainers(work, object, chains);
    const grants = chain.flatMap(({ id }) => granted.get(id) ?? []);
    const own = stepsOfObjects(work, [...chain, ...grants]);
    if (own.length === 0 || isEmptyAtFirst(work, object)) return [];
    const inTeams = grants.flatMap(({ kind, id }) =>
      kind === 'team-permission' ? (teams.get(id) ?? membersOfTeam(work, id)) : [],
    );
    const named = new Set([...grants, ...inTeams].map(({ id }) => id));
    const members = [
      ...new Set([...(touched.has('member') ? (teams.get('') ?? []) : []), ...membersById(work, named)]),
    ];
    const around = [...chain, ...grants, ...inTeams, ...members, ...organization];
    const steps = stepsOfObjects(work, around);
    const [, ...above] = chain;
    const isPlain = grants.length === above.flatMap(({ id }) => granted.get(id) ?? []).length;
    if (
      isPlain &&
      above.some((each) => hasSameSteps(own, stepsOfObjects(work, objectWithContainers(work, each, chains))))
    )
      return [];
    return [{ object, around, steps }];
  });
}

/** A new collection or space without content shows nothing. What is put into it has an audience of its own. */
function isEmptyAtFirst({ draft, ids }: Work, object: Identity) {
  // Also in the trash.
  if (draft.world.liveObject(object.kind, object.id, object.parentId) !== undefined) return false;
  const create = draft.steps.get(`${object.id}#create`);
  const isFilled = create !== undefined && ['copyOf', 'template'].some((name) => create.fields[name] !== undefined);
  return ids.idOf(object.id) === object.id && !isFilled;
}

function membersOfTeam({ draft }: Work, id: string): readonly Identity[] {
  return draft.world.liveIn('team-member', id);
}

function membersById({ draft }: Work, ids: ReadonlySet<string>): readonly Identity[] {
  return [...ids].flatMap((id) => draft.world.liveObject('member', id) ?? []);
}

/** The ways to join the organization. */
function organizationSubjects(work: Work): readonly Subject[] {
  const kinds: ReadonlySet<KindName> = new Set(['organization', 'link-invite']);
  const around = objectsOfKinds(work, kinds);
  const object = around.find(({ kind }) => kind === 'organization');
  const steps = stepsOfObjects(work, around);
  return object === undefined || steps.length < 2 ? [] : [{ object, around, steps }];
}
