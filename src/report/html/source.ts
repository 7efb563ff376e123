/** Where the configuration says something. */
import type { SourceSpan } from '../../core/problem.ts';
import { type Html, html } from '../../markup/html.ts';
import { oneLine } from '../sanitize.ts';

type SourceLine = Pick<SourceSpan, 'file' | 'line'> | undefined;

/** `docform.yaml:34` */
export function sourceOf(span: SourceLine): Html | undefined {
  return span && html`<small>${oneLine(`${span.file}:${span.line}`)}</small>`;
}

/** `:34`, where the file is named beside it. */
export function lineOf(span: SourceLine): Html | undefined {
  return span && html` <small>:${span.line}</small>`;
}
