/** Finds deleted and recreated objects whose data no call can restore. */

import { type Impact, whoNotices } from '../../../core/impact.ts';
import { about, type Scene } from '../simulation/scene.ts';

export function dataLossImpact(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((object): readonly Impact[] => {
    const { loss, losesForGood } = scene.shapes.get(object.kind) ?? {};
    if (losesForGood === undefined || loss === undefined) return [];
    if (scene.after.find(object.kind, object.id, object.parentId) !== undefined) return [];
    const of = about(scene, object);
    return [
      {
        ...of,
        on: whoNotices(of.address),
        topic: 'data',
        severity: 'high-risk',
        what: `permanently loses ${loss}`,
        who: [],
        details: [],
      },
    ];
  });
}
