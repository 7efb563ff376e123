/** Computes the impact of a plan on readers, access and navigation. */

import { abilityPhrase } from '../../access/audience/ability.ts';
import { mayBePublished } from '../../access/audience/of-object.ts';
import { parentOf, type State, sitesIn } from '../../access/audience/state.ts';
import { type Address, byAddress, keyIn, topLevelAddress } from '../../core/address.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { type Impact, type ImpactTopic, type Redirect, severities, whoNotices } from '../../core/impact.ts';
import type { SiteNavigation } from '../../core/navigation.ts';
import { isReference, type KindName, type LiveObject } from '../../core/state.ts';
import { exposureDecidingPart, exposureDirection, isNotReturned } from '../../kinds/field.ts';
import type { Change, FieldChange } from '../../plan/result/change.ts';
import type { CausedEffect } from '../../plan/result/part.ts';
import { highRiskFields } from '../../plan/result/severity.ts';
import type { DriftEntry } from '../drift/entry.ts';
import { asIntended } from './as-intended.ts';
import { isJudged } from './judged-fields.ts';
import { navigationIn } from './navigation.ts';
import { redirectsIn } from './redirects.ts';
import { impactKey, marksOf, withRisks } from './risk-marks.ts';
import { type ForeseenPlan, type ImpactInput, sceneOfPlan } from './simulation/foreseen.ts';
import { about, objectFinder, type Scene, type SceneInput, sceneOf } from './simulation/scene.ts';
import { asPending } from './topics/as-pending.ts';
import { growthIn } from './topics/causes.ts';
import { dataLossImpact } from './topics/data-loss.ts';
import { effectsIn } from './topics/effects.ts';
import type { Growth, GrowthCause, Originals } from './topics/growth.ts';
import {
  concernedBy,
  grantedTo,
  inheritedBy,
  inPlace,
  levelOf,
  movedSpaces,
  permissionImpact,
  spacesByDefaultOf,
  trashedSpaces,
} from './topics/levels.ts';
import { movedAddresses } from './topics/moved.ts';
import { joined } from './topics/pending.ts';
import { peopleImpact, reachText, teamImpact } from './topics/people.ts';
import {
  agentsNote,
  audienceOf,
  audienceUnder,
  lostClaims,
  openedByLink,
  shareLinkImpact,
  shownBy,
} from './topics/readers.ts';
import { unsetImpact } from './topics/unset.ts';
import { windowImpact } from './topics/windows.ts';
import { withoutSso } from './topics/without-sso.ts';

interface Meaning {
  /** Of the plan, with the fields that make an audience grow. */
  readonly changes: readonly Change[];
  /** Readers first, then by severity. */
  readonly impact: readonly Impact[];
  /** Only sites with changes. */
  readonly navigation: readonly SiteNavigation[];
  readonly redirects: readonly Redirect[];
  /** The effects that an approval covers. `names`: other names for ids. */
  readonly effects: (names?: ReadonlyMap<string, string>) => readonly CausedEffect[];
}

/** Also for a blocked plan. */
export function meaningOf(input: ImpactInput): Meaning {
  const { plan, live, desired, shapes } = input;
  if (!isMeaningful(plan))
    return { changes: plan.changes, impact: [], navigation: [], redirects: [], effects: () => [] };
  const { ids, after, scene } = sceneOfPlan(input);
  // The effect of objects that wait for a manual step is part of the plan that creates them.
  const people = plan.pending.filter(
    ({ toCreate, synced, waitsFor }) => !toCreate && !synced && waitsFor === undefined,
  );
  const objects = new Set(plan.pending.filter((each) => !people.includes(each)).map(({ address }) => address));
  const isOfPerson = (change: Change) => isPending(change) && !objects.has(change.address);
  const [pending, direct] = [plan.changes.filter(isOfPerson), plan.changes.filter((change) => !isOfPerson(change))];
  const own = impactWith(scene, direct.map(withNulls), originalsIn(plan));
  const awaitedPlan = { ...plan, pending: people };
  const awaited =
    pending.length === 0 ? [] : pendingImpact(pending, { plan: awaitedPlan, live: after, desired, shapes, ids });
  const windows = markUnpublished(scene, windowImpact(scene, plan.changes, plan.windows));
  const unset = unsetOf({ plan, live, desired, shapes, ids });
  const isUnset = new Set(unset.map(impactKey));
  const others = own.filter((each) => !isUnset.has(impactKey(each)));
  const impact = sorted([...others, ...awaited, ...windows, ...unset]);
  const marks = { grown: growthMarks([...own, ...awaited]), open: marksOf(plan.windows ?? []), unset: marksOf(unset) };
  const changes = withRisks(plan.changes, (change, field) => {
    const matter = { address: change.address, field: field.field };
    return marks.unset(matter) ?? marks.grown(change, field) ?? marks.open(matter);
  });
  return {
    changes,
    impact,
    navigation: navigationIn(scene, plan),
    redirects: redirectsIn(scene),
    effects: (names) => effectsIn(scene, plan.changes, impact, names),
  };
}

/** From the state that an earlier apply intended to the current one. */
function unsetOf({ plan, live, desired, shapes, ids }: Awaited): readonly Impact[] {
  const { unset = [] } = plan;
  if (unset.length === 0) return [];
  const scene = sceneOf({ before: asIntended(live, unset, shapes), after: live, desired, ids, shapes });
  return unsetImpact(scene, unset);
}

/** Whether the effect makes an audience grow, or has the risk of its field. */
function isGrowing({ severity, audience, topic }: Impact) {
  return severity === 'high-risk' && (audience !== undefined || !losing.includes(topic));
}

/** The growth of audiences decides about the fields whose risk it is. Other fields keep their mark. */
function growthMarks(impact: readonly Impact[]) {
  const markOf = marksOf(impact.filter(isGrowing));
  return (
    { address, kind }: Pick<Change, 'address' | 'kind'>,
    { field, highRisk }: Pick<FieldChange, 'field' | 'highRisk'>,
  ) => (isJudged(kind, field) ? markOf({ address, field }) : highRisk);
}

export function markedDrift(impact: readonly Impact[], entries: readonly DriftEntry[]): readonly DriftEntry[] {
  return withRisks(entries, growthMarks(impact));
}

/** Topics of effects that take access away. */
const losing: readonly ImpactTopic[] = ['restricted', 'unreadable', 'removed', 'leaves', 'data'];

/** In a plan, no value is known as none, except values that the platform does not return. */
function withNulls({ address, kind, fields }: Change) {
  const known = fields.map(({ before, after, ...field }) => ({
    ...field,
    ...(field.isNotReturned ? {} : { before: before ?? null }),
    after: after ?? null,
  }));
  return { address, kind, fields: known };
}

function isPending({ action }: Pick<Change, 'action'>) {
  return action === 'pending' || action === 'invite';
}

type Awaited = ImpactInput & Pick<SceneInput, 'ids'>;

/** `live`: after the plan. */
function pendingImpact(changes: readonly Change[], { plan, live, desired, shapes, ids }: Awaited): readonly Impact[] {
  const { ids: own, ...states } = joined({ plan, live, desired, shapes });
  const scene = sceneOf({ ...states, desired, ids: { ...ids, ...own }, shapes });
  return asPending(impactWith(scene, changes.map(withNulls)), scene);
}

/** Changes without a request can still be high-risk (a lost protection) or pending. */
function isMeaningful({ steps, changes, unset }: ForeseenPlan) {
  return (
    steps.length > 0 ||
    unset !== undefined ||
    changes.some((change) => isPending(change) || highRiskFields(change).length > 0)
  );
}

/** Spaces that the plan copies. The copy has its address as id. */
function originalsIn({ steps, ids }: ForeseenPlan): Originals {
  const copies = steps.flatMap(({ operation, kind, address, fields: { copyOf } }) => {
    if (operation !== 'create' || kind !== 'space' || copyOf === undefined) return [];
    return [[address, isReference(copyOf) ? (ids[copyOf.ref] ?? copyOf.ref) : String(copyOf)] as const];
  });
  return new Map(copies);
}

/** `changes`: of a plan, or drift, whose high-risk fields need no object on the platform. */
export function impactWith(scene: Scene, changes: readonly OpeningChange[], originals?: Originals): readonly Impact[] {
  const growth = growthIn(scene, originals);
  const ofSites = [openedFields, shareLinkImpact, movedAddresses, lostClaims];
  const ofPeople = [movedSpaces, trashedSpaces, peopleImpact, teamImpact, permissionImpact, dataLossImpact];
  const found = [...ofSites, ...ofPeople].flatMap((impactOf) => impactOf(scene, growth));
  return markUnpublished(scene, withOpening(scene, growth, changes, found));
}

function markUnpublished(scene: Scene, impact: readonly Impact[]): readonly Impact[] {
  const sites = [...sitesIn(scene.before), ...sitesIn(scene.after)];
  const published = new Set(sites.filter(mayBePublished).map(scene.addressOf));
  const unpublished = new Set(sites.map(scene.addressOf).filter((site) => !published.has(site)));
  return impact.map((each) =>
    each.on === 'readers' && unpublished.has(topLevelAddress(each.address)) ? { ...each, isUnpublished: true } : each,
  );
}

function sorted(impact: readonly Impact[]): readonly Impact[] {
  return [...impact].sort(byWeight);
}

export function byWeight(a: Impact, b: Impact): number {
  return place(a) - place(b) || byAddress(a, b);
}

/** Effects on unpublished sites come after those that readers notice at once. */
function place({ on, severity, isUnpublished }: Impact) {
  const part = on === 'people' ? 2 : isUnpublished ? 1 : 0;
  return part * severities.length + severities.indexOf(severity);
}

/** For objects in both states. */
function openedFields(scene: Scene, growth: Growth): readonly Impact[] {
  return scene.before.live.objects.flatMap((before) => {
    const after = scene.after.find(before.kind, before.id, before.parentId);
    return after === undefined || after === before ? [] : fieldsOf(scene, growth, before, after);
  });
}

function fieldsOf(scene: Scene, growth: Growth, before: LiveObject, after: LiveObject): readonly Impact[] {
  const on = whoNotices(scene.addressOf(after));
  return Object.entries(scene.shapes.get(before.kind)?.fields ?? {}).flatMap(([name, field]): readonly Impact[] => {
    const [was, is] = [before.fields[name], after.fields[name]];
    const judged = isJudged(before.kind, name);
    const { exposure } = field;
    const found = exposureDirection(field, was, is);
    const [had, has] = [levelOf(scene.before, before, was), levelOf(scene.after, after, is)];
    const words = exposure?.wordsBetween?.(had, has) ?? exposure;
    const isNarrowed = judged && growth.isNarrowed(after) && !growth.isCause(after, name);
    if (found === undefined || words === undefined) return [];
    const topic = isNarrowed ? 'restricted' : found.topic;
    const isHighRisk =
      topic === 'restricted' ? isLockingOut(before.kind, name) : !judged || growth.isCause(after, name);
    return [
      {
        on,
        severity: isHighRisk ? 'high-risk' : 'notable',
        ...about(scene, after, name),
        field: name,
        topic,
        what: inPlace(scene, after, topic === 'opened' ? words.widens : words.restricts),
        ...(isNotReturned(field, was) ? {} : { before: exposureDecidingPart(field, was ?? null) }),
        after: exposureDecidingPart(field, is ?? null),
        ...audienceIf(judged && growth.isCause(after, name), growth, after, name),
        ...concerned(scene, before, after, name),
      },
    ];
  });
}

function audienceIf(isCause: boolean, { pairOf }: Growth, object: LiveObject, field: string): Pick<Impact, 'audience'> {
  return withoutUndefined({ audience: isCause ? pairOf(object, field) : undefined });
}

/** Members without single sign-on lose access, and readers of an unpublished site lose all of it. */
function isLockingOut(kind: KindName, field: string) {
  return (kind === 'organization' && field === 'sso') || (kind === 'site' && field === 'published');
}

/** A change of a plan, or drift. */
interface OpeningChange {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing `before`: unknown. */
  readonly fields?: readonly (Pick<Impact, 'before' | 'after'> & {
    readonly field: string;
    readonly highRisk?: string;
  })[];
}

/** Adds the causes of grown audiences and the other high-risk fields that are missing, and raises the severity of the latter. */
function withOpening(
  scene: Scene,
  growth: Growth,
  changes: readonly OpeningChange[],
  found: readonly Impact[],
): readonly Impact[] {
  const all = changes.flatMap(({ address, kind, fields = [] }) => fields.map((field) => ({ ...field, address, kind })));
  const opening = highRiskFields({ fields: all });
  const highRisk = new Set(opening.filter(({ kind, field }) => !isJudged(kind, field)).map(impactKey));
  const reported = new Set(found.map(impactKey));
  const objectOf = objectFinder(scene.after.live.objects, scene.addressOf);
  const stated = new Map(all.map((each) => [impactKey(each), each]));
  const missing = growth.causes.flatMap((cause) => {
    const matter = impactKey({ address: scene.addressOf(cause.object), field: cause.field });
    return reported.has(matter) ? [] : [causeImpact(scene, growth, cause, stated.get(matter))];
  });
  return [
    ...found.map((each) => (highRisk.has(impactKey(each)) ? { ...each, severity: 'high-risk' as const } : each)),
    ...missing,
    ...growth.impact,
    ...opening.flatMap((each): readonly Impact[] => {
      const { address, kind, field, highRisk: what, before, after = null } = each;
      if (reported.has(impactKey(each))) return [];
      const object = objectOf(each);
      const isJudgedAlone = isJudged(kind, field);
      // Nobody can read a new site before it is published.
      if (isJudgedAlone && (object?.kind !== 'site' || mayBePublished(object))) return [];
      return [
        {
          on: whoNotices(address),
          topic: 'opened',
          address,
          field,
          what,
          severity: isJudgedAlone ? 'notable' : 'high-risk',
          subject: object === undefined ? keyIn(address) : scene.subjectOf(object),
          ...withoutUndefined({ before, after }),
          ...(object !== undefined && isJudgedAlone ? ofSite(scene, object, field) : { who: [], details: [] }),
          ...scene.sourceOf(address, field),
        },
      ];
    }),
  ];
}

/** A field of a new object, or a new container. `stated`: the change of the plan, or drift. */
function causeImpact(
  scene: Scene,
  growth: Growth,
  { object, field, gained }: GrowthCause,
  stated: Pick<Impact, 'before' | 'after'> | undefined,
): Impact {
  const former = scene.before.find(object.kind, object.id, object.parentId);
  // A new container has no words of its own.
  const fields = scene.shapes.get(object.kind)?.fields ?? {};
  const { exposure } = [fields[field], fields.defaultLevel, fields.draft].find((each) => each?.exposure) ?? {};
  const what =
    exposure?.wordsBetween === undefined ? exposure?.widens : `more people can ${abilityPhrase(gained)} its content`;
  const values = stated ?? { before: former?.fields[field], after: object.fields[field] };
  const [before, after] = [values.before, values.after];
  return {
    on: whoNotices(scene.addressOf(object)),
    topic: 'opened',
    severity: 'high-risk',
    ...about(scene, object, field),
    field,
    what: inPlace(scene, object, what ?? 'more people can read it'),
    ...(before === undefined && after === undefined ? {} : { before: before ?? null, after: after ?? null }),
    ...audienceIf(true, growth, object, field),
    ...concerned(scene, former ?? object, object, field),
  };
}

function concerned(
  scene: Scene,
  before: LiveObject,
  after: LiveObject,
  field: string,
): Pick<Impact, 'who' | 'details'> {
  if (scene.shapes.get(after.kind)?.itemWord !== undefined) {
    const site = siteOf(scene.after, after);
    return { who: site === undefined ? [] : audienceUnder(site, after.fields[field]), details: shownBy(scene, after) };
  }
  switch (after.kind) {
    case 'site':
      return ofSite(scene, field === 'published' && after.fields.published === false ? before : after, field);
    case 'share-link':
      return openedByLink(scene, after);
    case 'collection':
    case 'space': {
      if (field === 'editMode') return { who: ['members who can edit it'], details: [] };
      const { who, details } = concernedBy(scene, before, after);
      const spaces = after.kind === 'collection' ? spacesByDefaultOf(scene, after) : [];
      return { who, details: [...inheritedBy(scene, before, after), ...spaces, ...details] };
    }
    case 'team-permission':
    case 'member-permission':
      return grantedTo(scene, after);
    case 'team-member': {
      const team = parentOf(scene.after, after);
      return { who: [], details: team === undefined ? [] : [`team: ${scene.titleOf(team)}`] };
    }
    case 'member':
      return { who: [], details: reachText(scene, before, after) };
    case 'organization':
      return field === 'sso' && after.fields.sso === true ? withoutSso(scene) : { who: [], details: [] };
    default:
      return { who: [], details: [] };
  }
}

const audienceFields: readonly string[] = ['visibility', 'published'];

function ofSite(scene: Scene, site: LiveObject, field: string): Pick<Impact, 'who' | 'details'> {
  if (field === 'agentsContext') return { who: ['AI agents'], details: shownBy(scene, site) };
  if (field === 'defaultLevel') return { who: ['members without a permission of their own'], details: [] };
  if (!audienceFields.includes(field)) return { who: audienceOf(site), details: [] };
  // Share links may be undeclared.
  const isUnread = site.fields.visibility === 'share-link' && !scene.after.isWhole('share-link', site.id);
  const unread = withoutMissing(isUnread && 'active share links: (unknown: not read by docform)');
  return { who: audienceOf(site), details: [...shownBy(scene, site), ...agentsNote(site), ...unread] };
}

function siteOf(state: State, object: LiveObject) {
  for (let at: LiveObject | undefined = object; at !== undefined; at = parentOf(state, at))
    if (at.kind === 'site') return at;
  return undefined;
}
