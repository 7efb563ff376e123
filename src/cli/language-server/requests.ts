/** Answers requests of an editor about a position in a file. */

import { resolve } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Hover,
  type Location,
  type Position,
  type Range,
  ResponseError,
  type TextEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { defined } from '../../core/defined.ts';
import type { EditorLanguage } from '../../library/language.ts';
import { renameFailure } from '../commands/mv.ts';
import type { Session } from '../session.ts';
import { diagnosticOf, documentOf, editOf, rangeOf, spanRange } from './diagnostics.ts';
import type { Ledgers } from './ledgers.ts';
import type { OpenConfiguration, Reading, Workspace } from './workspace.ts';

/** A position in a file of a configuration. */
export interface Asked {
  readonly document: TextDocument;
  readonly configuration: OpenConfiguration;
  readonly reading: Reading;
  /** Path as in problems. */
  readonly file: string;
}

export interface Answering {
  readonly session: Session;
  readonly workspace: Workspace;
  readonly language: EditorLanguage;
  readonly ledgers: Ledgers;
}

/** Error code of a failed request, whose message the editor shows. */
const requestFailed = -32803;

function refusal(message: string, hint?: string): ResponseError<void> {
  return new ResponseError(requestFailed, hint === undefined ? message : `${message}; ${hint}`);
}

const itemKinds = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  variable: CompletionItemKind.Variable,
};

export function completionItems(
  { language }: Answering,
  { document, reading }: Asked,
  position: Position,
): readonly CompletionItem[] {
  const place = { text: document.getText(), offset: document.offsetAt(position) };
  return language.completions(place, reading.known).map((each) => ({
    ...{ label: each.label, kind: itemKinds[each.is], filterText: each.label },
    ...defined({ detail: each.detail }),
    ...(each.documentation === undefined
      ? {}
      : { documentation: { kind: 'markdown' as const, value: each.documentation } }),
    sortText: `${each.isRequired ? 0 : each.is === 'reference' ? 1 : 2} ${each.label}`,
    textEdit: editOf(document, { start: each.start, end: each.end, text: each.insert }),
  }));
}

export async function hoverOf(
  { session, language, ledgers }: Answering,
  asked: Asked,
  position: Position,
): Promise<Hover | null> {
  const { document, reading, configuration } = asked;
  const place = { text: document.getText(), offset: document.offsetAt(position) };
  const ledger = await ledgers(configuration, reading.validation.desired);
  const { paragraphs, start, end } = language.hover(place, reading.known, ledger);
  const said = paragraphs.filter((paragraph) => paragraph !== '');
  if (said.length === 0) return null;
  return {
    contents: { kind: 'markdown', value: session.mask(said.join('\n\n')) },
    range: rangeOf(document, start, end),
  };
}

export function definitionOf(answering: Answering, asked: Asked, position: Position): readonly Location[] {
  const { resources } = asked.reading.known;
  const [address] = named(answering, asked, position).addresses;
  const resource = address === undefined ? undefined : resources.get(address);
  return resource === undefined ? [] : [locationOf(answering, asked, resource.span)];
}

export function referencesOf(answering: Answering, asked: Asked, position: Position, withDeclaration: boolean) {
  const [address] = named(answering, asked, position).addresses;
  if (address === undefined) return [];
  const spans = answering.language.places(asked.reading.known, address, withDeclaration);
  return spans.map((span) => locationOf(answering, asked, span));
}

export function nameAt(answering: Answering, asked: Asked, position: Position) {
  const { address, start, end } = renamable(answering, asked, position);
  return { range: rangeOf(asked.document, start, end), placeholder: address.slice(address.lastIndexOf('/') + 1) };
}

/** Renames like `docform mv`. */
export async function renameEdit(answering: Answering, asked: Asked, position: Position, to: string) {
  const { address: from } = renamable(answering, asked, position);
  const { configuration, reading } = asked;
  const { validation } = reading;
  const { desired } = validation;
  if (desired === undefined) throw refusal('the configuration has errors', 'fix them before you rename');
  const { renameResource, unrenamable } = await import('../../library/rename.ts');
  const fault = unrenamable(desired, { from, to });
  if (fault !== undefined) {
    const { message, hint } = renameFailure(fault, from, to);
    throw refusal(message, hint);
  }
  const options = configuration.options(reading.unsaved);
  const { texts } = await renameResource({ options, validation: { ...validation, desired }, from, to }).catch(
    (error: Error) => {
      throw refusal(error.message);
    },
  );
  const changes = [...texts].map(
    ([file, text]) => [uriOf(answering, asked, file), editsOf(answering, asked, file, text)] as const,
  );
  return { changes: Object.fromEntries(changes) };
}

/** Formats like `docform fmt`. */
export async function formattingEdits(answering: Answering, asked: Asked): Promise<TextEdit[]> {
  const { configuration, reading, file, document } = asked;
  const { format } = await import('../../library/format.ts');
  const found = await format({
    ...configuration.options(reading.unsaved),
    paths: [resolve(configuration.directory, file)],
  });
  const [formatted] = found?.files ?? [];
  if (formatted === undefined) return [];
  if (formatted.refused !== undefined) throw refusal(`cannot format ${file}: ${formatted.refused}`);
  return answering.language.edits(document.getText(), formatted.after).map((edit) => editOf(document, edit));
}

export function fixesIn({ language, session, workspace }: Answering, asked: Asked, range: Range) {
  const { document, reading, file, configuration } = asked;
  const documentAt = (each: string) => documentOf(reading.validation.sources.get(each) ?? '');
  const context = {
    ...{ language, mask: session.mask, documentAt },
    uriOf: (each: string) => workspace.uriOf(resolve(configuration.directory, each)),
  };
  return reading.validation.problems.flatMap((problem): readonly CodeAction[] => {
    const fix = problem.span.file === file ? language.fix(problem, document.getText()) : undefined;
    if (fix === undefined || !overlap(spanRange(language, document, problem.span), range)) return [];
    const edit = { changes: { [document.uri]: [editOf(document, fix.edit)] } };
    return [
      {
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnosticOf(context, problem)],
        edit,
        isPreferred: true,
      },
    ];
  });
}

function overlap(a: Range, b: Range): boolean {
  const isBefore = (one: Position, other: Position) =>
    one.line < other.line || (one.line === other.line && one.character < other.character);
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function named({ language }: Answering, { document, reading }: Asked, position: Position) {
  return language.named({ text: document.getText(), offset: document.offsetAt(position) }, reading.known);
}

function renamable(answering: Answering, asked: Asked, position: Position) {
  const { addresses, start, end } = named(answering, asked, position);
  const [address] = addresses;
  if (address === undefined) throw refusal('there is no key to rename here');
  return { address, start, end };
}

function uriOf({ workspace }: Answering, { configuration }: Asked, file: string): string {
  return workspace.uriOf(resolve(configuration.directory, file));
}

function locationOf(answering: Answering, asked: Asked, span: Parameters<EditorLanguage['offset']>[1]): Location {
  const text = asked.reading.validation.sources.get(span.file) ?? '';
  return { uri: uriOf(answering, asked, span.file), range: spanRange(answering.language, documentOf(text), span) };
}

function editsOf({ language }: Answering, { reading }: Asked, file: string, after: string): TextEdit[] {
  const document = documentOf(reading.validation.sources.get(file) ?? '');
  return language.edits(document.getText(), after).map((edit) => editOf(document, edit));
}
