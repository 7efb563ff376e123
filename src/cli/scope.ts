/** The flags that limit a plan or a drift report to a part of the configuration. */

import type { LoadedConfig } from './configuration.ts';
import { usageFailure } from './failure.ts';
import type { CommandFlags } from './flags.ts';
import type { Session } from './session.ts';

export type ScopeFlags = CommandFlags<'since', never, 'only' | 'except'>;

/** Missing: no flag limits the scope. */
export async function scopeOf(session: Session, loaded: LoadedConfig, { only = [], except = [], since }: ScopeFlags) {
  if (since === undefined) return only.length + except.length === 0 ? undefined : { only, except };
  const { configurationSince } = await import('./revision.ts');
  return { only, except, ...(await configurationSince(session, loaded, since)) };
}

/** `what`: a use of the command that needs the whole organization. */
export function refuseScope({ only, except, since }: ScopeFlags, what: string, hint: string): void {
  const flags = Object.entries({ only, except, since }).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (flags.length > 0) throw usageFailure(`--${flags.join(' and --')} cannot be combined with ${what}`, hint);
}

/** Otherwise, a typing error in --except would include resources that the user wants to exclude. */
export function requireMatched(unmatched: readonly string[]): void {
  const [pattern] = unmatched;
  if (pattern === undefined) return;
  throw usageFailure(
    `${pattern} matches nothing in the configuration or the ledger`,
    'give an address, a pattern or a configuration file, such as sites/docs, spaces/partner-* or docs/portal.yaml; docform ls lists addresses',
  );
}
