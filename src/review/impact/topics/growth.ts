/** How audiences grow between two states, and which changes cause it, as plain values. */
import type { Way } from '../../../access/audience/audience.ts';
import type { Impact } from '../../../core/impact.ts';
import type { LiveObject } from '../../../core/state.ts';

/** Ids of the originals of new spaces, by the id of the copy. */
export type Originals = ReadonlyMap<string, string>;

export interface Growth {
  /** Whether a change of the field, or the object itself, makes an audience grow. */
  readonly isCause: (object: LiveObject, field: string) => boolean;
  /** Whether the audience of the object only loses ways. */
  readonly isNarrowed: (object: LiveObject) => boolean;
  /** The changes that make an audience grow. */
  readonly causes: readonly GrowthCause[];
  /** The audience of the object before and after, if it grows. If not, the one of an object whose audience grows because of the field. */
  readonly pairOf: (object: LiveObject, field?: string) => Impact['audience'];
  /** Objects whose audience grows without a field that could say so. */
  readonly impact: readonly Impact[];
}

export interface Cause {
  readonly object: LiveObject;
  readonly field: string;
}

export interface GrowthCause extends Cause {
  /** The ways that an audience gains. */
  readonly gained: readonly Way[];
}
