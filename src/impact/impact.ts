/** What a plan means to readers, and to who can do what: computed from the plan, the configuration and what was read. Pure. */
import { byAddress } from '../core/address.ts';
import { type Impact, severities } from '../core/impact.ts';
import type { Desired, Live } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type ForeseenPlan, foreseen } from './foreseen.ts';
import { movedSpaces } from './levels.ts';
import { openedFields } from './opened.ts';
import { type Scene, sceneOf } from './scene.ts';
import { shareLinkImpact } from './share-links.ts';

export interface ImpactInput {
  readonly plan: ForeseenPlan;
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

/** What applying it would mean; also of a plan that is blocked. Readers first, and of each the severe first. */
export function impactOf({ plan, live, desired, shapes }: ImpactInput): readonly Impact[] {
  return impactIn(sceneOf({ before: live, after: foreseen(live, plan, shapes), desired, ids: plan.ids, shapes }));
}

export function impactIn(scene: Scene): readonly Impact[] {
  const found = [...openedFields(scene), ...shareLinkImpact(scene), ...movedSpaces(scene)];
  return found.sort((a, b) => place(a) - place(b) || byAddress(a, b));
}

function place({ on, severity }: Impact): number {
  return (on === 'readers' ? 0 : severities.length) + severities.indexOf(severity);
}
