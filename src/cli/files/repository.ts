/** The Git repository of a configuration: its remotes, its other configurations, and its place for pipelines. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { relativePath } from '../../config/files/load.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { cachePerObject } from '../../core/once.ts';
import type { DesiredResource, OtherConfiguration } from '../../core/state.ts';
import { ancestorPaths, isRepositoryRoot } from '../../disk/files.ts';
import { readPlainFile } from '../../disk/plain-file.ts';
import type { NeighbourConfiguration } from '../../ledger/owners.ts';
import { type Session, usageFailure } from '../io/session.ts';
import { configurationOptions, readConfiguration, validated } from './configuration.ts';
import { type GitRefusal, git, type Repository, refusalOf } from './git.ts';

/** The configuration of a ledger. `file`: its main file, if it has one yet. */
export interface LedgerPlace {
  readonly directory: string;
  readonly organization: string;
  readonly name?: string | undefined;
  readonly file?: string;
}

export function repositoryRoot(directory: string) {
  return [...ancestorPaths(directory)].find(isRepositoryRoot);
}

/** The root of the repository, or the directory itself. */
export function rootOf(directory: string) {
  return repositoryRoot(directory) ?? directory;
}

/** The stated name, the directory in the repository, or the repository. The directory of a checkout is only for display: see `requireIdentity`. */
export function nameOfConfiguration(
  { io: { environment } }: Pick<Session, 'io'>,
  { directory, name }: Pick<LedgerPlace, 'directory' | 'name'>,
) {
  if (name !== undefined) return name;
  const root = repositoryRoot(directory);
  if (root === undefined) return basename(directory);
  return relativePath(root, directory) || (remotesIn({ root, environment }) ?? [])[0] || basename(root);
}

/** Two checkouts of a commit must find the same ledger in a shared backend, and two configurations must not. Throws DocformError if neither the name nor the repository identifies the configuration. */
export function requireIdentity({ io: { environment } }: Session, { directory, name, file }: LedgerPlace) {
  if (name !== undefined) return;
  const root = repositoryRoot(directory);
  if (root !== undefined && remotesOf({ root, environment }).length > 0) return;
  throw usageFailure(
    'neither `name` nor a Git remote identifies this configuration, so DOCFORM_BACKEND could give it the ledger of another one',
    `add \`name: NAME\` to ${basename(file ?? 'docform.yaml')}; the name must be unique in the organization`,
    'E-LEDGER-NAME',
  );
}

export function repositoryOf(session: Session, place: LedgerPlace) {
  const root = rootOf(place.directory);
  const main = place.file ?? join(place.directory, 'docform.yaml');
  const file = relativePath(isRepositoryRoot(root) ? root : dirname(root), main);
  const configuration = { name: nameOfConfiguration(session, place), file };
  if (!isRepositoryRoot(root)) return { configuration };
  const remotes = () => remotesOf({ root, environment: session.io.environment });
  const isUsedBy = (other: string) => mayHaveName(session, root, { path: other, name: configuration.name });
  return {
    configuration: { ...configuration, remotes, isUsedBy },
    repository: {
      root,
      ledgers: () => listMatchingFiles(session, root, ledgerPatterns),
      mutex: () => mutexIn(root),
      configurations: () => configurationsBeside(session, root, { file, organization: place.organization }),
    },
  };
}

/** Without validation, because a configuration with problems has a name too. `path`: a main file, from the root. */
export function mayHaveName(session: Session, root: string, { path, name }: { path: string; name: string }) {
  const read = readPlainFile(resolve(root, path), 16 * 1024 * 1024);
  const unstated = nameOfConfiguration(session, { directory: resolve(root, dirname(path)) });
  return 'text' in read && (unstated === name || read.text.includes(name));
}

/** `https://user@host/acme/docs.git`, `ssh://git@host:22/acme/docs`, or `git@host:acme/docs.git`. */
const remotePattern = /^remote\.(.*)\.url (?!file:)(?:\w[\w+]*:\/\/[^/]+\/|[^/:]{2,}:(?!\/\/))\/*(.+?)(?:\.git)?\/*$/;

/** Throws DocformError (E-GIT) if Git does not answer. */
function remotesOf(repository: Repository): readonly string[] {
  const remotes = remotesIn(repository);
  if (remotes !== undefined) return remotes;
  const refusal = refusalOf(listRemotes(repository), repository);
  throw gitFailure(refusal ?? { reason: 'its remotes are unknown', fix: 'run the command again' });
}

/** One request to Git per repository, because no command changes the remotes. */
function listRemotes(repository: Repository) {
  const answers = remoteAnswers(repository.environment);
  const answer = answers.get(repository.root) ?? git(repository, ['config', '--get-regexp', remoteUrls]);
  answers.set(repository.root, answer);
  return answer;
}

const remoteUrls = String.raw`^remote\..*\.url$`;

/** Answers about remotes by the root of the repository. Each process, and each test, has its own environment. */
const remoteAnswers = cachePerObject((_: Repository['environment']) => new Map<string, ReturnType<typeof git>>());

/** Without scheme, host and credentials, which differ between clones of a repository. A path on this machine is no name. Undefined: Git does not answer. */
function remotesIn(repository: Repository): readonly string[] | undefined {
  const listed = listRemotes(repository);
  // Git exits with 1 without a message if there is no remote.
  const isNone = listed.status === 1 && listed.stderr.length === 0;
  if (!isNone && refusalOf(listed, repository) !== undefined) return undefined;
  const remotes = listed.stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, remote, path] = remotePattern.exec(line) ?? [];
      return path === undefined ? [] : [{ isOrigin: remote === 'origin', name: path.toLowerCase() }];
    });
  return remotes.sort((a, b) => Number(b.isOrigin) - Number(a.isOrigin)).map(({ name }) => name);
}

const ledgerPatterns = [':(glob)**/docform.ledger.json', ':(glob)**/docform.ledger.*.json'];

/** Paths of the main files. Throws DocformError (E-GIT) if Git cannot list them. */
export function configurationsIn(session: Session, root: string) {
  const listed = listMatchingFiles(session, root, [':(glob)**/docform.yaml']);
  if ('reason' in listed) throw gitFailure(listed);
  return listed.files.filter((file) => existsSync(join(root, file)));
}

function gitFailure({ reason, fix }: Pick<GitRefusal, 'reason' | 'fix'>) {
  return usageFailure(`Git cannot read this repository: ${reason}`, fix, 'E-GIT');
}

/** The other configurations of the organization in the repository, for backends that cannot list them. */
async function configurationsBeside(
  session: Session,
  root: string,
  { file: own, organization }: { readonly file: string; readonly organization: string },
): Promise<readonly NeighbourConfiguration[]> {
  const listed = listMatchingFiles(session, root, [':(glob)**/docform.yaml']);
  if ('reason' in listed) return [{ file: 'this repository', unread: listed.reason, fix: listed.fix }];
  const { variables } = configurationOptions(session);
  const found: NeighbourConfiguration[] = [];
  for (const file of listed.files.filter((each) => each !== own && existsSync(join(root, each)))) {
    const read = await validated(session, {
      directory: root,
      file,
      mayBeOpen: true,
      ...withoutUndefined({ variables }),
    });
    if (read?.desired === undefined)
      found.push({ file, unread: 'it has problems', fix: `run \`docform -c ${file} validate\`` });
    else if (read.desired.organization === '' || read.desired.organization === organization)
      found.push({
        file,
        name: nameOfConfiguration(session, { directory: resolve(root, dirname(file)), ...read.desired }),
      });
  }
  return found;
}

/** Includes files that are not committed yet. One request to Git, however many files the repository has. */
function listMatchingFiles(session: Session, root: string, patterns: readonly string[]) {
  const repository = { root, environment: session.io.environment };
  const listed = git(repository, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns]);
  const refusal = refusalOf(listed, repository);
  if (refusal !== undefined) return refusal;
  return { files: [...new Set(listed.stdout.toString('utf8').split('\0'))].filter((file) => file !== '') };
}

/** In the files of Git, which no configuration reads. In a second work tree, `.git` is a file. */
function mutexIn(root: string) {
  const own = join(root, '.git');
  return statSync(own).isDirectory() ? join(own, 'docform.mutex') : join(root, '.docform.ledger.json.mutex');
}

/** The main file of another configuration, if it is in this repository. */
function mainFileOf(root: string, { file }: Pick<OtherConfiguration, 'file'>) {
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
    const read = await validated(session, {
      directory: root,
      file,
      mayBeOpen: true,
      ...withoutUndefined({ variables }),
    });
    // Another repository can have a configuration at the same path.
    const name = nameOfConfiguration(session, { directory: resolve(root, dirname(file)), name: read?.desired?.name });
    return name === other.name ? read?.desired?.resources : undefined;
  };
}

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
const maxLockFileBytes = 64 * 1024 * 1024;

/** The repository, the configuration and the install directory of a pipeline. Forges read pipelines only at the root, and all other paths are from there. Without `configuration`, docform finds it. `parts`: further files of the configuration. */
export async function repositoryPlace(session: Session, out: string | undefined) {
  const { directory, configuration: given } = session.settings;
  const root = out === undefined ? rootOf(directory) : resolve(directory, out);
  const seen = (path: string) => relativePath(root, resolve(directory, path));
  if (seen('.').startsWith('..'))
    return { root, ...withoutUndefined({ configuration: given }), installDirectory: '', parts: [] };
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
  const above = [...ancestorPaths(start)];
  const candidates = above
    .slice(0, above.indexOf(root) + 1)
    .filter((each) => lockFiles.some((name) => existsSync(join(each, name))));
  return relativePath(root, candidates.find(knowsDocform) ?? candidates[0] ?? root);
}

function knowsDocform(directory: string) {
  return lockFiles.some((name) => {
    const read = readPlainFile(join(directory, name), maxLockFileBytes);
    return 'text' in read && /\bdocform\b/.test(read.text);
  });
}
