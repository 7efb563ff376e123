/** Prints the clock of a reference platform on one line. */
import { oneLine } from '../report/sanitize.ts';
import type { Answer } from './control.ts';

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** `2026-03-01T09:00:00.000Z (frozen)` */
export function clockText({ now, isFrozen, offsetMs }: Answer): string {
  const ahead = Number(offsetMs);
  const shift = Math.abs(ahead) < 1000 ? 'real time' : `${spanText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`;
  return oneLine(`${now} (${isFrozen === true ? 'frozen' : shift})`);
}

/** The two largest units: `8d 2h`. */
function spanText(ms: number): string {
  const parts: string[] = [];
  let left = ms;
  for (const [unit, unitMs] of units) {
    const whole = Math.floor(left / unitMs);
    if (whole > 0) parts.push(`${whole}${unit}`);
    left -= whole * unitMs;
  }
  return parts.slice(0, 2).join(' ');
}
