/** Reports what a file with a bound (`within`) declares outside of it. */
import { patternWithin } from '../core/address-pattern.ts';
import type { SourceSpan } from '../core/problem.ts';
import { entryOf, type MapEntry, type MapNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import type { FixedFields } from './values.ts';

export interface Bound {
  readonly patterns: readonly string[];
  readonly span: SourceSpan;
}

export const boundFields: FixedFields = {
  files: {
    type: { is: 'text', min: 1 },
    required: true,
    description: 'A path, as in `include`.',
    examples: ['partner/*.yaml'],
  },
  within: {
    type: { is: 'list', compare: 'set', of: { is: 'text', min: 1, max: 500 } },
    description: 'Addresses of the resources that these files can declare. `*` matches any text between two slashes.',
    examples: [['sites/partner-*', 'spaces/partner-*']],
  },
};

/** Keys that have an effect on resources of other files. */
const shared = ['organization', 'name', 'vars', 'templates', 'policy', 'drift', 'moved'];

/** `open`: the files without a bound. */
export function checkBounds(
  problems: ProblemList,
  part: MapNode,
  bounds: readonly Bound[],
  open: readonly MapNode[],
): void {
  for (const bound of bounds) {
    const matchers = bound.patterns.map(patternWithin);
    const isInside = (address: string) => matchers.some((matches) => matches(address));
    for (const entry of part.entries) checkEntry(problems, entry, { bound, isInside, open });
  }
}

interface Check {
  readonly bound: Bound;
  readonly isInside: (address: string) => boolean;
  readonly open: readonly MapNode[];
}

function checkEntry(problems: ProblemList, { key, value, keySpan }: MapEntry, { bound, isInside, open }: Check): void {
  const report = (span: SourceSpan, what: string, hint: string) =>
    problems.add('E-WITHIN', span, {
      message: `${what}, but this file can only declare ${bound.patterns.join(', ') || 'external resources'}`,
      label: 'outside the bound of this file',
      hint,
      related: [{ message: 'bound', span: bound.span }],
    });
  if (key === 'version' || key === 'include' || value.is === 'lost') return;
  if (shared.includes(key) || value.is !== 'map') {
    report(keySpan, `\`${key}\` concerns other files`, 'move this key to a file without a bound');
    return;
  }
  // A declared list decides what `prune` deletes, also outside the bound.
  if (!open.some((map) => entryOf(map, key)))
    report(keySpan, `only this file declares \`${key}\``, `write \`${key}: {}\` in a file without a bound`);
  for (const item of value.entries) {
    const block = item.value.is === 'map' ? item.value : undefined;
    if (block !== undefined && entryOf(block, 'external')) continue;
    const isOpen = item.key.includes('${') || (item.key === 'extends' && block === undefined);
    if (isOpen || !isInside(`${key}/${item.key}`))
      report(item.keySpan, `${key}/${item.key} is declared here`, 'move the declaration to a file without a bound');
    const pin = block && entryOf(block, 'id');
    if (pin)
      report(pin.keySpan, `\`id\` can name any object`, 'move the declaration with `id` to a file without a bound');
  }
}
