/** Where the contract is silent: the reading this platform takes, and why, as `docs/platform/DIFFERENCES.md` says it. */
import { shippedText } from '../../disk/shipped-text.ts';

/** A reading that this platform takes where the contract is silent. */
export interface Choice {
  readonly subject: string;
  readonly choice: string;
  readonly reason: string;
}

/** A heading, the paragraph of the choice, and that of its reason. */
const section = /^## (.+)\n\n(.+)\n\nWhy: (.+)$/gm;

export const choices: readonly Choice[] = [...shippedText('../docs/platform/DIFFERENCES.md').matchAll(section)].map(
  ([, subject = '', choice = '', reason = '']) => ({ subject, choice, reason }),
);
