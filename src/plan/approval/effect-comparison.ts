/** Compares the effect of a plan with the approved effect. */
import { groupBy, isEqual } from '../../core/compare.ts';
import { canonicalJson } from '../../core/json.ts';
import type { PlanEffect, PlanPart } from '../result/part.ts';

type PartChange = PlanPart['changes'][number];

/** Effects that differ from the approved ones. `isLeft`: the current plan contains the whole approved change, so no apply has started it. */
export function unapprovedEffects(
  now: readonly PlanPart[],
  approved: readonly PlanPart[],
  isLeft: (change: PartChange) => boolean,
): readonly PlanEffect[] {
  const isNotStarted = ({ changes }: PlanPart) => changes.every(isLeft);
  const begun = approved.filter((part) => !isNotStarted(part));
  const begunAddresses = new Set(begun.flatMap(({ changes }) => changes.map(({ address }) => address)));
  const isInStartedPart = ({ changes }: PlanPart) => changes.some(({ address }) => begunAddresses.has(address));
  const [rest, whole] = [now.filter(isInStartedPart), now.filter((part) => !isInStartedPart(part))];
  const known = groupBy(
    begun.flatMap(({ effects }) => effects),
    effectSubject,
  );
  const untouched = approved.filter(isNotStarted).flatMap(({ effects }) => effects);
  return [
    ...differingEffects(
      whole.flatMap(({ effects }) => effects),
      untouched,
    ),
    // Of a part that an apply has begun, only the result is known.
    ...rest.flatMap(({ effects }) =>
      effects.filter(
        (effect) =>
          effect.what === 'audience' &&
          known.get(effectSubject(effect))?.some(({ after }) => isEqual(after, effect.after)) !== true,
      ),
    ),
  ];
}

function effectSubject({ what, address, id, field }: PlanEffect) {
  return canonicalJson({ what, address, id, field });
}

/** Effects in only one of the lists, once for each subject. */
function differingEffects(now: readonly PlanEffect[], approved: readonly PlanEffect[]): readonly PlanEffect[] {
  const [current, former] = [now, approved].map((effects) => groupBy(effects, effectSubject));
  const subjects = new Set([...(current?.keys() ?? []), ...(former?.keys() ?? [])]);
  const sortedLines = (effects: readonly PlanEffect[] = []) => effects.map(canonicalJson).sort();
  return [...subjects].flatMap((subject) => {
    const [is, was] = [current?.get(subject), former?.get(subject)];
    return isEqual(sortedLines(is), sortedLines(was)) ? [] : (is ?? was ?? []).slice(0, 1);
  });
}
