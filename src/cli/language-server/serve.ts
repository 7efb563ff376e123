/** Runs the language server on two streams until the editor exits. */

import { resolve } from 'node:path';
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
import { editorLanguage } from '../../library/language.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { createDiagnostics, type DiagnosticsInput } from './diagnostics.ts';
import { createLedgers } from './ledgers.ts';
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
import { createWorkspace, type OpenConfiguration, pathOf, type Workspace } from './workspace.ts';

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
export async function serve(
  session: Session,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<boolean> {
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

interface Listening extends Pick<Asked, 'language'> {
  readonly session: Session;
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
