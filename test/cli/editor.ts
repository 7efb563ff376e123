/** Imitates an editor that is connected to `docform lsp` by streams in this process. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type Location,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { runProgram } from '../../src/cli/program.ts';
import { directoryWith, initRepository } from '../support/directory.ts';

export interface Editor {
  readonly directory: string;
  readonly connection: ProtocolConnection;
  /** Opens a file, which need not exist on disk, and returns the problems of that file. */
  readonly open: (path: string, text?: string) => Promise<readonly Diagnostic[]>;
  /** Changes an open file and returns its problems. */
  readonly type: (path: string, text: string) => Promise<readonly Diagnostic[]>;
  readonly close: (path: string) => Promise<void>;
  /** The next problems that the server publishes for a file. */
  readonly told: (path: string) => Promise<readonly Diagnostic[]>;
  /** Completes at the mark `|` of the text, which is removed. The file must be open. */
  readonly complete: (path: string, marked: string) => Promise<readonly CompletionItem[]>;
  /** The text after a completion is applied. */
  readonly completed: (path: string, marked: string, label: string) => Promise<string>;
  /** The position of the first match in the open text. */
  readonly hover: (path: string, what: string) => Promise<string>;
  readonly definition: (path: string, what: string) => Promise<readonly string[]>;
  readonly references: (path: string, what: string) => Promise<readonly string[]>;
  readonly rename: (path: string, what: string, to: string) => Promise<ReadonlyMap<string, string>>;
  readonly format: (path: string) => Promise<string>;
  readonly fixes: (path: string, at: Diagnostic) => Promise<readonly CodeAction[]>;
  /** The text of the file after an action is applied. */
  readonly fixed: (path: string, action: CodeAction) => string;
  readonly uri: (path: string) => string;
  /** Shuts the server down and returns the exit code of the command. */
  readonly leave: () => Promise<number>;
}

export interface EditorOptions {
  readonly argv?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
}

/** `files` are the files on disk. */
export async function editor(files: { readonly [path: string]: string }, options: EditorOptions = {}): Promise<Editor> {
  const directory = directoryWith();
  initRepository(directory);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const exit = serve(directory, toServer, toClient, options);
  const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const problems = listenForProblems(connection);
  // An editor can be slow to respond, and can disconnect before it responds.
  connection.onRequest('client/registerCapability', () => new Promise(() => undefined));
  connection.listen();
  await connection.sendRequest('initialize', {
    ...{ processId: null, rootUri: null },
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  await connection.sendNotification('initialized', {});
  const uri = (path: string) => pathToFileURL(join(directory, path)).href;
  const texts = new Map<string, TextDocument>();
  const documentAt = (path: string) => texts.get(path) ?? TextDocument.create(uri(path), 'yaml', 0, '');
  const put = async (path: string, text: string): Promise<void> => {
    const version = documentAt(path).version + 1;
    const isOpen = texts.has(path);
    texts.set(path, TextDocument.create(uri(path), 'yaml', version, text));
    if (isOpen)
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(path), version },
        contentChanges: [{ text }],
      });
    else
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(path), languageId: 'yaml', version, text },
      });
  };
  const ask = <R>(method: string, path: string, more: object): Promise<R> =>
    connection.sendRequest(method, { textDocument: { uri: uri(path) }, ...more });
  const before = (path: string, what: string) => {
    const at = documentAt(path).getText().indexOf(what);
    if (at === -1) throw new Error(`${what} does not stand in ${path}`);
    return documentAt(path).positionAt(at);
  };
  const shown = (locations: readonly Location[] | null) =>
    (locations ?? [])
      .map(
        (each) =>
          `${each.uri.slice(uri('').length + 1)}:${each.range.start.line + 1}:${each.range.start.character + 1}`,
      )
      .sort();
  const complete = async (path: string, marked: string): Promise<readonly CompletionItem[]> => {
    const at = marked.indexOf('|');
    await put(path, marked.replace('|', ''));
    return await ask('textDocument/completion', path, { position: documentAt(path).positionAt(at) });
  };
  const textOf = async (address: string): Promise<string> => {
    const path = decodeURIComponent(address.slice(uri('').length + 1));
    return texts.get(path)?.getText() ?? (await readFile(join(directory, path), 'utf8'));
  };
  return {
    ...{ directory, connection, uri, complete },
    told: (path) => problems(uri(path)),
    open: async (path, text) => {
      const next = problems(uri(path), documentAt(path).version + 1);
      await put(path, text ?? files[path] ?? '');
      return await next;
    },
    type: async (path, text) => {
      const next = problems(uri(path), documentAt(path).version + 1);
      await put(path, text);
      return await next;
    },
    close: async (path) => {
      texts.delete(path);
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(path) } });
    },
    completed: async (path, marked, label) => {
      const item = (await complete(path, marked)).find((each) => each.label === label);
      if (item?.textEdit === undefined) throw new Error(`${label} is not offered`);
      return applied(documentAt(path).getText(), [item.textEdit as TextEdit]);
    },
    hover: async (path, what) => {
      const found = await ask<Hover | null>('textDocument/hover', path, { position: before(path, what) });
      return (found?.contents as { readonly value: string } | undefined)?.value ?? '';
    },
    definition: async (path, what) =>
      shown(await ask('textDocument/definition', path, { position: before(path, what) })),
    references: async (path, what) =>
      shown(
        await ask('textDocument/references', path, {
          position: before(path, what),
          context: { includeDeclaration: true },
        }),
      ),
    rename: async (path, what, newName) => {
      const edit = await ask<WorkspaceEdit>('textDocument/rename', path, { position: before(path, what), newName });
      const changes = Object.entries(edit.changes ?? {});
      return new Map(
        await Promise.all(
          changes.map(
            async ([address, edits]) =>
              [address.slice(uri('').length + 1), applied(await textOf(address), edits)] as const,
          ),
        ),
      );
    },
    format: async (path) =>
      applied(
        documentAt(path).getText(),
        await ask('textDocument/formatting', path, { options: { tabSize: 2, insertSpaces: true } }),
      ),
    fixes: (path, { range }) =>
      ask<readonly CodeAction[]>('textDocument/codeAction', path, { range, context: { diagnostics: [] } }),
    fixed: (path, action) => applied(documentAt(path).getText(), action.edit?.changes?.[uri(path)] ?? []),
    leave: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await exit;
      connection.dispose();
      return code;
    },
  };
}

function serve(
  directory: string,
  input: PassThrough,
  output: PassThrough,
  { argv = [], environment = {} }: EditorOptions,
): Promise<number> {
  const silent = { write: () => undefined, isTerminal: false, columns: 80 };
  return runProgram(['lsp', ...argv], {
    ...{ stdout: silent, stderr: silent, output, environment, directory },
    stdin: { isTerminal: false, readAll: async () => '', ask: async () => undefined, stream: input },
    onInterrupt: () => () => undefined,
    quit: () => undefined,
  });
}

/** Waits for the next problems of a file, or of the given version of the file. */
function listenForProblems(
  connection: ProtocolConnection,
): (uri: string, version?: number) => Promise<readonly Diagnostic[]> {
  const waiting = new Map<
    string,
    { readonly of: number | undefined; readonly tell: (found: readonly Diagnostic[]) => void }
  >();
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics, version }: PublishDiagnosticsParams) => {
      const next = waiting.get(uri);
      if (next === undefined || (next.of !== undefined && next.of !== version)) return;
      waiting.delete(uri);
      next.tell(diagnostics);
    },
  );
  return (uri, of) => new Promise((resolve) => waiting.set(uri, { of, tell: resolve }));
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('', 'yaml', 0, text), [...edits]);
}

/** The text in the range of a problem. */
export function underlined(text: string, range: Range): string {
  return TextDocument.create('', 'yaml', 0, text).getText(range);
}
