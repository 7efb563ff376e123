/** Answers requests of an editor about a position in a file. */

import { resolve } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CompletionItem,
  CompletionItemKind,
  type Hover,
  type Location,
  type Position,
  type Range,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
  type TextDocumentPositionParams,
  type TextEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { withoutUndefined } from '../../core/defined.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { lineEdits } from '../../edit/text-diff.ts';
import { format } from '../../library/format.ts';
import type { EditorLanguage } from '../../library/language.ts';
import { renameResource, unrenamable } from '../../library/rewriting.ts';
import { renameFailure } from '../actions/mv.ts';
import { diagnosticOf, documentOf, editOf, rangeOf, spanRange } from './diagnostics.ts';
import type { Ledgers, OpenConfiguration, Reading } from './workspace.ts';

/** A document that an editor asks about, with its configuration. */
export interface Asked {
  readonly language: EditorLanguage;
  readonly ledgers: Ledgers;
  readonly mask: (text: string) => string;
  readonly document: TextDocument;
  readonly configuration: OpenConfiguration;
  readonly reading: Reading;
  /** Path as in problems. */
  readonly file: string;
  readonly uriOf: (file: string) => string;
}

type At = Pick<TextDocumentPositionParams, 'position'>;

/** Error code of a failed request, whose message the editor shows. */
const requestFailed = -32803;

function refusal(message: string, hint?: string) {
  return new ResponseError(requestFailed, hint === undefined ? message : `${message}; ${hint}`);
}

const itemKinds = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  variable: CompletionItemKind.Variable,
};

function placeOf({ document }: Asked, { position }: At) {
  return { text: document.getText(), offset: document.offsetAt(position) };
}

export function completionItems(asked: Asked, at: At): CompletionItem[] {
  return asked.language.completions(placeOf(asked, at), asked.reading.known).map((each) => ({
    label: each.label,
    kind: itemKinds[each.is],
    filterText: each.label,
    ...withoutUndefined({
      detail: each.detail,
      documentation: each.documentation && { kind: 'markdown' as const, value: each.documentation },
    }),
    sortText: `${each.isRequired ? 0 : each.is === 'reference' ? 1 : 2} ${each.label}`,
    textEdit: editOf(asked.document, { start: each.start, end: each.end, text: each.insert }),
  }));
}

export async function hoverOf(asked: Asked, at: At): Promise<Hover | null> {
  const { reading, configuration } = asked;
  const ledger = await asked.ledgers(configuration, reading.validation.desired);
  const { paragraphs, start, end } = asked.language.hover(placeOf(asked, at), reading.known, ledger);
  const said = paragraphs.filter((paragraph) => paragraph !== '');
  if (said.length === 0) return null;
  return {
    contents: { kind: 'markdown', value: asked.mask(said.join('\n\n')) },
    range: rangeOf(asked.document, start, end),
  };
}

export function definitionOf(asked: Asked, at: At): Location[] {
  const [address] = named(asked, at).addresses;
  const resource = address === undefined ? undefined : asked.reading.known.resources.get(address);
  return resource === undefined ? [] : [locationOf(asked, resource.span)];
}

export function referencesOf(asked: Asked, { context, ...at }: At & Pick<ReferenceParams, 'context'>): Location[] {
  const [address] = named(asked, at).addresses;
  if (address === undefined) return [];
  const spans = asked.language.places(asked.reading.known, address, context.includeDeclaration);
  return spans.map((span) => locationOf(asked, span));
}

export function nameAt(asked: Asked, at: At) {
  const { address, start, end } = renamable(asked, at);
  return { range: rangeOf(asked.document, start, end), placeholder: address.slice(address.lastIndexOf('/') + 1) };
}

/** Renames like `docform mv`. */
export async function renameEdit(asked: Asked, { newName: to, ...at }: At & Pick<RenameParams, 'newName'>) {
  const { address: from } = renamable(asked, at);
  const { configuration, reading } = asked;
  const { validation } = reading;
  const { desired } = validation;
  if (desired === undefined) throw refusal('the configuration has errors', 'fix them before you rename');
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
    ([file, text]) => [asked.uriOf(file), editsOf(documentAt(asked, file), text)] as const,
  );
  return { changes: Object.fromEntries(changes) };
}

/** Formats like `docform fmt`. */
export async function formattingEdits({ configuration, reading, file, document }: Asked): Promise<TextEdit[]> {
  const paths = [resolve(configuration.directory, file)];
  const [formatted] = (await format({ ...configuration.options(reading.unsaved), paths }))?.files ?? [];
  if (formatted === undefined) return [];
  if (formatted.refused !== undefined) throw refusal(`cannot format ${file}: ${formatted.refused}`);
  return editsOf(document, formatted.after);
}

export function fixesIn(asked: Asked, { range }: Pick<CodeActionParams, 'range'>): CodeAction[] {
  const { document, reading, file, language, mask, uriOf } = asked;
  const context = { mask, uriOf, documentAt: (each: string) => documentAt(asked, each) };
  return reading.validation.problems.flatMap((problem): CodeAction[] => {
    const fix = problem.span.file === file ? language.fix(problem, document.getText()) : undefined;
    if (fix === undefined || !overlap(spanRange(document, problem.span), range)) return [];
    const edit = { changes: { [document.uri]: [editOf(document, fix.edit)] } };
    const diagnostics = [diagnosticOf(context, problem)];
    return [{ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, edit, isPreferred: true }];
  });
}

function overlap(a: Range, b: Range) {
  const isBefore = (one: Position, other: Position) =>
    one.line < other.line || (one.line === other.line && one.character < other.character);
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function named(asked: Asked, at: At) {
  return asked.language.named(placeOf(asked, at), asked.reading.known);
}

function renamable(asked: Asked, at: At) {
  const { addresses, start, end } = named(asked, at);
  const [address] = addresses;
  if (address === undefined) throw refusal('there is no key to rename here');
  return { address, start, end };
}

/** The text as it was read. */
function documentAt({ reading }: Asked, file: string) {
  return documentOf(reading.validation.sources.get(file) ?? '');
}

function locationOf(asked: Asked, span: SourceSpan) {
  return { uri: asked.uriOf(span.file), range: spanRange(documentAt(asked, span.file), span) };
}

function editsOf(document: TextDocument, after: string) {
  return lineEdits(document.getText(), after).map((edit) => editOf(document, edit));
}
