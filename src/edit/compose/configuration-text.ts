/** A configuration as text: a first line for editors, then each top-level key, with an empty line between what holds resources. */
import type { Shapes } from '../../kinds/shape.ts';
import { headKeys } from '../top-keys.ts';
import { fileLines } from '../tree/print.ts';
import { canonicalStyle } from '../tree/print-style.ts';
import { newCollection, newMember } from '../tree/tree.ts';
import type { Written } from './compose.ts';
import { topLayout } from './layout.ts';

export interface ConfigurationTextInput {
  /** Top-level keys in order. */
  readonly blocks: Written;
  readonly shapes: Shapes;
  /** Where the schema is, as seen from the file. */
  readonly schema: string;
  /** Lines of a comment below the first one, without their `#`. */
  readonly comment?: readonly string[];
}

export function configurationText({ blocks, shapes, schema, comment = [] }: ConfigurationTextInput): string {
  const remarks = comment.length === 0 ? [] : ['#', ...comment.map((line) => `# ${line}`.trimEnd())];
  const members = Object.entries(blocks).map(([key, value], at) => {
    const isHead = at > 0 && headKeys.includes(key);
    return newMember(key, topLayout(key, value, shapes), isHead ? [] : ['']);
  });
  const head = [`# yaml-language-server: $schema=${schema}`, ...remarks];
  return `${fileLines(canonicalStyle, { head, root: newCollection('map', false, members), after: [] }).join('\n')}\n`;
}
