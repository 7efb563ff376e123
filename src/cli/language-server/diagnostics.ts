/** Sends the problems of configurations to the editor, and converts positions to those of the protocol. */

import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { offsetOf, type Problem } from '../../core/problem.ts';
import type { lineEdits } from '../../edit/text-diff.ts';
import type { OpenConfiguration, Reading, Workspace } from './workspace.ts';

export interface DiagnosticsInput {
  readonly workspace: Workspace;
  readonly mask: (text: string) => string;
  /** `version`: version of the text in the editor. */
  readonly send: (uri: string, diagnostics: readonly Diagnostic[], version?: number) => void;
  readonly failed: (error: unknown) => void;
}

/** Delay after the last keystroke. */
const quietMs = 80;

export function createDiagnostics(input: DiagnosticsInput) {
  const timers = new Map<string, NodeJS.Timeout>();
  const publish = createPublisher(input.send);
  const stop = (main: string) => {
    clearTimeout(timers.get(main));
    timers.delete(main);
  };
  const read = async (configuration: OpenConfiguration) => {
    const reading = await configuration.current();
    // The configuration changed during the read, and will be read again.
    if (!timers.has(configuration.main)) publish(configuration.main, ...foundIn(input, configuration, reading));
  };
  return {
    /** Sends the problems after a short delay without changes. */
    refresh: (configuration: OpenConfiguration) => {
      const { main } = configuration;
      stop(main);
      const later = () => {
        timers.delete(main);
        read(configuration).catch(input.failed);
      };
      timers.set(main, setTimeout(later, quietMs));
    },
    forget: ({ main }: OpenConfiguration) => {
      stop(main);
      publish(main, new Map(), new Map());
    },
    close: () => [...timers.keys()].forEach(stop),
  };
}

type Found = ReadonlyMap<string, readonly Diagnostic[]>;

function foundIn(
  { workspace, mask }: DiagnosticsInput,
  { directory }: OpenConfiguration,
  { validation, versions }: Reading,
) {
  const texts = new Map([...validation.sources].map(([file, text]) => [file, documentOf(text)]));
  const uriOf = (file: string) => workspace.uriOf(resolve(directory, file === '' ? validation.file : file));
  const context = { mask, uriOf, documentAt: (file: string) => texts.get(file) ?? documentOf('') };
  const found = new Map<string, Diagnostic[]>([...validation.parts].map((file) => [uriOf(file), []]));
  for (const problem of [...validation.problems, ...(validation.unmet ?? [])]) {
    const uri = uriOf(problem.span.file);
    const known = found.get(uri) ?? [];
    known.push(diagnosticOf(context, problem));
    found.set(uri, known);
  }
  return [found, new Map([...versions].map(([file, version]) => [uriOf(file), version]))] as const;
}

/** A file can belong to several configurations, so their problems are merged. */
function createPublisher(send: DiagnosticsInput['send']) {
  const published = new Map<string, Found>();
  return (main: string, found: Found, versions: ReadonlyMap<string, number>): void => {
    const uris = new Set([...(published.get(main)?.keys() ?? []), ...found.keys()]);
    if (found.size === 0) published.delete(main);
    else published.set(main, found);
    for (const uri of uris) {
      const all = [...published.values()].flatMap((each) => each.get(uri) ?? []);
      send(uri, all, versions.get(uri));
    }
  };
}

export function documentOf(text: string) {
  return TextDocument.create('', 'yaml', 0, text);
}

export function rangeOf(document: TextDocument, start: number, end: number) {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function spanRange(document: TextDocument, span: Problem['span']) {
  const start = offsetOf(document.getText(), span);
  return rangeOf(document, start, start + span.length);
}

export function editOf(document: TextDocument, { start, end, text }: ReturnType<typeof lineEdits>[number]) {
  return { range: rangeOf(document, start, end), newText: text };
}

interface DiagnosticContext extends Pick<DiagnosticsInput, 'mask'> {
  readonly documentAt: (file: string) => TextDocument;
  readonly uriOf: (file: string) => string;
}

export function diagnosticOf({ documentAt, uriOf, mask }: DiagnosticContext, problem: Problem): Diagnostic {
  const { code, message, label, hint, span, related = [] } = problem;
  const lines = [
    label === undefined ? message : `${message}: ${label}`,
    ...(hint === undefined ? [] : [`help: ${hint}`]),
  ];
  return {
    severity: 1,
    source: 'docform',
    code,
    message: mask(lines.join('\n')),
    range: spanRange(documentAt(span.file), span),
    relatedInformation: related.map((each) => ({
      message: mask(each.message),
      location: { uri: uriOf(each.span.file), range: spanRange(documentAt(each.span.file), each.span) },
    })),
  };
}
