/** Runs the language server on two streams until the editor exits. */

import type { Readable, Writable } from 'node:stream';
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { relativePath } from '../../config/load.ts';
import { defined } from '../../core/defined.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { createDiagnostics, type DiagnosticsInput } from './diagnostics.ts';
import { createLedgers } from './ledgers.ts';
import {
  type Answering,
  type Asked,
  completionItems,
  definitionOf,
  fixesIn,
  formattingEdits,
  hoverOf,
  nameAt,
  referencesOf,
  renameEdit,
} from './requests.ts';
import { createWorkspace, type OpenConfiguration, pathOf } from './workspace.ts';

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: [' ', '.', '{'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
};

/** Returns whether the editor sent a shutdown request. */
export async function serve(session: Session, { input, output }: Streams): Promise<boolean> {
  const { editorLanguage } = await import('../../library/language.ts');
  const language = await editorLanguage();
  let isOver = false;
  let leave: (isOrderly: boolean) => void = () => undefined;
  const left = new Promise<boolean>((resolve) => {
    leave = (isOrderly) => {
      isOver = true;
      resolve(isOrderly);
    };
  });
  const watch = { shutdownReceived: false, initialize: () => undefined, exit: () => leave(watch.shutdownReceived) };
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), logger),
    watch,
  );
  input.once('end', watch.exit).once('close', watch.exit);
  output.once('error', watch.exit);
  const close = listen({ session, language, connection, isOver: () => isOver });
  connection.listen();
  const isOrderly = await left;
  close();
  connection.dispose();
  return isOrderly;
}

interface Listening extends Pick<Answering, 'session' | 'language'> {
  readonly connection: Connection;
  readonly isOver: () => boolean;
}

function listen({ session, language, connection, isOver }: Listening): () => void {
  const documents = new TextDocuments(TextDocument);
  const workspace = createWorkspace(session, () => documents.all());
  const failed = (error: unknown) => {
    // After the exit, failures of open requests are not reported.
    if (!isOver()) session.warn(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  const send: DiagnosticsInput['send'] = (uri, found, of) =>
    void connection.sendDiagnostics({ uri, diagnostics: [...found], ...defined({ version: of }) }).catch(failed);
  const diagnostics = createDiagnostics({ workspace, language, mask: session.mask, send, failed });
  const refresh = (configuration: OpenConfiguration | undefined) => {
    if (configuration === undefined) return;
    configuration.changed();
    diagnostics.refresh(configuration);
  };
  const refreshAll = () => workspace.configurations().forEach(refresh);
  connection.onInitialize((params) => {
    watchFiles(connection, params, failed);
    return { capabilities, serverInfo: { name: 'docform', version: version() } };
  });
  connection.onDidChangeWatchedFiles(refreshAll);
  documents.onDidChangeContent(({ document }) => refresh(workspace.configurationOf(document.uri)));
  documents.onDidSave(refreshAll);
  documents.onDidClose(() => {
    workspace.dropUnused().forEach(diagnostics.forget);
    refreshAll();
  });
  answer(connection, { session, workspace, language, ledgers: createLedgers(session) }, documents);
  documents.listen(connection);
  return diagnostics.close;
}

/** Also watches files that are not open in the editor. */
function watchFiles(
  connection: Connection,
  { capabilities: able }: InitializeParams,
  failed: (error: unknown) => void,
) {
  if (able.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
  connection.onInitialized(() => {
    const watchers = [{ globPattern: '**/*.{yaml,yml,json,pem}' }];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(failed);
  });
}

function answer(connection: Connection, answering: Answering, documents: TextDocuments<TextDocument>): void {
  const { workspace } = answering;
  /** Ignores YAML files that belong to no configuration. */
  const asked = async ({ uri }: { readonly uri: string }, isLatestEnough = false): Promise<Asked | undefined> => {
    const document = documents.get(uri);
    const path = pathOf(uri);
    const configuration = document === undefined ? undefined : workspace.configurationOf(uri);
    if (document === undefined || path === undefined || configuration === undefined) return undefined;
    const reading = await (isLatestEnough ? configuration.latest() : configuration.current());
    const file = relativePath(configuration.directory, path);
    return reading.validation.parts.includes(file) ? { document, configuration, reading, file } : undefined;
  };
  const on = async <R>(
    document: { readonly uri: string },
    reply: (asked: Asked) => R | Promise<R>,
    otherwise: R,
  ): Promise<R> => {
    const known = await asked(document);
    return known === undefined ? otherwise : await reply(known);
  };
  connection.onCompletion(async ({ textDocument, position }) => {
    const known = await asked(textDocument, true);
    return known === undefined ? [] : [...completionItems(answering, known, position)];
  });
  connection.onHover(({ textDocument, position }) =>
    on(textDocument, (each) => hoverOf(answering, each, position), null),
  );
  connection.onDefinition(({ textDocument, position }) =>
    on(textDocument, (each) => [...definitionOf(answering, each, position)], []),
  );
  connection.onReferences(({ textDocument, position, context }) =>
    on(textDocument, (each) => [...referencesOf(answering, each, position, context.includeDeclaration)], []),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    on(textDocument, (each) => nameAt(answering, each, position), null),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    on(textDocument, (each) => renameEdit(answering, each, position, newName), null),
  );
  connection.onDocumentFormatting(({ textDocument }) =>
    on(textDocument, (each) => formattingEdits(answering, each), []),
  );
  connection.onCodeAction(({ textDocument, range }) =>
    on(textDocument, (each) => [...fixesIn(answering, each, range)], []),
  );
}
