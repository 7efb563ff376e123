/** What a plan means to readers, and to who can do what: computed from the plan, the configuration and what was read. Pure. */
import { byAddress } from '../core/address.ts';
import { type Impact, severities } from '../core/impact.ts';
import type { SiteNavigation } from '../core/navigation.ts';
import type { Redirect } from '../core/redirect.ts';
import type { Desired, Live } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { openingFields } from '../plan/change.ts';
import { type ForeseenPlan, foreseen, joinedIds } from './foreseen.ts';
import { movedSpaces, trashedSpaces } from './levels.ts';
import { lostClaims } from './lost-claims.ts';
import { movedAddresses } from './moved.ts';
import { navigationIn } from './navigation.ts';
import { openedFields, withOpening } from './opened.ts';
import { peopleImpact } from './people.ts';
import { shareLinkImpact } from './readers.ts';
import { redirectsIn } from './redirects.ts';
import { type Scene, sceneOf } from './scene.ts';
import { teamImpact } from './teams.ts';

export interface ImpactInput {
  readonly plan: ForeseenPlan;
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

export interface Meaning {
  /** Readers first, and of each the severe first. */
  readonly impact: readonly Impact[];
  /** Of the sites whose navigation it touches. */
  readonly navigation: readonly SiteNavigation[];
  /** Where the addresses lead that readers know by now. */
  readonly redirects: readonly Redirect[];
}

/** What applying it would mean; also of a plan that is blocked. */
export function meaningOf({ plan, live, desired, shapes }: ImpactInput): Meaning {
  if (!isMeaningful(plan)) return { impact: [], navigation: [], redirects: [] };
  const ids = { ...plan.ids, ...joinedIds(plan, shapes) };
  const scene = sceneOf({ before: live, after: foreseen(live, plan, shapes), desired, ids, shapes });
  const impact = sorted(withOpening(scene, plan, found(scene)));
  return { impact, navigation: navigationIn(scene, plan), redirects: redirectsIn(scene) };
}

/** What sends nothing changes nothing; but what becomes of it may be severe all the same (what is no longer protected). */
function isMeaningful({ steps, changes }: ForeseenPlan): boolean {
  return steps.length > 0 || changes.some((change) => openingFields(change).length > 0);
}

/** The same of any two states. */
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

/** Readers first, and of each the most severe first. */
export function byWeight(a: Impact, b: Impact): number {
  return place(a) - place(b) || byAddress(a, b);
}

function place({ on, severity }: Impact): number {
  return (on === 'readers' ? 0 : severities.length) + severities.indexOf(severity);
}
