/** Whether a configuration may say a value: asked of the validator itself, so that the language has one set of bounds. */

import type { ConfigurationNode } from '../config/node.ts';
import type { ProblemList } from '../config/problem-list.ts';
import { checkValue } from '../config/values.ts';
import { parseCondition } from '../core/condition.ts';
import { nowhere } from '../core/problem.ts';
import type { Value } from '../core/value.ts';
import type { FieldType } from '../kinds/field.ts';

/** Half of a character that takes two units: no file can hold it. */
const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A list of problems that is read for what it says. */
export function listening(): ProblemList & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    add: (_code, _span, { message, label }) => said.push(label === undefined ? message : `${message} (${label})`),
    suggest: () => undefined,
    sorted: () => [],
  };
}

/** Why the language has no such value; undefined: it has. `name` is how people call the value. */
export function refusalOf(type: FieldType, value: Value, name: string): string | undefined {
  if (type.is === 'ref') return undefined;
  if (loneHalf.test(JSON.stringify(value)) || hasLoneHalf(value)) return `${name} holds half a character, which no file can hold`;
  const problems = listening();
  checkValue(problems, nodeOf(value), type, name);
  if (problems.said.length > 0) return problems.said[0];
  if (type.is !== 'text' || type.format !== 'condition') return undefined;
  const condition = parseCondition(String(value));
  return 'fault' in condition ? `${name}: ${condition.fault.message}` : undefined;
}

/** JSON writes halves as escapes, so that texts are looked at one by one. */
function hasLoneHalf(value: Value): boolean {
  if (typeof value === 'string') return loneHalf.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => loneHalf.test(key) || hasLoneHalf(part as Value));
}

function nodeOf(value: Value): ConfigurationNode {
  const span = nowhere;
  if (value === null || typeof value !== 'object') return { is: 'scalar', value, source: String(value), span };
  if (Array.isArray(value)) return { is: 'list', items: value.map(nodeOf), span };
  const entries = Object.entries(value).map(([key, part]) => ({ key, keySpan: span, value: nodeOf(part as Value) }));
  return { is: 'map', entries, span };
}
