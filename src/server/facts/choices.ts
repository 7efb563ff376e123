/** Choices where the contract is silent, from `docs/platform/DIFFERENCES.md`. */
import { shippedText } from '../../disk/shipped-text.ts';

export interface Choice {
  readonly subject: string;
  readonly choice: string;
  readonly reason: string;
}

/** A heading, a paragraph with the choice, and a paragraph with the reason. */
const section = /^## (.+)\n\n(.+)\n\nWhy: (.+)$/gm;

export const choices: readonly Choice[] = [...shippedText('../docs/platform/DIFFERENCES.md').matchAll(section)].map(
  ([, subject = '', choice = '', reason = '']) => ({ subject, choice, reason }),
);
