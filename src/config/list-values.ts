/** Checks values that are lists of scalars. */
import { count } from '../core/count.ts';
import type { Value } from '../core/value.ts';
import type { FieldType } from '../kinds/field.ts';
import { type ConfigurationNode, describeNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkBoolean, checkChoice, checkText } from './scalar-values.ts';
import { mendOf } from './wrong-type.ts';

export function itemsOf(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
): readonly ConfigurationNode[] | undefined {
  if (node.is === 'list') return node.items;
  if (node.is === 'scalar' && node.value === null)
    problems.add('E-NULL', node.span, {
      message: `${name} cannot be null`,
      label: 'expected a list',
      hint: 'write `[]` for an empty list, or remove the key to leave the value unchanged',
    });
  else if (node.is !== 'lost')
    problems.add('E-TYPE', node.span, {
      message: `${name} must be a list, not ${describeNode(node)}`,
      hint: mendOf('list', node),
    });
  return undefined;
}

export function checkList(
  problems: ProblemList,
  node: ConfigurationNode,
  type: Extract<FieldType, { is: 'list' }>,
  name: string,
): Value | undefined {
  const items = itemsOf(problems, node, name);
  if (items === undefined) return undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY, of } = type;
  if (items.length < min || items.length > max) {
    const bound = items.length < min ? `at least ${count(min, 'item')}` : `at most ${count(max, 'item')}`;
    problems.add('E-ITEM-COUNT', node.span, {
      message: `${name} must have ${bound}`,
      label: count(items.length, 'item'),
    });
  }
  const values = items.map((item) => checkScalar(problems, item, of, `an item of ${name}`));
  if (!type.mayRepeat) reportRepeated(problems, items, values, name);
  return values.includes(undefined) ? undefined : (values as Value[]);
}

export function reportRepeated(
  problems: ProblemList,
  items: readonly ConfigurationNode[],
  values: readonly (Value | undefined)[],
  name: string,
): void {
  const seen = new Map<Value, ConfigurationNode>();
  for (const [index, value] of values.entries()) {
    const item = items[index];
    if (item === undefined || value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, item);
    else
      problems.add('E-DUPLICATE-ITEM', item.span, {
        message: `duplicate item in ${name}`,
        related: [{ message: 'first listed here', span: first.span }],
      });
  }
}

/** Lists hold scalars only. */
function checkScalar(problems: ProblemList, node: ConfigurationNode, type: FieldType, name: string): Value | undefined {
  if (type.is === 'text') return checkText(problems, node, type, name);
  if (type.is === 'choice') return checkChoice(problems, node, type.values, name, type.isOpen === true);
  return checkBoolean(problems, node, name);
}
