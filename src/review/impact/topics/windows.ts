/** The moments of an apply at which more people have access than before and after, as high-risk effects. */
import { keyIn } from '../../../core/address.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import { type Impact, whoNotices } from '../../../core/impact.ts';
import type { Change, OpenWindow } from '../../../plan/result/change.ts';
import { objectFinder, type Scene } from '../simulation/scene.ts';

export function windowImpact(
  scene: Scene,
  changes: readonly Change[],
  windows: readonly OpenWindow[] = [],
): readonly Impact[] {
  if (windows.length === 0) return [];
  const changeAt = new Map(changes.map((change) => [change.address, change]));
  const objectAfter = objectFinder(scene.after.live.objects, scene.addressOf);
  const objectBefore = objectFinder(scene.before.live.objects, scene.addressOf);
  return windows.map(({ address, field, what }) => {
    const change = changeAt.get(address);
    const object = change && (objectAfter(change) ?? objectBefore(change));
    const stated = change?.fields.find((each) => each.field === field);
    return {
      on: whoNotices(address),
      topic: 'opened',
      severity: 'high-risk',
      address,
      what,
      subject: object === undefined ? keyIn(address) : scene.subjectOf(object),
      ...(stated === undefined ? {} : { before: stated.before ?? null, after: stated.after ?? null }),
      ...withoutUndefined({ field }),
      who: [],
      details: [],
      ...scene.sourceOf(address, field),
    };
  });
}
