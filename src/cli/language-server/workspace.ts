/** The open files of an editor, their configurations, and the ledgers of these. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findConfiguration } from '../../config/files/find-configuration.ts';
import { relativePath } from '../../config/files/load.ts';
import type { Known } from '../../config/load-configuration.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError } from '../../core/docform-error.ts';
import { sleep } from '../../core/sleep.ts';
import { anyOrganization, type Desired, type KnownLedger } from '../../core/state.ts';
import { type ConfigurationOptions, type Validation, validateForEditor } from '../../library/configuration.ts';
import { configurationOptions } from '../files/configuration.ts';
import { closersOf, type Session } from '../io/session.ts';
import { isLedgerFile, openRecordedBackend } from '../target/backend.ts';

export type Workspace = Readonly<ReturnType<typeof createWorkspace>>;

/** undefined: not a file URI. */
export function pathOf(uri: string) {
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
    ...configurationOptions(session),
    directory,
    file: basename(main),
    mayBeOpen: true,
    unsaved,
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

async function validated(options: ConfigurationOptions) {
  const validation = await validateForEditor(options);
  if (validation === undefined)
    throw new Error(`no such configuration: ${resolve(options.directory, options.file ?? '')}`);
  return validation;
}

/** Reads ledgers for an editor. A file is read each time; a database or state service is read in the background, with a short wait. Never rejects. `desired`: missing if the configuration has errors. */
export type Ledgers = (
  configuration: { readonly main: string; readonly directory: string },
  desired?: Desired,
) => Promise<KnownLedger>;

/** Longest wait before the editor gets an answer. */
const answerMs = 500;
/** Time for which a result is reused. */
const freshMs = 10_000;
/** Longest wait for the backend. */
const troubleMs = 5_000;

export function createLedgers(session: Session): Ledgers {
  // The language server prints no messages about waiting.
  const patient: Session = {
    ...session,
    say: () => undefined,
    settings: { ...session.settings, maxWaitMs: troubleMs, timeoutMs: troubleMs },
  };
  const asking = new Map<string, Promise<KnownLedger>>();
  const results = new Map<string, { readonly atMs: number; readonly known: KnownLedger }>();
  const ask = async (main: string, directory: string, named: Named): Promise<KnownLedger> => {
    const known = await read(patient, directory, named);
    asking.delete(main);
    results.set(main, { atMs: performance.now(), known });
    return known;
  };
  return async ({ main, directory }, desired) => {
    const organization = desired?.organization ?? anyOrganization;
    const named = { organization, ...withoutUndefined({ name: desired?.name }) };
    if (isLedgerFile(session)) return await read(session, directory, named);
    const last = results.get(main);
    if (last !== undefined && performance.now() - last.atMs < freshMs) return last.known;
    // The organization can be missing while the user types.
    const unread = desired === undefined ? 'the configuration has errors' : 'no organization is set';
    if (organization === anyOrganization) return last?.known ?? { unread };
    const answer = asking.get(main) ?? ask(main, directory, named);
    asking.set(main, answer);
    const waiting = new AbortController();
    const late = sleep(answerMs, waiting.signal).then(() => last?.known ?? { unread: 'no answer yet' });
    return await Promise.race([answer, late]).finally(() => waiting.abort());
  };
}

type Named = Pick<Desired, 'organization' | 'name'>;

async function read(session: Session, directory: string, desired: Named): Promise<KnownLedger> {
  const closers = closersOf();
  const load = async () => {
    const { ledger } = await openRecordedBackend({ ...session, ...closers }, { desired, directory }, 'reading');
    return (await ledger.load()).ledger;
  };
  return await load()
    .finally(closers.close)
    .catch((error: unknown) => ({ unread: error instanceof DocformError ? error.message : String(error) }));
}
