/** Limits how much of a long list a report on access prints. */

import type { Painter } from '../words.ts';
import type { AccessReport } from './words.ts';

export interface TextReport extends AccessReport {
  readonly paint: Painter;
  readonly isVerbose: boolean;
}

/** `names`, or the first few of them and how many more there are. */
export function someOf({ isVerbose }: Pick<TextReport, 'isVerbose'>, names: readonly string[], atMost = 10): string {
  if (isVerbose || names.length <= atMost + 1) return names.join(', ');
  return `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more`;
}

/** The same for lines. */
export function someLines({ isVerbose }: Pick<TextReport, 'isVerbose'>, lines: readonly string[], indent: string, atMost = 20): string {
  const shown = isVerbose || lines.length <= atMost + 1 ? lines : lines.slice(0, atMost);
  const rest = lines.length - shown.length;
  return [...shown.map((line) => `${line}\n`), ...(rest > 0 ? [`${indent}… and ${rest} more (-v tells all)\n`] : [])].join('');
}
