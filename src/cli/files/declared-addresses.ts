/** The declared addresses that the patterns of a command match. */
import { compileAddressPattern } from '../../core/address.ts';
import type { Desired } from '../../core/state.ts';
import { usageFailure } from '../io/session.ts';

/** Replaces patterns with the declared addresses that they match. */
export function addressesIn(patterns: readonly string[], { resources }: Pick<Desired, 'resources'>) {
  return patterns.flatMap((pattern) => {
    if (!pattern.includes('*')) return [pattern];
    const matches = compileAddressPattern(pattern);
    const found = resources.flatMap(({ address }) => (matches(address) ? [address] : []));
    if (found.length > 0) return found;
    throw usageFailure(`${pattern} matches no declared resource`, '`docform get` lists all addresses', 'E-MV-UNKNOWN');
  });
}
