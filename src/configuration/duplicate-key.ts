/** The problem of a key that stands twice, which names both places. */
import type { SourceSpan } from '../core/problem.ts';
import type { Report } from './node.ts';
import { describePlace } from './place.ts';

export function reportDuplicateKey(key: string, first: SourceSpan, second: SourceSpan, report: Report): void {
  report({
    code: 'E-DUPLICATE-KEY',
    message: `"${key}" is defined twice: at ${describePlace(first)} and at ${describePlace(second)}`,
    span: second,
    label: 'defined for the second time',
    hint: 'remove one of the two, or give one another key',
    related: [{ message: 'first defined here', span: first }],
  });
}
