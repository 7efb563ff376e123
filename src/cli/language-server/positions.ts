/** Converts positions in texts to those of the protocol. */
import type { Diagnostic, Range, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Problem } from '../../core/problem.ts';
import type { EditorLanguage } from '../../library/language.ts';

export function documentOf(text: string, uri = ''): TextDocument {
  return TextDocument.create(uri, 'yaml', 0, text);
}

export function rangeOf(document: TextDocument, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function spanRange(language: EditorLanguage, document: TextDocument, span: Problem['span']): Range {
  const start = language.offset(document.getText(), span);
  return rangeOf(document, start, start + span.length);
}

export function editOf(
  document: TextDocument,
  edit: { readonly start: number; readonly end: number; readonly text: string },
): TextEdit {
  return { range: rangeOf(document, edit.start, edit.end), newText: edit.text };
}

export interface DiagnosticContext {
  readonly language: EditorLanguage;
  readonly documentAt: (file: string) => TextDocument;
  readonly uriOf: (file: string) => string;
  readonly mask: (text: string) => string;
}

export function diagnosticOf({ language, documentAt, uriOf, mask }: DiagnosticContext, problem: Problem): Diagnostic {
  const { code, message, label, hint, span, related = [] } = problem;
  const lines = [
    label === undefined ? message : `${message}: ${label}`,
    ...(hint === undefined ? [] : [`help: ${hint}`]),
  ];
  return {
    ...{ severity: 1, source: 'docform', code, message: mask(lines.join('\n')) },
    range: spanRange(language, documentAt(span.file), span),
    relatedInformation: related.map((each) => ({
      message: mask(each.message),
      location: { uri: uriOf(each.span.file), range: spanRange(language, documentAt(each.span.file), each.span) },
    })),
  };
}
