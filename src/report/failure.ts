/** The one error a command ends with, as text and as JSON. */
import { jsonText, oneLine } from './sanitize.ts';
import { type Painter, plain } from './words.ts';

export interface FailureFacts {
  /** Stable code, such as `E-API`. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly requestId?: string;
}

export function failureText(failure: FailureFacts, paint: Painter = plain): string {
  const hint = failure.hint === undefined ? '' : `  = help: ${oneLine(failure.hint)}\n`;
  return `${paint('bad', `error[${failure.code}]`)}: ${oneLine(failure.message)}\n${hint}`;
}

export function failureJson(failure: FailureFacts): string {
  const { code, message, hint, ...request } = failure;
  return jsonText({ schemaVersion: 1, kind: 'error', error: { code, message, hint: hint ?? null, ...request } });
}
