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

export interface Workspace {
  /** The nearest configuration at or above a file. */
  readonly configurationOf: (uri: string) => OpenConfiguration | undefined;
  readonly configurations: () => readonly OpenConfiguration[];
  /** The URI as the editor wrote it. */
  readonly uriOf: (path: string) => string;
  readonly documentAt: (path: string) => TextDocument | undefined;
  /** Closes configurations without open files. */
  readonly dropUnused: () => readonly OpenConfiguration[];
}

/** undefined: not a file URI. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export function createWorkspace(session: Session, documents: () => readonly TextDocument[]): Workspace {
  const opened = new Map<string, OpenConfiguration>();
  const byPath = () => new Map(documents().flatMap((each) => [[pathOf(each.uri), each] as const]));
  const held = (directory: string): ReadonlyMap<string, TextDocument> =>
    new Map(
      [...byPath()].flatMap(([path, document]) =>
        path === undefined ? [] : [[relativePath(directory, path), document] as const],
      ),
    );
  const mainOf = (path: string): string | undefined => {
    const { configuration, directory } = session.settings;
    if (configuration !== undefined) return resolve(directory, configuration);
    const open = byPath();
    return findConfiguration(dirname(path), { isThere: (file) => open.has(file) || existsSync(file) });
  };
  const configurationOf = (uri: string): OpenConfiguration | undefined => {
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
    uriOf: (path) => byPath().get(path)?.uri ?? pathToFileURL(path).href,
    documentAt: (path) => byPath().get(path),
    dropUnused: () => {
      const used = new Set(documents().map(({ uri }) => configurationOf(uri)?.main));
      const unused = [...opened.values()].filter(({ main }) => !used.has(main));
      for (const { main } of unused) opened.delete(main);
      return unused;
    },
  };
}

export interface OpenConfiguration {
  readonly main: string;
  readonly directory: string;
  readonly options: (unsaved: ReadonlyMap<string, string>) => ConfigurationOptions;
  /** Reads the configuration again if a file changed. */
  readonly current: () => Promise<Reading>;
  /** The last result, which can be outdated. */
  readonly latest: () => Promise<Reading>;
  readonly changed: () => void;
}

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
): OpenConfiguration {
  const directory = dirname(main);
  const options = (texts: ReadonlyMap<string, string>): ConfigurationOptions => ({
    ...{ ...configurationOptions(session), directory, file: basename(main), mayBeOpen: true, unsaved: texts },
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
    const before = now.broken.flatMap((file): readonly (readonly [string, string])[] => {
      const text = whole.get(file);
      return text === undefined ? [] : [[file, text]];
    });
    for (const [file, text] of validation.sources) if (!now.broken.includes(file)) whole.set(file, text);
    const known = before.length === 0 ? now : (await validated(options(new Map([...texts, ...before])))).known();
    return { validation, known, unsaved: texts, versions };
  };
  const current = async (): Promise<Reading> => {
    if (read?.version !== version) read = { version, reading: readAgain() };
    return await read.reading;
  };
  const latest = async (): Promise<Reading> => await (read?.reading ?? current());
  const changed = (): void => {
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
