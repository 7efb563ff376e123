/** Tells how a value is written that is to be of another type: the three that people mix up are texts, lists and maps. */
import { type ConfigurationNode, describeNode } from './node.ts';

export function mendOf(wanted: 'map' | 'list' | 'scalar', node: ConfigurationNode): string {
  if (wanted === 'map') return node.is === 'list' ? withoutDashes : `write KEY: VALUE, indented below it; ${indented}`;
  if (wanted === 'list')
    return node.is === 'map' ? 'begin each entry with a dash: `- `' : `put ${describeNode(node)} into brackets: [${sourceOf(node)}]`;
  const [only] = node.is === 'list' && node.items.length === 1 ? node.items : [];
  const alone = only === undefined ? '' : sourceOf(only);
  return alone === '' ? 'write one value behind the colon' : `leave the brackets or the dash out: ${alone}`;
}

const withoutDashes = 'leave the dashes out: each entry is a key, with a colon and what belongs to it';

/** What stands at the depth of its own parent is the commonest reason. */
export const indented = 'what belongs to something is indented by two more blanks than it';

function sourceOf(node: ConfigurationNode): string {
  return node.is === 'scalar' && node.source.length <= 60 && !node.source.includes('\n') ? node.source : '';
}
