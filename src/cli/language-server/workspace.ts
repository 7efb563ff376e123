/** The open files of an editor and their configurations. */

import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findConfiguration, relativePath } from '../../config/load.ts';
import type { Known } from '../../config/load-configuration.ts';
import {
  type ConfigurationOptions,
  type EditorValidation,
  type Validation,
  validateForEditor,
} from '../../library/configuration.ts';
import { configurationOptions } from '../configuration.ts';
import type { Session } from '../session.ts';

export type Workspace = Readonly<ReturnType<typeof createWorkspace>>;

/** undefined: not a file URI. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export function createWorkspace(session: Session, documents: () => readonly TextDocument[]) {
  const opened = new Map<string, OpenConfiguration>();
  const byPath = () => new Map(documents().flatMap((each) => [[pathOf(each.uri), each] as const]));
  const held = (directory: string) =>
    new Map(
      [...byPath()].flatMap(([path, document]) =>
        path === undefined ? [] : [[relativePath(directory, path), document] as const],
      ),
    );
  const mainOf = (path: string) => {
    const { configuration, directory } = session.settings;
    if (configuration !== undefined) return resolve(directory, configuration);
    const open = byPath();
    return findConfiguration(dirname(path), { isThere: (file) => open.has(file) || existsSync(file) });
  };
  /** The nearest configuration at or above a file. */
  const configurationOf = (uri: string) => {
    const path = pathOf(uri);
    const main = path === undefined ? undefined : mainOf(path);
    if (main === undefined) return undefined;
    const known = opened.get(main) ?? openConfiguration(session, main, held);
    opened.set(main, known);
    return known;
  };
  return {
    configurationOf,
    configurations: () => [...opened.values()],
    /** The URI as the editor wrote it. */
    uriOf: (path: string) => byPath().get(path)?.uri ?? pathToFileURL(path).href,
    /** Closes configurations without open files. */
    dropUnused: () => {
      const used = new Set(documents().map(({ uri }) => configurationOf(uri)?.main));
      const unused = [...opened.values()].filter(({ main }) => !used.has(main));
      for (const { main } of unused) opened.delete(main);
      return unused;
    },
  };
}

export type OpenConfiguration = Readonly<ReturnType<typeof openConfiguration>>;

export interface Reading {
  readonly validation: Validation;
  /** For files with syntax errors, the result of their last valid text. */
  readonly known: Known;
  readonly unsaved: ReadonlyMap<string, string>;
  /** Versions of the open texts. */
  readonly versions: ReadonlyMap<string, number>;
}

/** `held`: the open texts, by path as in problems. */
function openConfiguration(
  session: Session,
  main: string,
  held: (directory: string) => ReadonlyMap<string, TextDocument>,
) {
  const directory = dirname(main);
  const options = (unsaved: ReadonlyMap<string, string>): ConfigurationOptions => ({
    ...{ ...configurationOptions(session), directory, file: basename(main), mayBeOpen: true, unsaved },
  });
  const whole = new Map<string, string>();
  let version = 0;
  let read: { readonly version: number; readonly reading: Promise<Reading> } | undefined;
  const readAgain = async (): Promise<Reading> => {
    const documents = held(directory);
    const versions = new Map([...documents].map(([file, { version: its }]) => [file, its]));
    const texts = new Map([...documents].map(([file, document]) => [file, document.getText()]));
    const validation = await validated(options(texts));
    for (const secret of validation.secrets) session.keepSecret(secret);
    const now = validation.known();
    const before = [...whole].filter(([file]) => now.broken.includes(file));
    for (const [file, text] of validation.sources) if (!now.broken.includes(file)) whole.set(file, text);
    const known = before.length === 0 ? now : (await validated(options(new Map([...texts, ...before])))).known();
    return { validation, known, unsaved: texts, versions };
  };
  /** Reads the configuration again if a file changed. */
  const current = async () => {
    if (read?.version !== version) read = { version, reading: readAgain() };
    return await read.reading;
  };
  /** The last result, which can be outdated. */
  const latest = async () => await (read?.reading ?? current());
  const changed = () => {
    version += 1;
  };
  return { main, directory, options, current, latest, changed };
}

async function validated(options: ConfigurationOptions): Promise<EditorValidation> {
  const validation = await validateForEditor(options);
  if (validation === undefined)
    throw new Error(`no such configuration: ${resolve(options.directory, options.file ?? '')}`);
  return validation;
}
