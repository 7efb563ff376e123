/** The files an editor holds, and the configurations that they belong to. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Session } from '../session.ts';
import { type OpenConfiguration, openConfiguration } from './open-configuration.ts';

export interface Workspace {
  /** The configuration that a file stands in the tree of. undefined: there is none. */
  readonly configurationOf: (uri: string) => Promise<OpenConfiguration | undefined>;
  readonly configurations: () => readonly OpenConfiguration[];
  /** Files are told by the address that the editor knows them under. */
  readonly uriOf: (path: string) => string;
  readonly documentAt: (path: string) => TextDocument | undefined;
  /** Lets go of configurations of which the editor has no file. */
  readonly dropUnused: () => Promise<readonly OpenConfiguration[]>;
}

/** undefined: it is no file on a disk. */
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
  const held = async (directory: string): Promise<ReadonlyMap<string, TextDocument>> => {
    const { pathFrom } = await import('../../library/index.ts');
    const found = [...byPath()].flatMap(([path, document]) => (path === undefined ? [] : [{ path, document }]));
    return new Map(await Promise.all(found.map(async ({ path, document }) => [await pathFrom(directory, path), document] as const)));
  };
  const mainOf = async (path: string): Promise<string | undefined> => {
    const { configuration, directory } = session.settings;
    if (configuration !== undefined) return resolve(directory, configuration);
    const { configurationAbove } = await import('../../library/index.ts');
    const open = byPath();
    return await configurationAbove(dirname(path), (file) => open.has(file) || existsSync(file));
  };
  const configurationOf = async (uri: string): Promise<OpenConfiguration | undefined> => {
    const path = pathOf(uri);
    const main = path === undefined ? undefined : await mainOf(path);
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
    dropUnused: async () => {
      const used = new Set(await Promise.all(documents().map(async ({ uri }) => (await configurationOf(uri))?.main)));
      const unused = [...opened.values()].filter(({ main }) => !used.has(main));
      for (const { main } of unused) opened.delete(main);
      return unused;
    },
  };
}
