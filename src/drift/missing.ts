/** Finds resources that were applied and are still declared, but are gone from the platform with all that stood in them. */
import { isWithin } from '../core/address.ts';
import { parentOf } from '../plan/world.ts';
import type { DriftEntry } from './entry.ts';
import type { Examined, Subject } from './examined.ts';

export function missingEntries({ draft, subjects }: Examined): readonly DriftEntry[] {
  const isMissing = (subject: Subject | undefined) => subject?.state === 'missing' && subject.declared !== undefined;
  const missing = [...subjects.values()].filter(isMissing);
  return missing.flatMap(({ address, shape, entry, note, declared, isElsewhere }) => {
    if (isMissing(subjects.get(parentOf(draft.world, address) ?? ''))) return [];
    // A singleton that states nothing has nothing to lose.
    if (shape.singleton && Object.keys(declared?.fields ?? {}).length === 0) return [];
    const within = [...subjects.keys()].filter((each) => each !== address && isWithin(each, address)).length;
    return [
      {
        ...{ class: 'missing' as const, address, kind: shape.name },
        ...(entry === undefined ? {} : { id: entry.id }),
        ...(within === 0 ? {} : { within }),
        ...(note === undefined ? {} : { note }),
        ...(isElsewhere ? { isElsewhere } : {}),
        marks: [],
      },
    ];
  });
}
