/** Finds the configurations of the same repository, and reads what they declare. */

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { relativePath } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import { once } from '../core/once.ts';
import type { DesiredResource, OtherConfiguration } from '../core/state.ts';
import { isRepository, readPlainFile, upwards } from '../disk/files.ts';
import { validate } from '../library/configuration.ts';
import { configurationOptions } from './configuration.ts';
import { git, type Repository } from './revision.ts';
import type { Session } from './session.ts';

/** The configuration of a ledger. `file`: its main file, if it has one yet. */
export interface LedgerPlace {
  readonly directory: string;
  readonly organization: string;
  readonly name?: string | undefined;
  readonly file?: string;
}

/** The root of the repository, or the directory itself. */
export function rootOf(directory: string): string {
  return [...upwards(directory)].find(isRepository) ?? directory;
}

/** The stated name, or the directory. */
export function nameOfConfiguration({ directory, name }: Pick<LedgerPlace, 'directory' | 'name'>): string {
  const root = rootOf(directory);
  return name ?? (relativePath(root, directory) || basename(root));
}

export function repositoryOf(session: Session, place: LedgerPlace) {
  const root = rootOf(place.directory);
  const main = place.file ?? join(place.directory, 'docform.yaml');
  const file = relativePath(isRepository(root) ? root : dirname(root), main);
  const configuration = { name: nameOfConfiguration(place), file };
  if (!isRepository(root)) return { configuration };
  const remotes = once(() => remotesOf({ root, environment: session.io.environment }));
  const isUsedBy = (other: string) => mayHaveName(root, other, configuration.name);
  return {
    configuration: { ...configuration, remotes, isUsedBy },
    repository: { root, ledgers: () => ledgersIn(session, root), mutex: () => mutexIn(root) },
  };
}

/** Without validation, because a configuration with problems has a name too. `path`: a main file, from the root. */
export function mayHaveName(root: string, path: string, name: string): boolean {
  const read = readPlainFile(resolve(root, path), 16 * 1024 * 1024);
  const unstated = nameOfConfiguration({ directory: resolve(root, dirname(path)) });
  return 'text' in read && (unstated === name || read.text.includes(name));
}

/** `https://user@host/acme/docs.git`, `ssh://git@host:22/acme/docs`, or `git@host:acme/docs.git`. */
const remotePattern = /^remote\.(.*)\.url (?!file:)(?:\w[\w+]*:\/\/[^/]+\/|[^/:]{2,}:(?!\/\/))\/*(.+?)(?:\.git)?\/*$/;

/** Without scheme, host and credentials, which differ between clones of a repository. A path on this machine is no name. */
function remotesOf(repository: Repository) {
  const listed = git(repository, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]);
  const remotes = (listed.stdout ?? '')
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, remote, path] = remotePattern.exec(line) ?? [];
      return path === undefined ? [] : [{ isOrigin: remote === 'origin', name: path.toLowerCase() }];
    });
  return remotes.sort((a, b) => Number(b.isOrigin) - Number(a.isOrigin)).map(({ name }) => name);
}

function ledgersIn(session: Session, root: string) {
  return filesIn(session, root, [':(glob)**/docform.ledger.json', ':(glob)**/docform.ledger.*.json']);
}

/** Paths of the main files. */
export function configurationsIn(session: Session, root: string): readonly string[] {
  return filesIn(session, root, [':(glob)**/docform.yaml']).filter((file) => existsSync(join(root, file)));
}

/** Includes files that are not committed yet. One request to Git, however many files the repository has. */
function filesIn(session: Session, root: string, patterns: readonly string[]) {
  const listed = git({ root, environment: session.io.environment }, [
    ...['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    ...['--', ...patterns],
  ]);
  if (listed.error === undefined && listed.status === 0)
    return [...new Set(listed.stdout.toString('utf8').split('\0'))].filter((file) => file !== '');
  session.warn('Git cannot list this repository, so the objects of its other configurations are unknown.\n');
  return [];
}

/** In the files of Git, which no configuration reads. In a second work tree, `.git` is a file. */
function mutexIn(root: string) {
  const own = join(root, '.git');
  return statSync(own).isDirectory() ? join(own, 'docform.mutex') : join(root, '.docform.ledger.json.mutex');
}

/** The main file of another configuration, if it is in this repository. */
export function mainFileOf(root: string, { file }: Pick<OtherConfiguration, 'file'>): string | undefined {
  const main = file.endsWith('.json') ? join(dirname(file), 'docform.yaml') : file;
  return existsSync(resolve(root, main)) ? main : undefined;
}

/** Reads the resources of another configuration. Undefined: not in this repository, or not valid. */
export function declarations(session: Session, directory: string) {
  return async (other: OtherConfiguration): Promise<readonly DesiredResource[] | undefined> => {
    const root = rootOf(directory);
    const file = mainFileOf(root, other);
    if (file === undefined) return undefined;
    const { variables } = configurationOptions(session);
    const read = await validate({ directory: root, file, mayBeOpen: true, ...defined({ variables }) });
    for (const secret of read?.secrets ?? []) session.keepSecret(secret);
    // Another repository can have a configuration at the same path.
    const name = nameOfConfiguration({ directory: resolve(root, dirname(file)), name: read?.desired?.name });
    return name === other.name ? read?.desired?.resources : undefined;
  };
}
