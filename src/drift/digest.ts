/** The digest of drift: the same for the same drift, whenever and wherever it is looked for. */
import { canonicalJson } from '../core/canonical.ts';
import { sha256Hex } from '../core/digest.ts';
import type { Drift } from './entry.ts';

/** `sha256:…` over target, organization and what drifted. What is ignored or unread does not count, nor what a value was before. */
export function driftDigest({ organization, entries }: Drift, host: string): string {
  const lines = entries.map(({ class: of, address, id, marks }) => ({ class: of, address, ...(id === undefined ? {} : { id }), marks }));
  return `sha256:${sha256Hex([{ version: 1, host, organization }, ...lines].map(canonicalJson).join('\n'))}`;
}
