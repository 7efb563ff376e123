/** Rules of `policy.allow` in reports: the rule that lets a guard pass, and the rule that would let a blocked change pass. */

import type { RuleStart } from '../../core/allow-rule.ts';
import type { Allowed, AllowingRule } from '../../core/allowed.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Blocked } from '../../plan/result/change.ts';
import { placeText } from '../wording/place-words.ts';

/** `until 2026-12-31 by docform.yaml:12:7 (Pia left the company)` */
export function ruleText({ until, reason, source }: AllowingRule): string {
  return `until ${until} by ${placeText(source)} (${reason})`;
}

/** Reviewers must see what the guard would have blocked. */
export function allowedText({ code, reason, rule }: Allowed): string {
  return `${code} ${ruleText(rule)}: ${reason}`;
}

/** `{ address: members/pia@acme.dev, id: 8rT…, code: B-PERMANENT, until: YYYY-MM-DD, reason: TEXT }`, ready for `policy.allow`. */
export function startTexts({ allow = [] }: Pick<Blocked, 'allow'>): readonly string[] {
  return allow.map((start) => `{ ${[...ruleEntries(start), 'until: YYYY-MM-DD', 'reason: TEXT'].join(', ')} }`);
}

function ruleEntries(start: RuleStart): readonly string[] {
  if ('deletes' in start) return [`deletes: ${start.deletes}`];
  const { address, id, code } = start;
  return withoutMissing(`address: ${plainText(address)}`, id !== undefined && `id: ${plainText(id)}`, `code: ${code}`);
}

/** Plain in YAML if the text cannot mean anything else. */
function plainText(text: string) {
  return /^[A-Za-z][\w/.@+-]*$/.test(text) && !/^(true|false|null)$/i.test(text) ? text : JSON.stringify(text);
}
