/** Notes managed objects that have an unmanaged twin of the same name: a create that arrives late makes one. */
import { groupBy } from '../core/group-by.ts';
import type { LiveObject } from '../core/state.ts';
import { findByKey, type KindShape, liveNaturalKey } from '../kinds/shape.ts';
import type { Draft } from './draft.ts';
import { presentIn } from './world.ts';

/** `unmanaged`: of one list. */
export function noteTwins({ world, matches, notes }: Draft, unmanaged: readonly LiveObject[], shape: KindShape): void {
  const names = shape.naturalKeys.at(-1);
  if (names === undefined) return;
  const find = findByKey(presentIn(world));
  const twins = groupBy(
    unmanaged.flatMap((live) => {
      const text = liveNaturalKey(shape, live, names);
      const alike = text === undefined ? [] : find(shape, live.parentId, { names, text });
      const isBeside = (other: LiveObject) =>
        shape.narrowedBy === undefined || other.fields[shape.narrowedBy] === live.fields[shape.narrowedBy];
      return alike.flatMap((other) => {
        const address = matches.addressOfLive(other);
        return address === undefined || !isBeside(other) ? [] : [{ address, id: live.id }];
      });
    }),
    ({ address }) => address,
  );
  for (const [address, of] of twins) {
    const ids = of
      .map(({ id }) => id)
      .sort()
      .join(', ');
    const text = `another ${shape.title} with the same name is on the platform and is not managed (${ids}). If an interrupted apply created it, delete it there`;
    notes.push({ address, text });
  }
}
