/** Patterns of rules, matched in time that is linear in the text: a rule may come from a pull request. Loaded only where a rule has a pattern. */
import { RE2JS } from 're2js';

/** Far more than a pattern for titles, addresses or URLs needs. */
const longestPattern = 1_000;
/** Repetitions such as `{200}` make a pattern larger than its text. */
const largestProgram = 2_000;

export interface Pattern {
  readonly test: (text: string) => boolean;
}

/** Throws an Error with a message for people if it is no pattern, or too large. */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > longestPattern) throw new Error(`a pattern can have at most ${longestPattern} characters`);
  const program = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (program.programSize() > largestProgram) throw new Error('the repetitions make the pattern too large');
  return { test: (text) => program.test(text) };
}
