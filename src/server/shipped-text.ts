/** Reads texts that are shipped beside the program: styles and scripts of the page, and what is written of the platform. */
import { readFileSync } from 'node:fs';

/** The text of a file, named from this folder; the built program stands as deep in its tree as the source does. */
export function shippedText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
