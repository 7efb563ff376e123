/** Compiles patterns of policy rules that match in linear time, because rules can come from a pull request. Loaded only for rules with patterns. */
import { RE2JS } from 're2js';
import type { CompilePattern } from './rule-schema.ts';

/** Far above the length of real patterns. */
const longestPattern = 1_000;
/** Repetitions such as `{200}` make the program larger than the text. */
const largestProgram = 2_000;

/** Throws an Error with a message for users if the pattern is invalid or too large. */
export function compilePattern(pattern: string): ReturnType<CompilePattern> {
  if (pattern.length > longestPattern) throw new Error(`a pattern can have at most ${longestPattern} characters`);
  const program = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (program.programSize() > largestProgram) throw new Error('the repetitions make the pattern too large');
  return { test: (text) => program.test(text) };
}
