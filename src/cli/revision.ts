/** Reads the configuration at an earlier commit with Git. Does not change the working tree or contact a remote. */

import { dirname, posix, relative, resolve } from 'node:path';
import { relativePath } from '../config/load.ts';
import { isRepository, upwards } from '../disk/files.ts';
import type { FileReader } from '../library/configuration.ts';
import { count } from '../report/words.ts';
import { configurationOptions, type LoadedConfig, validated } from './configuration.ts';
import { usageFailure } from './failure.ts';
import type { Io } from './io.ts';
import { git, type Repository } from './repository.ts';
import type { Session } from './session.ts';

/** A repository as it was at a commit. */
interface Revision {
  readonly commit: string;
  readonly files: FileReader;
  readonly has: (path: string) => boolean;
  readonly formerPath: (path: string) => string | undefined;
}

/** Mode `120000` is a symbolic link, and `160000` a submodule. */
interface Entry {
  readonly mode: string;
  readonly hash: string;
}

interface Tree {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Entries by directory ('' is the root): name, and whether the entry is a directory. */
  readonly directories: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

const mostLinks = 40;

interface RevisionOptions {
  readonly environment: Io['environment'];
  readonly directory: string;
  readonly mainFile: string;
  readonly revision: string;
}

/** Throws DocformError (E-GIT) if Git, the repository or the revision is missing. */
export function openRevision({ environment, directory, mainFile, revision }: RevisionOptions): Revision {
  const home = dirname(resolve(directory, mainFile));
  const root = [...upwards(home)].find(isRepository);
  if (root === undefined)
    throw gitFailure(`${mainFile} is not in a Git repository`, 'run docform in a Git repository, or omit --since');
  const repository = { environment, root };
  const commit = commitOf(repository, revision);
  const tree = treeAt(repository, commit);
  const pathOf = (path: string): string => relativePath(root, resolve(directory, path));
  return {
    commit,
    files: {
      read: (path, maxBytes) => readAt(repository, tree, pathOf(path), maxBytes),
      list: (path) => listAt(repository, tree, pathOf(path)),
    },
    has: (path) => tree.entries.has(pathOf(path)),
    formerPath: (path) => {
      const former = renames(repository, commit).get(pathOf(path));
      return former === undefined ? undefined : relativePath(directory, resolve(root, former));
    },
  };
}

function answer(repository: Repository, args: readonly string[]) {
  const { error, status, stdout, stderr } = git(repository, args);
  if (error !== undefined) throw missingGit(error);
  if (status !== 0) throw gitFailure(`Git failed: ${firstLine(stderr)}`, 'check that `git status` works here');
  return stdout.toString('utf8');
}

function missingGit(error: Error) {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  const message = isMissing ? '--since requires Git, but `git` is not on PATH' : `cannot run Git: ${error.message}`;
  return gitFailure(message, 'install Git, or plan without --since');
}

function gitFailure(message: string, hint: string) {
  return usageFailure(message, hint, 'E-GIT');
}

function firstLine(bytes: Buffer) {
  return (bytes.toString('utf8').split('\n')[0] ?? '').replace(/^(fatal|error): /, '') || 'no reason given';
}

function commitOf(repository: Repository, revision: string) {
  if (revision === '' || revision.startsWith('-'))
    throw gitFailure(`"${revision}" is not a revision`, 'give a branch, a tag or a commit, such as origin/main');
  const { error, status, stdout } = git(repository, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (error !== undefined) throw missingGit(error);
  const commit = stdout.toString('utf8').trim();
  if (status === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw answer(repository, ['rev-parse', '--is-shallow-repository']).trim() === 'true'
    ? gitFailure(
        `this shallow clone does not contain the revision "${revision}"`,
        'run `git fetch --unshallow`, or set `fetch-depth: 0` in the checkout step',
      )
    : gitFailure(
        `this repository does not contain the revision "${revision}"`,
        'check the name, or fetch the branch from the remote',
      );
}

function treeAt(repository: Repository, commit: string): Tree {
  const entries = new Map<string, Entry>();
  const directories = new Map<string, Map<string, boolean>>([['', new Map()]]);
  for (const line of answer(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]).split('\0')) {
    const [, mode, hash, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode === undefined || hash === undefined || path === undefined) continue;
    entries.set(path, { mode, hash });
    for (let at = path, isDirectory = false; at !== ''; at = parentOf(at), isDirectory = true) {
      const names = directories.get(parentOf(at)) ?? new Map<string, boolean>();
      directories.set(parentOf(at), names.set(posix.basename(at), isDirectory));
    }
  }
  return { entries, directories };
}

function parentOf(path: string) {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** undefined: a link leads out of the repository. */
function withoutLinks(repository: Repository, tree: Tree, path: string, links = mostLinks) {
  if (path === '..' || path.startsWith('../') || posix.isAbsolute(path) || links === 0) return undefined;
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const above = parts.slice(0, length).join('/');
    const entry = tree.entries.get(above);
    if (entry?.mode !== '120000') continue;
    const target = answer(repository, ['cat-file', 'blob', entry.hash]);
    if (posix.isAbsolute(target)) return undefined;
    return withoutLinks(repository, tree, posix.join(parentOf(above), target, ...parts.slice(length)), links - 1);
  }
  return path;
}

function readAt(repository: Repository, tree: Tree, path: string, maxBytes: number): ReturnType<FileReader['read']> {
  const real = withoutLinks(repository, tree, path);
  if (real === undefined) return { fault: 'outside' };
  const entry = tree.entries.get(real);
  if (entry === undefined) return { fault: tree.directories.has(real) ? 'not-a-file' : 'missing' };
  if (!entry.mode.startsWith('100')) return { fault: 'not-a-file' };
  const { error, status, stdout, stderr } = git(repository, ['cat-file', 'blob', entry.hash], maxBytes + 1);
  if (error !== undefined && 'code' in error && error.code === 'ENOBUFS') return { fault: 'too-big' };
  if (error !== undefined) throw missingGit(error);
  // A partial clone can lack old file contents.
  if (status !== 0)
    throw gitFailure(
      `this clone does not contain the old version of ${real}: ${firstLine(stderr)}`,
      'run `git fetch --refetch`',
    );
  if (stdout.length > maxBytes) return { fault: 'too-big' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(stdout), bytes: stdout.length };
  } catch {
    return { fault: 'not-text' };
  }
}

function listAt(repository: Repository, tree: Tree, path: string): ReturnType<FileReader['list']> {
  const real = withoutLinks(repository, tree, path);
  return [...(tree.directories.get(real ?? '..') ?? [])].map(([name, isDirectory]) => ({ name, isDirectory }));
}

function renames(repository: Repository, commit: string): ReadonlyMap<string, string> {
  const args = ['--cached', '--no-ext-diff', '--no-textconv', '-z', '-M', '--diff-filter=R', '--name-status', commit];
  const fields = answer(repository, ['diff', ...args]).split('\0');
  const pairs = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) pairs.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
  return pairs;
}

export async function configurationSince(session: Session, { file, desired }: LoadedConfig, since: string) {
  const { directory } = session.settings;
  const mainFile = relative(directory, file);
  const revision = openRevision({ environment: session.io.environment, directory, mainFile, revision: since });
  const former = revision.has(mainFile) ? mainFile : revision.formerPath(mainFile);
  if (former === undefined)
    throw sinceFailure(
      `${mainFile} does not exist at ${since}`,
      'choose a revision that contains the file, or plan without --since',
    );
  const options = { ...configurationOptions(session), file: former, files: revision.files, mayBeOpen: true };
  const before = await validated(session, options);
  const [problem] = before?.problems ?? [];
  if (before?.desired === undefined)
    throw sinceFailure(
      `the configuration at ${since} has ${count(before?.problems.length ?? 0, 'error')}${
        problem === undefined
          ? ''
          : `: ${problem.code} at ${problem.span.file}:${problem.span.line}: ${problem.message}`
      }`,
      'choose a revision whose configuration is valid with the current variables, or plan without --since',
    );
  const { organization } = before.desired;
  if (organization !== desired.organization)
    throw sinceFailure(
      `the organization changed from "${organization}" at ${since} to "${desired.organization}"`,
      'plan without --since',
    );
  return { before: before.desired, since, commit: revision.commit };
}

function sinceFailure(message: string, hint: string) {
  return usageFailure(message, hint, 'E-SINCE');
}
