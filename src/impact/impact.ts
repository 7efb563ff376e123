/** Computes the impact of a plan on readers, access and navigation. */
import { byAddress } from '../core/address.ts';
import { type Impact, severities } from '../core/impact.ts';
import type { SiteNavigation } from '../core/navigation.ts';
import type { Redirect } from '../core/redirect.ts';
import type { Desired, Live } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type Change, openingFields, type Plan } from '../plan/change.ts';
import { type ForeseenPlan, foreseen, joinedIds } from './foreseen.ts';
import { movedSpaces, trashedSpaces } from './levels.ts';
import { lostClaims } from './lost-claims.ts';
import { movedAddresses } from './moved.ts';
import { navigationIn } from './navigation.ts';
import { openedFields, withOpening } from './opened.ts';
import { asPending, joined } from './pending.ts';
import { peopleImpact } from './people.ts';
import { shareLinkImpact } from './readers.ts';
import { redirectsIn } from './redirects.ts';
import { type Scene, type SceneInput, sceneOf } from './scene.ts';
import { teamImpact } from './teams.ts';

export interface ImpactInput {
  readonly plan: ForeseenPlan & Pick<Plan, 'pending'>;
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

export interface Meaning {
  /** Readers first, then by severity. */
  readonly impact: readonly Impact[];
  /** Only sites with changes. */
  readonly navigation: readonly SiteNavigation[];
  /** Redirects from the URLs before the plan. */
  readonly redirects: readonly Redirect[];
}

/** Also for a blocked plan. */
export function meaningOf({ plan, live, desired, shapes }: ImpactInput): Meaning {
  if (!isMeaningful(plan)) return { impact: [], navigation: [], redirects: [] };
  const ids = { ...plan.ids, ...joinedIds(plan, shapes) };
  const after = foreseen(live, plan, shapes);
  const scene = sceneOf({ before: live, after, desired, ids, shapes });
  const [pending, others] = [plan.changes.filter(isPending), plan.changes.filter((change) => !isPending(change))];
  const own = withOpening(scene, { changes: others }, found(scene));
  const awaited = pending.length === 0 ? [] : pendingImpact(pending, { plan, live: after, desired, shapes, ids });
  return { impact: sorted([...own, ...awaited]), navigation: navigationIn(scene, plan), redirects: redirectsIn(scene) };
}

function isPending({ action }: Pick<Change, 'action'>): boolean {
  return action === 'pending';
}

type Awaited = ImpactInput & Pick<SceneInput, 'ids'>;

/** `live`: after the plan. */
function pendingImpact(changes: readonly Change[], { plan, live, desired, shapes, ids }: Awaited): readonly Impact[] {
  const { ids: own, ...states } = joined({ plan, live, desired, shapes });
  const scene = sceneOf({ ...states, desired, ids: { ...ids, ...own }, shapes });
  return asPending(withOpening(scene, { changes }, found(scene)), scene);
}

/** Changes without a request can still be high-risk (a lost protection) or pending. */
function isMeaningful({ steps, changes }: ForeseenPlan): boolean {
  return steps.length > 0 || changes.some((change) => isPending(change) || openingFields(change).length > 0);
}

export function impactIn(scene: Scene): readonly Impact[] {
  return sorted(found(scene));
}

function found(scene: Scene): readonly Impact[] {
  const ofSites = [...openedFields(scene), ...shareLinkImpact(scene), ...movedAddresses(scene), ...lostClaims(scene)];
  return [...ofSites, ...movedSpaces(scene), ...trashedSpaces(scene), ...peopleImpact(scene), ...teamImpact(scene)];
}

function sorted(impact: readonly Impact[]): readonly Impact[] {
  return [...impact].sort(byWeight);
}

export function byWeight(a: Impact, b: Impact): number {
  return place(a) - place(b) || byAddress(a, b);
}

function place({ on, severity }: Impact): number {
  return (on === 'readers' ? 0 : severities.length) + severities.indexOf(severity);
}
