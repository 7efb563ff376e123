/** Reads the configuration at an earlier commit with Git. Does not change the working tree or contact a remote. */

import { dirname, relative, resolve } from 'node:path';
import { relativePath } from '../../config/files/load.ts';
import type { FileReader } from '../../library/configuration.ts';
import { count } from '../../report/wording/words.ts';
import { type Session, usageFailure } from '../io/session.ts';
import { configurationOptions, type LoadedConfig, validated } from './configuration.ts';
import { firstLine, git, type Repository } from './git.ts';
import { repositoryRoot } from './repository.ts';

const maxHeaderBytes = 256;

/** Opens a repository as it was at a commit. Throws DocformError (E-GIT) if Git, the repository or the revision is missing. */
export function openRevision(session: Session, directory: string, mainFile: string, revision: string) {
  const { environment } = session.io;
  const home = dirname(resolve(directory, mainFile));
  const root = repositoryRoot(home);
  if (root === undefined)
    throw gitFailure(`${mainFile} is not in a Git repository`, 'run docform in a Git repository, or omit --since');
  const repository = { environment, root };
  const commit = commitOf(repository, revision);
  const pathOf = (path: string) => relativePath(root, resolve(directory, path));
  const files: FileReader = {
    read: (path, maxBytes) => readAt(repository, commit, pathOf(path), maxBytes),
    list: (path) => listAt(repository, commit, pathOf(path)),
  };
  return {
    commit,
    files,
    has: (path: string) => objectAt(repository, commit, pathOf(path)).isFile === true,
    formerPath: (path: string) => {
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

/** The content of a file or directory. Git follows links inside the repository. */
function objectAt(repository: Repository, commit: string, path: string, mostBytes?: number) {
  // Git reads one path per line.
  if (/^\.\.(\/|$)|\n/.test(path)) return { fault: 'outside' } as const;
  const most = mostBytes === undefined ? undefined : mostBytes + maxHeaderBytes;
  const args = ['cat-file', '--batch', '--follow-symlinks'];
  const { error, status, stdout, stderr } = git(repository, args, most, `${commit}:${path}\n`);
  if (error !== undefined && 'code' in error && error.code === 'ENOBUFS') return { fault: 'too-big' } as const;
  if (error !== undefined) throw missingGit(error);
  // A partial clone can lack old file contents.
  if (status !== 0)
    throw gitFailure(
      `this clone does not contain the old version of ${path}: ${firstLine(stderr)}`,
      'run `git fetch --refetch`',
    );
  const start = stdout.indexOf('\n') + 1;
  const [header, hash, type] =
    /^([0-9a-f]{40,64}) (blob|tree) \d+\n|^.*/.exec(stdout.toString('latin1', 0, start)) ?? [];
  if (hash !== undefined) return { hash, isFile: type === 'blob', bytes: stdout.subarray(start, -1) };
  return { fault: /^(symlink|loop) \d+$/.test(header ?? '') ? 'outside' : 'missing' } as const;
}

function readAt(
  repository: Repository,
  commit: string,
  path: string,
  maxBytes: number,
): ReturnType<FileReader['read']> {
  const found = objectAt(repository, commit, path, maxBytes);
  if (found.fault !== undefined) return { fault: found.fault };
  const { isFile, bytes } = found;
  if (!isFile) return { fault: 'not-a-file' };
  if (bytes.length > maxBytes) return { fault: 'too-big' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes: bytes.length };
  } catch {
    return { fault: 'not-text' };
  }
}

function listAt(repository: Repository, commit: string, path: string): ReturnType<FileReader['list']> {
  const found = objectAt(repository, commit, path);
  if (found.fault !== undefined || found.isFile) return [];
  const listed = answer(repository, ['ls-tree', '-z', found.hash])
    .split('\0')
    .filter((line) => line !== '');
  return listed.map((line) => ({ name: line.slice(line.indexOf('\t') + 1), isDirectory: line.startsWith('040000') }));
}

function renames(repository: Repository, commit: string) {
  const args = ['--cached', '--no-ext-diff', '--no-textconv', '-z', '-M', '--diff-filter=R', '--name-status', commit];
  const fields = answer(repository, ['diff', ...args]).split('\0');
  const pairs = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) pairs.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
  return pairs;
}

export async function configurationSince(session: Session, { file, desired }: LoadedConfig, since: string) {
  const { directory } = session.settings;
  const mainFile = relative(directory, file);
  const revision = openRevision(session, directory, mainFile, since);
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
