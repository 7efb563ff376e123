/** `docform lsp`: runs the language server for editors on stdin and stdout. Contacts only the backend of the ledger. */
import { once } from 'node:events';
import { resolve } from 'node:path';
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
import { relativePath } from '../../config/files/load.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { exitCode } from '../../core/docform-error.ts';
import { editorLanguage } from '../../library/language.ts';
import { type Run, type Session, usageFailure } from '../io/session.ts';
import { version } from '../io/version.ts';
import { createDiagnostics, type DiagnosticsInput } from './diagnostics.ts';
import {
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
import { createLedgers, createWorkspace, type OpenConfiguration, pathOf, type Workspace } from './workspace.ts';

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

/** Editors pass `--stdio`, which has no effect. */
export const runLsp: Run<{ readonly stdio?: boolean }> = async (session) => {
  const { output } = session.io;
  const { stream: input, isTerminal } = session.io.stdin;
  if (input === undefined || output === undefined || isTerminal)
    throw usageFailure(
      'lsp must be started by an editor',
      'configure your editor as described in docs/guides/editors.md',
    );
  const language = await editorLanguage();
  const over = new AbortController();
  const exit = () => over.abort();
  const watch = { shutdownReceived: false, initialize: () => undefined, exit };
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), logger),
    watch,
  );
  input.once('end', exit).once('close', exit);
  output.once('error', exit);
  const close = listen({ session, language, connection, over: over.signal });
  connection.listen();
  if (!over.signal.aborted) await once(over.signal, 'abort');
  close();
  connection.dispose();
  // Open streams would keep the process alive.
  input.destroy();
  return watch.shutdownReceived ? exitCode.done : exitCode.failed;
};

interface Listening extends Pick<Asked, 'language'> {
  readonly session: Session;
  readonly connection: Connection;
  /** Aborted when the editor exits. */
  readonly over: AbortSignal;
}

function listen({ session, language, connection, over }: Listening) {
  const documents = new TextDocuments(TextDocument);
  const workspace = createWorkspace(session, () => documents.all());
  const failed = (error: unknown) => {
    // After the exit, failures of open requests are not reported.
    if (!over.aborted) session.warn(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  const send: DiagnosticsInput['send'] = (uri, found, of) =>
    void connection
      .sendDiagnostics({ uri, diagnostics: [...found], ...withoutUndefined({ version: of }) })
      .catch(failed);
  const diagnostics = createDiagnostics({ workspace, mask: session.mask, send, failed });
  const refresh = (configuration: OpenConfiguration | undefined) => {
    if (configuration === undefined) return;
    configuration.changed();
    diagnostics.refresh(configuration);
  };
  const refreshAll = () => workspace.configurations().forEach(refresh);
  connection.onInitialize((params) => {
    watchFiles(connection, params, failed);
    return { capabilities, serverInfo: { name: 'docform', version } };
  });
  connection.onDidChangeWatchedFiles(refreshAll);
  documents.onDidChangeContent(({ document }) => refresh(workspace.configurationOf(document.uri)));
  documents.onDidSave(refreshAll);
  documents.onDidClose(() => {
    workspace.dropUnused().forEach(diagnostics.forget);
    refreshAll();
  });
  answer(connection, { workspace, language, ledgers: createLedgers(session), mask: session.mask }, documents);
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

type Answering = Pick<Asked, 'language' | 'ledgers' | 'mask'> & { readonly workspace: Workspace };

function answer(connection: Connection, answering: Answering, documents: TextDocuments<TextDocument>) {
  const { workspace, ...shared } = answering;
  /** Ignores YAML files that belong to no configuration. */
  const asked = async (uri: string, isLatestEnough: boolean): Promise<Asked | undefined> => {
    const document = documents.get(uri);
    const path = pathOf(uri);
    const configuration = document === undefined ? undefined : workspace.configurationOf(uri);
    if (document === undefined || path === undefined || configuration === undefined) return undefined;
    const reading = await (isLatestEnough ? configuration.latest() : configuration.current());
    const { directory } = configuration;
    const uriOf = (named: string) => workspace.uriOf(resolve(directory, named));
    const file = relativePath(directory, path);
    return reading.validation.parts.includes(file)
      ? { ...shared, document, configuration, reading, file, uriOf }
      : undefined;
  };
  const on =
    <P, R, Otherwise>(
      reply: (asked: Asked, params: P) => R | Promise<R>,
      otherwise: Otherwise,
      isLatestEnough = false,
    ) =>
    async (params: P & { readonly textDocument: { readonly uri: string } }): Promise<R | Otherwise> => {
      const known = await asked(params.textDocument.uri, isLatestEnough);
      return known === undefined ? otherwise : await reply(known, params);
    };
  connection.onCompletion(on(completionItems, [], true));
  connection.onHover(on(hoverOf, null));
  connection.onDefinition(on(definitionOf, []));
  connection.onReferences(on(referencesOf, []));
  connection.onPrepareRename(on(nameAt, null));
  connection.onRenameRequest(on(renameEdit, null));
  connection.onDocumentFormatting(on(formattingEdits, []));
  connection.onCodeAction(on(fixesIn, []));
}
