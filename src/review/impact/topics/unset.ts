/** The effect of restrictions that an earlier apply did not set. */
import type { Unset } from '../../../core/exposed.ts';
import { type Impact, whoNotices } from '../../../core/impact.ts';
import { about, type Scene } from '../simulation/scene.ts';
import { growthIn } from './causes.ts';

/** `scene`: from the intended state to the current one. */
export function unsetImpact(scene: Scene, unset: readonly Unset[]): readonly Impact[] {
  const growth = growthIn(scene);
  return unset.flatMap((each): readonly Impact[] => {
    const { address, field, value, kind, id, parentId } = each;
    const object = scene.after.find(kind, id, parentId);
    if (object === undefined || !growth.isCause(object, field)) return [];
    const pair = growth.pairOf(object, field);
    const of = pair?.of === undefined ? '' : ` (${pair.of})`;
    return [
      {
        on: whoNotices(address),
        topic: 'exposed',
        severity: 'high-risk',
        ...about(scene, object, field),
        field,
        what: `an earlier apply did not set ${field}, and more people have access than planned`,
        before: object.fields[field] ?? null,
        after: value,
        who: pair === undefined ? [] : [`${pair.after}${of}`],
        details: pair === undefined ? [] : [`planned: ${pair.before}${of}`],
      },
    ];
  });
}
