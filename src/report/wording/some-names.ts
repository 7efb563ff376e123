/** A list of names that ends after a number of them. */
import { someOf } from '../../core/count.ts';
import { oneLine } from './sanitize.ts';

/** `Support, Legal and 3 more`, escaped for output. */
export function someNames(names: readonly string[], atMost: number): string {
  return someOf(names.map(oneLine), atMost);
}
