/** Reads texts that are shipped beside the program: styles and scripts of its pages, and what is written of the platform. */
import { readFileSync } from 'node:fs';

/** The text of a file, named from the folder of all sources; what is built of it stands as deep in its tree, whatever chunk that is in. */
export function shippedText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
