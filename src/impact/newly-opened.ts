/** Finds what a plan opens with new or moved objects, for which there is no earlier value to compare. */
import { keyIn } from '../core/address.ts';
import type { Impact } from '../core/impact.ts';
import type { Plan } from '../plan/change.ts';
import { onWhom } from './opened.ts';
import type { Scene } from './scene.ts';

/** The same, with everything that the plan calls severe: what was told as less is severe as well, and what was not told is. */
export function withNewlyOpened({ changes }: Pick<Plan, 'changes'>, found: readonly Impact[], scene: Scene): readonly Impact[] {
  const severe = new Map(
    changes.filter(({ fields }) => fields.some((field) => field.severe !== undefined)).map((change) => [change.address, change]),
  );
  const told = new Set(found.filter(({ severity }) => severity === 'severe').map(({ address }) => address));
  const raised = found.map((each) => {
    const isRaised = severe.has(each.address) && !told.has(each.address) && each.topic !== 'address';
    if (isRaised) told.add(each.address);
    return isRaised ? { ...each, severity: 'severe' as const } : each;
  });
  const rest = [...severe.values()].filter(({ address }) => !told.has(address));
  return [
    ...raised,
    ...rest.flatMap(({ address, kind, fields }) => {
      const object = scene.after.live.objects.find((each) => each.kind === kind && scene.addressOf(each) === address);
      return fields.flatMap(({ field, before, after, severe: what }): readonly Impact[] =>
        what === undefined
          ? []
          : [
              {
                ...{ on: onWhom(kind), topic: 'opened', severity: 'severe', address, what },
                subject: object === undefined ? keyIn(address) : scene.titleOf(object),
                ...{ before: before ?? null, after: after ?? null, who: [], details: [] },
                ...scene.sourceOf(address, field),
              },
            ],
      );
    }),
  ];
}
