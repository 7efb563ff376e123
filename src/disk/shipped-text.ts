/** Reads text files that ship with the program, such as styles and scripts of its pages. */
import { readFileSync } from 'node:fs';

/** `path` is relative to `src`. Built chunks lie as deep in `dist` as this file in `src`. */
export function readShippedText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
