/** The parts of a blocked change or of a guard, which each format arranges. */
import { isBlocking } from '../../plan/result/change.ts';
import { ruleText, startTexts } from '../parts/allowed.ts';
import { type BlockedItem, code, line, message } from './block.ts';

export function blockedParts({ code: name, reason, hint, override, cause, rule, ...rest }: BlockedItem) {
  const word = isBlocking({ code: name }) ? 'blocked' : 'warning';
  if (cause !== undefined) return { word, name, text: line`same cause as ${code(cause)}`, starts: [] };
  const text = rule === undefined ? reason : `${reason}; allowed ${ruleText(rule)}`;
  return { word, name, text: message(text), hint, override, starts: startTexts(rest) };
}
