/** The parts of a report on effects, with their headings. */
import type { Impact } from '../../core/impact.ts';

export type ImpactOf = 'plan' | 'drift';

/** The parts of a report, in order. `later`: effects on sites that are not published. */
export const impactParts = ['readers', 'later', 'people'] as const;
type ImpactPart = (typeof impactParts)[number];

export function isInPart(part: ImpactPart): (impact: Impact) => boolean {
  return ({ on, isUnpublished = false }) =>
    part === 'people' ? on === 'people' : on === 'readers' && isUnpublished === (part === 'later');
}

export const impactHeadings: { readonly [W in ImpactOf]: { readonly [P in ImpactPart]: string } } = {
  plan: {
    readers: 'Readers will notice',
    later: 'Readers will notice when the site is published',
    people: 'Who can do what',
  },
  drift: {
    readers: 'Readers notice',
    later: 'Readers will notice when the site is published',
    people: 'Who can do what',
  },
};
