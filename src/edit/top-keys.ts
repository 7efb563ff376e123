/** The keys at the top of a configuration in the order of the language. */
import { topParts } from '../config/grammar.ts';
import type { Shapes } from '../kinds/shape.ts';

/** They say what a file is, and may stand together. */
export const headKeys: readonly string[] = ['version', 'organization', 'include'];

/** What says how the rest is to be read comes first; then what is declared, in the order of the kinds. */
export function topKeys(shapes: Shapes): readonly string[] {
  return [...headKeys, 'vars', 'policy', 'drift', ...topParts(shapes).keys(), 'moved'];
}
