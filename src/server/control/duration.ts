/** Spans of time as people write them: "8d", "36h", "90m", "5s", "250ms". */
import { invalid } from '../errors.ts';

const unitMs: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a span; refuses with 400 what is none. */
export function durationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  const unit = unitMs[match?.[2] ?? ''];
  if (unit === undefined) throw invalid(`body.by: ${JSON.stringify(text)} is no span of time; write it like 8d, 36h, 90m, 5s or 250ms`);
  return Math.round(Number(match?.[1]) * unit);
}
