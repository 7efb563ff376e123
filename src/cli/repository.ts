/** The Git repository of a configuration: its commit, its remotes, its other configurations, and its place for pipelines. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { relativePath } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import { once } from '../core/once.ts';
import type { DesiredResource, OtherConfiguration } from '../core/state.ts';
import { isRepository, readPlainFile, upwards } from '../disk/files.ts';
import type { Validation } from '../library/configuration.ts';
import { configurationOptions, readConfiguration, validated } from './configuration.ts';
import { originOf } from './origin.ts';
import type { Session } from './session.ts';

export interface Repository {
  readonly root: string;
  readonly environment: Session['io']['environment'];
}

const mostBytes = 1024 * 1024 * 1024;

/** Git must not prompt, contact a remote, or use the repository of a surrounding Git hook. */
export function git({ root, environment }: Repository, args: readonly string[], maxBuffer = mostBytes, input = '') {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE)$/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
  return spawnSync('git', ['-C', root, '--no-pager', '--no-replace-objects', ...args], {
    ...{ env, maxBuffer, input, windowsHide: true },
  });
}

/** The configuration of a ledger. `file`: its main file, if it has one yet. */
export interface LedgerPlace {
  readonly directory: string;
  readonly organization: string;
  readonly name?: string | undefined;
  readonly file?: string;
}

export function repositoryRoot(directory: string) {
  return [...upwards(directory)].find(isRepository);
}

/** The root of the repository, or the directory itself. */
export function rootOf(directory: string) {
  return repositoryRoot(directory) ?? directory;
}

/** The stated name, or the directory. */
export function nameOfConfiguration({ directory, name }: Pick<LedgerPlace, 'directory' | 'name'>) {
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
    repository: { root, ledgers: () => filesIn(session, root, ledgerPatterns), mutex: () => mutexIn(root) },
  };
}

/** Without validation, because a configuration with problems has a name too. `path`: a main file, from the root. */
export function mayHaveName(root: string, path: string, name: string) {
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

const ledgerPatterns = [':(glob)**/docform.ledger.json', ':(glob)**/docform.ledger.*.json'];

/** Paths of the main files. */
export function configurationsIn(session: Session, root: string) {
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
export function mainFileOf(root: string, { file }: Pick<OtherConfiguration, 'file'>) {
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
    const read = await validated(session, { directory: root, file, mayBeOpen: true, ...defined({ variables }) });
    // Another repository can have a configuration at the same path.
    const name = nameOfConfiguration({ directory: resolve(root, dirname(file)), name: read?.desired?.name });
    return name === other.name ? read?.desired?.resources : undefined;
  };
}

/** The commit of the configuration, with `-modified` if one of its files differs from the checked-out commit. Undefined: no commit. */
export function revisionOf(
  session: Pick<Session, 'io' | 'settings'>,
  directory: string,
  { sources }: Pick<Validation, 'sources'>,
): string | undefined {
  const named = originOf(session).commit;
  const root = repositoryRoot(directory);
  if (root === undefined) return named;
  const repository = { root, environment: session.io.environment };
  const paths = [...sources.keys()].map((path) => relative(root, resolve(session.settings.directory, path)));
  const own = paths.filter((path) => !path.startsWith('..'));
  const { status: exit, stdout } = git(repository, [
    ...['--literal-pathspecs', 'status', '--porcelain=v2', '--branch', '--no-ahead-behind'],
    ...['--ignored', '--untracked-files=all', '--', ...own],
  ]);
  const lines = stdout?.toString('utf8') ?? '';
  const [, head] = /^# branch\.oid ([0-9a-f]+)$/m.exec(lines) ?? [];
  if (head === undefined) return named;
  const isModified = exit !== 0 || /^[^#]/m.test(lines);
  return `${named ?? head}${isModified ? '-modified' : ''}`;
}

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
const mostLockFileBytes = 64 * 1024 * 1024;

/** The repository, the configuration and the install directory of a pipeline. Forges read pipelines only at the root, and all other paths are from there. Without `configuration`, docform finds it. `parts`: further files of the configuration. */
export async function repositoryPlace(session: Session, out: string | undefined) {
  const { directory, configuration: given } = session.settings;
  const root = out === undefined ? rootOf(directory) : resolve(directory, out);
  const seen = (path: string) => relativePath(root, resolve(directory, path));
  if (seen('.').startsWith('..'))
    return { root, ...defined({ configuration: given }), installDirectory: '', parts: [] };
  const { file, parts } = await filesOf(session);
  const found = seen(given ?? file);
  return {
    root,
    ...(given === undefined && found === 'docform.yaml' ? {} : { configuration: found }),
    installDirectory: installDirectory(root, dirname(resolve(root, found))),
    parts: parts.map(seen).filter((part) => part !== found),
  };
}

/** A pipeline can be generated before its configuration exists. */
async function filesOf(session: Session): Promise<{ readonly file: string; readonly parts: readonly string[] }> {
  try {
    return await readConfiguration(session, { mayBeOpen: true });
  } catch {
    return { file: 'docform.yaml', parts: [] };
  }
}

/** The nearest directory whose lock file contains docform, otherwise the nearest one with a lock file. */
function installDirectory(root: string, start: string) {
  const above = [...upwards(start)];
  const candidates = above
    .slice(0, above.indexOf(root) + 1)
    .filter((each) => lockFiles.some((name) => existsSync(join(each, name))));
  return relativePath(root, candidates.find(knowsDocform) ?? candidates[0] ?? root);
}

function knowsDocform(directory: string) {
  return lockFiles.some((name) => {
    const read = readPlainFile(join(directory, name), mostLockFileBytes);
    return 'text' in read && /\bdocform\b/.test(read.text);
  });
}
