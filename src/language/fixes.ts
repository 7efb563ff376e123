/** Fixes for problems, as text edits. */

import { isSeq } from 'yaml';
import { offsetOf, type Problem } from '../core/problem.ts';
import { keyOf, membersOf, memberValue, textIn, textOf } from '../edit/yaml/nodes.ts';
import { siblingKeys, standingAt } from './typed.ts';

/** undefined: no automatic fix. */
export function fixOf({ fix, span }: Problem, text: string) {
  if (fix === undefined) return undefined;
  const start = offsetOf(text, span);
  const end = start + span.length;
  const written = text.slice(start, end);
  if (fix.is === 'before')
    return written.startsWith('{')
      ? undefined
      : { title: `Add ${fix.text.trim()}`, edit: { start, end: start, text: fix.text } };
  // The value of a variable is not fixed at its use.
  if (written.includes('${') || written.includes('\n')) return undefined;
  if (fix.text !== '' && isTaken(text, start, fix.text)) return undefined;
  const title = fix.text === '' ? 'Remove it' : `Change to ${fix.text}`;
  return { title, edit: { start, end, text: fix.text } };
}

/** Whether the new word is already a key of the map, in the list, or the name of another item. */
function isTaken(text: string, at: number, word: string) {
  const path = standingAt(text, at);
  const [outer, step] = [path?.steps.at(-2), path?.steps.at(-1)];
  if (path === undefined || step === undefined) return false;
  if (path.part === 'key') return siblingKeys(step).includes(word);
  if (isSeq(step.node))
    return membersOf(step.node).some((each) => each !== step.member && textOf(memberValue(each)) === word);
  // The first key of an item names its kind.
  if (outer === undefined || !isSeq(outer.node) || step.member !== membersOf(step.node)[0]) return false;
  return membersOf(outer.node).some(
    (item) => item !== outer.member && textIn(memberValue(item), keyOf(step.member)) === word,
  );
}
