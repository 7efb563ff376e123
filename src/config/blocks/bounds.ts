/** Reports what a file or a configuration with a bound (`within`) declares outside of it. */
import { compilePatternsWithin } from '../../core/address.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Bound, Desired } from '../../core/state.ts';
import type { ProblemList } from '../problem-list.ts';
import { entryOf, type MapEntry, type MapNode } from '../yaml/node.ts';

/** Keys that have an effect on resources of other files. */
const shared = ['organization', 'name', 'vars', 'templates', 'policy', 'expect', 'drift', 'moved'];

/** Reports resources outside the bound of a whole configuration. */
export function checkDeclared(problems: ProblemList, { resources, moved }: Desired, bound: Bound): void {
  const isInside = compilePatternsWithin(bound.patterns);
  for (const { address, parent, isExternal, claim, span } of resources)
    if (parent === null && !isExternal && span.file !== claim?.file && !isInside(address))
      report(problems, span, bound, { what: `${address} is declared here`, who: 'configuration' });
  for (const { from, to, span } of moved)
    for (const address of [from, to])
      if (!isInside(address)) report(problems, span, bound, { what: `${address} is moved here`, who: 'configuration' });
}

function report(
  problems: ProblemList,
  span: SourceSpan,
  { patterns, span: boundSpan }: Bound,
  { what, who, hint }: { readonly what: string; readonly who: 'file' | 'configuration'; readonly hint?: string },
): void {
  problems.add('E-WITHIN', span, {
    message: `${what}, but this ${who} can only declare ${patterns.join(', ') || 'external resources'}`,
    label: `outside the bound of this ${who}`,
    hint: hint ?? 'move the declaration to another configuration, or have the bound changed',
    related: [{ message: 'bound', span: boundSpan }],
  });
}

/** `open`: the files without a bound. */
export function checkBounds(problems: ProblemList, part: MapNode, bounds: readonly Bound[], open: readonly MapNode[]) {
  for (const bound of bounds)
    for (const entry of part.entries)
      checkEntry(problems, entry, { bound, isInside: compilePatternsWithin(bound.patterns), open });
}

interface Check {
  readonly bound: Bound;
  readonly isInside: (address: string) => boolean;
  readonly open: readonly MapNode[];
}

function checkEntry(problems: ProblemList, { key, value, keySpan }: MapEntry, { bound, isInside, open }: Check) {
  const refuse = (span: SourceSpan, what: string, hint: string) =>
    report(problems, span, bound, { what, who: 'file', hint });
  if (key === 'version' || key === 'include' || key === 'within' || value.is === 'lost') return;
  if (shared.includes(key) || value.is !== 'map') {
    refuse(keySpan, `\`${key}\` concerns other files`, 'move this key to a file without a bound');
    return;
  }
  let outside = 0;
  for (const item of value.entries) {
    const block = item.value.is === 'map' ? item.value : undefined;
    if (block !== undefined && entryOf(block, 'external')) continue;
    const isOpen = item.key.includes('${') || (item.key === 'extends' && block === undefined);
    if (isOpen || !isInside(`${key}/${item.key}`)) {
      outside += 1;
      refuse(item.keySpan, `${key}/${item.key} is declared here`, 'move the declaration to a file without a bound');
    }
    const pin = block && entryOf(block, 'id');
    if (pin)
      refuse(pin.keySpan, `\`id\` can name any object`, 'move the declaration with `id` to a file without a bound');
  }
  // A declared list decides what `prune` deletes, also outside the bound. Without the declarations above, this file has no list.
  const isList = value.entries.length === 0 || outside < value.entries.length;
  if (isList && !open.some((map) => entryOf(map, key)))
    refuse(keySpan, `only this file declares \`${key}\``, `write \`${key}: {}\` in a file without a bound`);
}
