/** The one error that a command ends with, and the explanations of codes. */
import type { DocformError, ErrorFacts } from '../core/docform-error.ts';
import { jsonText, oneLine } from './wording/sanitize.ts';
import type { Painter } from './wording/words.ts';

export function failureText(failure: Pick<ErrorFacts, 'code' | 'message' | 'hint'>, paint: Painter): string {
  const hint = failure.hint === undefined ? '' : `  = help: ${oneLine(failure.hint)}\n`;
  return `${paint('bad', `error[${failure.code}]`)}: ${oneLine(failure.message)}\n${hint}`;
}

export function failureJson(failure: DocformError): string {
  const { code, message, hint, status, request } = failure;
  const { requestId, ...target } = request ?? {};
  return jsonText({
    schemaVersion: 1,
    kind: 'error',
    error: { code, message, hint: hint ?? null, ...target, status, requestId },
  });
}

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** `text`: assets/codes.md, with a heading and two paragraphs for each code. */
export function explanationsIn(text: string): { readonly [code: string]: Explanation } {
  const sections = text.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [code = '', meaning = '', remedy = ''] = section.trim().split(/\n+/);
      return [code, { meaning, remedy }];
    }),
  );
}
