/** Checks the value of a field against its type; what passes is the desired value. */
import type { Value } from '../core/value.ts';
import type { FieldType } from '../kinds/field.ts';
import { checkClaims } from './claims.ts';
import { checkList } from './list-values.ts';
import type { ConfigurationNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkBoolean, checkChoice, checkText, type TextType } from './scalar-values.ts';

/** undefined: it is wrong, and the problem is told. `name` is how people call the value. */
export function checkValue(
  problems: ProblemList,
  node: ConfigurationNode,
  type: Exclude<FieldType, { is: 'ref' }>,
  name: string,
): Value | undefined {
  switch (type.is) {
    case 'text':
      return checkText(problems, node, type, name);
    case 'boolean':
      return checkBoolean(problems, node, name);
    case 'choice':
      return checkChoice(problems, node, type.values, name, type.isOpen === true);
    case 'list':
      return checkList(problems, node, type, name);
    case 'keyed':
      return checkKeyed(problems, node, name);
    case 'claims':
      return checkClaims(problems, node, name);
  }
}

/** Of a value for a custom field that is a text; the texts of a list have no bound, and may repeat (contract, CustomFieldValues). */
export const longestCustomValue = 256;

/** Values of custom fields: a text, a number, a boolean or a list of texts; what each may be is checked when its field is known. */
function checkKeyed(problems: ProblemList, node: ConfigurationNode, name: string): Value | undefined {
  if (node.is !== 'map') return undefined;
  const text: TextType = { is: 'text', max: longestCustomValue };
  const entries = node.entries.map(({ key, value }) => {
    const what = `${name} ${key}`;
    if (value.is === 'scalar' && (typeof value.value === 'boolean' || typeof value.value === 'number')) {
      if (Number.isFinite(Number(value.value))) return [key, value.value] as const;
      problems.add('E-TYPE', value.span, { message: `${what} must be a finite number` });
      return [key, undefined] as const;
    }
    if (value.is === 'list')
      return [
        key,
        checkList(problems, value, { is: 'list', compare: 'atomic', of: { is: 'text' }, mayRepeat: true }, what),
      ] as const;
    if (value.is !== 'scalar' || value.value !== null) return [key, checkText(problems, value, text, what)] as const;
    problems.add('E-NULL', value.span, {
      message: `${what} cannot be null`,
      label: 'the platform cannot clear this value',
      hint: 'remove the key to leave the value unchanged',
    });
    return [key, undefined] as const;
  });
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Value);
}
