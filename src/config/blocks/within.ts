/** Reads the bound `within`: patterns of the top-level resources that a file or configuration can declare. */
import { compileAddressPattern } from '../../core/address.ts';
import { keyPattern, longestKey } from '../../kinds/declaration/key.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { topParts } from '../grammar.ts';
import { type ProblemList, replacementFix } from '../problem-list.ts';
import type { ConfigurationNode } from '../yaml/node.ts';
import { checkValue, type FixedFields } from './values.ts';

export const boundFields = {
  files: { type: { is: 'text', min: 1 }, required: true },
  within: { type: { is: 'list', compare: 'set', of: { is: 'text', min: 1, max: 500 } } },
  writer: { type: { is: 'choice', values: ['git-sync'] } },
  site: { type: { is: 'text', min: 1, max: longestKey, pattern: keyPattern } },
} as const satisfies FixedFields;

/** Reads the patterns of a bound. Each pattern names top-level resources. */
export function readWithin(problems: ProblemList, node: ConfigurationNode, shapes: Shapes, name: string) {
  const patterns = checkValue(problems, node, boundFields.within.type, name);
  const lists = [...topParts(shapes)].flatMap(([key, part]) => (part.is === 'order' ? [] : [key]));
  for (const item of node.is === 'list' ? node.items : []) {
    if (item.is !== 'scalar' || typeof item.value !== 'string' || item.value === '') continue;
    const [list = '', key = '', ...inner] = item.value.split('/');
    const isKnown = lists.some(compileAddressPattern(list));
    if (isKnown && inner.length === 0 && !key.includes('${')) continue;
    const near = isKnown ? undefined : problems.suggest(list, lists);
    problems.add('E-WITHIN-PATTERN', item.span, {
      message: isKnown ? `"${item.value}" names no top-level resource` : `no kind is called "${list}"`,
      label: 'matches nothing',
      meant: near,
      hint: 'write patterns such as `sites/partner-*` or `teams`, without variables',
      fix: near === undefined ? undefined : replacementFix(item.value.replace(list, near)),
    });
  }
  return Array.isArray(patterns) ? { patterns: patterns.map(String), span: node.span } : undefined;
}
