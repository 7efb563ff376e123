/** Tells how a value is written that is to be of another type: the three that people mix up are texts, lists and maps. */
import type { ConfigurationNode } from './node.ts';

export function mendOf(wanted: 'map' | 'list' | 'scalar', node: ConfigurationNode): string {
  if (wanted === 'map') return node.is === 'list' ? withoutDashes : `write KEY: VALUE below the key; ${indented}`;
  if (wanted === 'list')
    return node.is === 'map' ? 'begin each entry with a dash: `- `' : `put the value in brackets: [${sourceOf(node)}]`;
  const [only] = node.is === 'list' && node.items.length === 1 ? node.items : [];
  const alone = only === undefined ? '' : sourceOf(only);
  return alone === '' ? 'write one value after the colon' : `remove the brackets or the dash: ${alone}`;
}

const withoutDashes = 'remove the dashes, and write each entry as KEY: VALUE';

/** What stands at the depth of its own parent is the commonest reason. */
export const indented = 'indent nested keys by two more spaces than their parent';

function sourceOf(node: ConfigurationNode): string {
  return node.is === 'scalar' && node.source.length <= 60 && !node.source.includes('\n') ? node.source : '';
}
