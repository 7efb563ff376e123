/** The checks of `docform doctor`, as text and JSON. */
import { jsonText, oneLine, orNull } from './wording/sanitize.ts';
import { count, type Painter } from './wording/words.ts';

/** `warning`: works, but needs attention. `skipped`: not checked. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: string;
  readonly fix?: string;
  readonly code?: string;
}

const roles = { ok: 'good', warning: 'update', failed: 'bad', skipped: 'faint' } as const;
const widest = 14;

export function doctorText(checks: readonly Check[], paint: Painter): string {
  const lines = checks.map(({ name, status, message, fix }) => {
    const help = fix === undefined ? '' : `${' '.repeat(9 + widest)}= help: ${oneLine(fix)}\n`;
    return `${paint(roles[status], status.padEnd(8))} ${name.padEnd(widest)}${oneLine(message)}\n${help}`;
  });
  return `${lines.join('')}\n${summary(checks)}\n`;
}

function summary(checks: readonly Check[]) {
  const of = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  const warnings = of('warning') === 0 ? '' : `, ${count(of('warning'), 'warning')}`;
  return of('failed') === 0 ? `All checks passed${warnings}.` : `${count(of('failed'), 'check')} failed${warnings}.`;
}

export function doctorJson(checks: readonly Check[]): string {
  const passed = checks.every(({ status }) => status !== 'failed');
  const documents = checks.map(({ name, status, message, fix, code }) => orNull({ name, status, message, fix, code }));
  return jsonText({ schemaVersion: 1, kind: 'doctor', passed, checks: documents });
}
