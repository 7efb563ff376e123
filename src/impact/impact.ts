/** Computes the impact of a plan on readers, access and navigation. */

import { parentIn, type State } from '../audience/state.ts';
import { type Address, byAddress, keyIn, listOf } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import { count } from '../core/count.ts';
import { defined, present } from '../core/defined.ts';
import { type Impact, onWhom, type Redirect, type SiteNavigation, severities } from '../core/impact.ts';
import type { DesiredResource, KindName, Live, LiveObject } from '../core/state.ts';
import { directionOf } from '../kinds/field.ts';
import { naturalKeyFields, shapeOf } from '../kinds/shape.ts';
import { type Change, openingFields, type Step } from '../plan/change.ts';
import { type ForeseenPlan, foreseen, type ImpactInput, joinedIds, sceneOfPlan } from './foreseen.ts';
import {
  concernedBy,
  grantedTo,
  inheritedBy,
  movedSpaces,
  permissionImpact,
  spacesByDefaultOf,
  trashedSpaces,
} from './levels.ts';
import { movedAddresses } from './moved.ts';
import { navigationIn } from './navigation.ts';
import { peopleImpact, reachText, teamImpact, withoutSso } from './people.ts';
import {
  agentsRead,
  audienceOf,
  audienceUnder,
  lostClaims,
  openedByLink,
  shareLinkImpact,
  shownBy,
} from './readers.ts';
import { redirectsIn } from './redirects.ts';
import { about, objectFinder, type Scene, type SceneInput, sceneOf } from './scene.ts';

export interface Meaning {
  /** Readers first, then by severity. */
  readonly impact: readonly Impact[];
  /** Only sites with changes. */
  readonly navigation: readonly SiteNavigation[];
  readonly redirects: readonly Redirect[];
}

/** Also for a blocked plan. */
export function meaningOf({ plan, live, desired, shapes }: ImpactInput): Meaning {
  if (!isMeaningful(plan)) return { impact: [], navigation: [], redirects: [] };
  const { ids, after, scene } = sceneOfPlan({ plan, live, desired, shapes });
  // The effect of objects that wait for a manual step is part of the plan that creates them.
  const people = plan.pending.filter(({ toCreate, waitsFor }) => !toCreate && waitsFor === undefined);
  const objects = new Set(plan.pending.filter((each) => !people.includes(each)).map(({ address }) => address));
  const isOfPerson = (change: Change) => isPending(change) && !objects.has(change.address);
  const [pending, others] = [plan.changes.filter(isOfPerson), plan.changes.filter((change) => !isOfPerson(change))];
  const own = withOpening(scene, others.map(withNulls), found(scene));
  const awaitedPlan = { ...plan, pending: people };
  const awaited =
    pending.length === 0 ? [] : pendingImpact(pending, { plan: awaitedPlan, live: after, desired, shapes, ids });
  return { impact: sorted([...own, ...awaited]), navigation: navigationIn(scene, plan), redirects: redirectsIn(scene) };
}

/** In a plan, no value is known as none. */
function withNulls({ address, kind, fields }: Change) {
  const known = fields.map((field) => ({ ...field, before: field.before ?? null, after: field.after ?? null }));
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
  return asPending(withOpening(scene, changes.map(withNulls), found(scene)), scene);
}

/** Changes without a request can still be high-risk (a lost protection) or pending. */
function isMeaningful({ steps, changes }: ForeseenPlan) {
  return steps.length > 0 || changes.some((change) => isPending(change) || openingFields(change).length > 0);
}

export function impactIn(scene: Scene): readonly Impact[] {
  return sorted(found(scene));
}

function found(scene: Scene): readonly Impact[] {
  const ofSites = [openedFields, shareLinkImpact, movedAddresses, lostClaims];
  const ofPeople = [movedSpaces, trashedSpaces, peopleImpact, teamImpact, permissionImpact];
  return [...ofSites, ...ofPeople].flatMap((impactOf) => impactOf(scene));
}

function sorted(impact: readonly Impact[]): readonly Impact[] {
  return [...impact].sort(byWeight);
}

export function byWeight(a: Impact, b: Impact): number {
  return place(a) - place(b) || byAddress(a, b);
}

function place({ on, severity }: Impact) {
  return (on === 'readers' ? 0 : severities.length) + severities.indexOf(severity);
}

/** The states after the people join, and after their declarations are applied. Both contain earlier accepted declarations. */
function joined({ plan, live, desired, shapes }: ImpactInput) {
  const invited = plan.changes
    .filter(({ action }) => action === 'invite')
    .map(({ address }) => ({ address, isAccepted: false }));
  const accepted = new Map([...invited, ...plan.pending].map(({ address, isAccepted }) => [address, isAccepted]));
  const declared = desired.resources.filter(({ address }) => accepted.has(address));
  const isOfList = ({ kind }: DesiredResource) => shapeOf({ shapes }, kind).bulk === true;
  const [listed, people] = [declared.filter(isOfList), declared.filter((each) => !isOfList(each))];
  const carriedOut = (on: Live, steps: readonly Step[]): Live =>
    foreseen(on, { changes: [], steps, ids: plan.ids }, shapes);
  const stepsOf = (isAccepted: boolean): readonly Step[] => {
    const isOwn = ({ address }: DesiredResource) => accepted.get(address) === isAccepted;
    return [
      ...people
        .filter(isOwn)
        .map(({ address, kind, fields }) => stepOf({ address, kind, operation: 'update', fields })),
      ...[...groupBy(listed.filter(isOwn), ({ address }) => listOf(address))].map(([address, members]) =>
        bulkOf(address, members),
      ),
    ];
  };
  const joining = people.map(({ address, kind, fields }) => {
    const names = naturalKeyFields(shapeOf({ shapes }, kind), fields) ?? [];
    const known = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
    return stepOf({ address, kind, operation: 'create', fields: known });
  });
  const [former, next] = [stepsOf(true), stepsOf(false)];
  const before = carriedOut(live, [...joining, ...former]);
  const own = Object.fromEntries(joining.map(({ address }) => [address, address]));
  const ids = { ...own, ...joinedIds({ steps: [...former, ...next], ids: { ...plan.ids, ...own } }, shapes) };
  return { before, after: carriedOut(before, next), ids };
}

function bulkOf(address: string, members: readonly DesiredResource[]): Step {
  const items = members.map((each) => ({ operation: 'create' as const, address: each.address, fields: each.fields }));
  return stepOf({ address, kind: members[0]?.kind ?? '', operation: 'bulk', fields: {}, items });
}

function stepOf(step: Pick<Step, 'address' | 'kind' | 'operation' | 'fields' | 'items'>): Step {
  return { ...step, id: `${step.address}#${step.operation}`, needs: new Set(), follows: new Set() };
}

/** Equal consequences for several people are merged unless they are high-risk. */
function asPending(impact: readonly Impact[], { after }: Scene): readonly Impact[] {
  const pending = impact.map((each) => pendingOne(each, after.find('member', each.address) !== undefined));
  const groups = groupBy(pending, ({ severity, address, subject, source: _, ...said }) =>
    JSON.stringify(severity === 'high-risk' ? [address, subject, said] : [listOf(address), said]),
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1) return first;
    const who = group.map(({ subject }) => subject).sort();
    return { ...first, address: listOf(first.address), subject: count(group.length, 'person', 'people'), who };
  });
}

/** The role of a new member depends on the invitation. */
function pendingOne({ before, what, ...rest }: Impact, isMember: boolean): Impact {
  const said = isMember && rest.topic === 'role' ? 'new organization role' : what;
  return {
    ...{ ...rest, what: said.startsWith('pending: ') ? said : `pending: ${said}` },
    ...(isMember || before === undefined ? {} : { before }),
  };
}

/** For objects in both states. */
function openedFields(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((before) => {
    const after = scene.after.find(before.kind, before.id, before.parentId);
    return after === undefined || after === before ? [] : fieldsOf(scene, before, after);
  });
}

function fieldsOf(scene: Scene, before: LiveObject, after: LiveObject): readonly Impact[] {
  const on = onWhom(scene.addressOf(after));
  return Object.entries(scene.shapes.get(before.kind)?.fields ?? {}).flatMap(([name, field]): readonly Impact[] => {
    const [was, is] = [before.fields[name], after.fields[name]];
    const direction = directionOf(field, was, is);
    if (direction === undefined) return [];
    return [
      {
        on,
        severity: direction.topic === 'restricted' && !isLockingOut(before.kind, name) ? 'notable' : 'high-risk',
        ...about(scene, after, name),
        field: name,
        ...direction,
        before: was ?? null,
        after: is ?? null,
        ...concerned(scene, before, after, name),
      },
    ];
  });
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

/** Adds the high-risk fields that are missing, and raises the severity of the others. */
export function withOpening(
  scene: Scene,
  changes: readonly OpeningChange[],
  found: readonly Impact[],
): readonly Impact[] {
  const opening = changes.flatMap(({ address, kind, fields = [] }) =>
    openingFields({ fields }).map((field) => ({ ...field, address, kind })),
  );
  const [highRisk, reported] = [new Set(opening.map(matterOf)), new Set(found.map(matterOf))];
  const objectOf = objectFinder(scene.after.live.objects, scene.addressOf);
  return [
    ...found.map((each) => (highRisk.has(matterOf(each)) ? { ...each, severity: 'high-risk' as const } : each)),
    ...opening.flatMap((each): readonly Impact[] => {
      const { address, field, highRisk: what, before, after = null } = each;
      if (reported.has(matterOf(each))) return [];
      const object = objectOf(each);
      return [
        {
          ...{ on: onWhom(address), topic: 'opened', severity: 'high-risk', address, field, what },
          subject: object === undefined ? keyIn(address) : scene.titleOf(object),
          ...defined({ before, after }),
          ...(object?.kind === 'site' && audienceFields.includes(field)
            ? ofSite(scene, object, field)
            : { who: [], details: [] }),
          ...scene.sourceOf(address, field),
        },
      ];
    }),
  ];
}

export function matterOf({ address, field = '' }: Pick<Impact, 'address' | 'field'>): string {
  return `${address} ${field}`;
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
      const team = parentIn(scene.after, after);
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
  const unread = present(isUnread && 'active share links: (unknown: not read by docform)');
  return { who: audienceOf(site), details: [...shownBy(scene, site), ...agentsRead(site), ...unread] };
}

function siteOf(state: State, object: LiveObject) {
  for (let at: LiveObject | undefined = object; at !== undefined; at = parentIn(state, at))
    if (at.kind === 'site') return at;
  return undefined;
}
