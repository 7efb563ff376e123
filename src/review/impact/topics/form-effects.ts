/** The effects of a flat site that becomes sectioned, or the reverse. Its root URL and its navigation depend on all changes of its structure. */
import { type State, sitesIn } from '../../../access/audience/state.ts';
import { isWithin } from '../../../core/address.ts';
import { itemKindsIn, shapeOf } from '../../../kinds/shape.ts';
import type { Change } from '../../../plan/result/change.ts';
import type { CausedEffect } from '../../../plan/result/part.ts';
import type { Scene } from '../simulation/scene.ts';

/** Of sites that exist before and after. */
export function formEffects(scene: Scene, changes: readonly Change[]): readonly CausedEffect[] {
  const { before, after, shapes, addressOf } = scene;
  return sitesIn(before).flatMap((site) => {
    const shape = shapeOf({ shapes }, site.kind);
    const { wraps } = shape;
    if (wraps === undefined || after.find(site.kind, site.id) === undefined) return [];
    const isSectioned = ({ childrenOf }: State) => childrenOf(wraps.wrapper, site.id).length > 0;
    if (isSectioned(before) === isSectioned(after)) return [];
    const address = addressOf(site);
    const kinds = new Set(itemKindsIn(shape, shapes).map(({ name }) => name));
    const inside = changes.filter((change) => kinds.has(change.kind) && isWithin(change.address, address));
    return [
      {
        effect: { what: 'form', address, id: site.id, after: isSectioned(after) },
        causes: inside.map((change) => change.address),
      },
    ];
  });
}
