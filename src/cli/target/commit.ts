/** Names the commit that a configuration was read from, and whether its files differ from the commit. */
import { relative, resolve } from 'node:path';
import type { Validation } from '../../library/configuration.ts';
import { git } from '../files/git.ts';
import { repositoryRoot } from '../files/repository.ts';
import { namedCommit, originOf } from '../io/origin.ts';
import type { Session } from '../io/session.ts';

/**
 * The commit of the configuration, with `-modified` if one of its files differs from the checked-out commit, and with `-unverified` if Git
 * does not answer. Undefined: no commit is known.
 */
export function revisionOf(
  session: Pick<Session, 'io' | 'settings'>,
  directory: string,
  { sources }: Pick<Validation, 'sources'>,
): string | undefined {
  const named = namedCommit(session.io.environment);
  const pushed = originOf(session).commit;
  const root = repositoryRoot(directory);
  if (root === undefined) return pushed;
  const placed = [...sources].map(([path, text]) => {
    return { path: relative(root, resolve(session.settings.directory, path)), text };
  });
  const own = placed.filter(({ path }) => !path.startsWith('..'));
  const read = readCommit({ root, environment: session.io.environment }, own);
  if (read === undefined) return pushed === undefined ? undefined : `${pushed}-unverified`;
  if (read.head === undefined) return pushed;
  return `${named ?? read.head}${read.isModified ? '-modified' : ''}`;
}

interface SourceText {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** One request to Git, however many files there are. The texts that docform read are compared, because `git status` would run the filters that a repository names. */
function readCommit(repository: Parameters<typeof git>[0], files: readonly SourceText[]) {
  // Git reads one path per line.
  const named = files.filter(({ path }) => !path.includes('\n'));
  const lines = ['HEAD^{commit}', ...named.map(({ path }) => `HEAD:${path.replaceAll('\\', '/')}`)];
  const { error, status, stdout } = git(
    repository,
    ['cat-file', '--batch', '--follow-symlinks'],
    undefined,
    `${lines.join('\n')}\n`,
  );
  if (error !== undefined || status !== 0) return undefined;
  const [head, ...found] = objectsIn(stdout, lines.length);
  const isSame = (text: string, at: number) => plain(found[at]?.text) === plain(text);
  const isModified = named.length < files.length || !named.every(({ text }, at) => isSame(text, at));
  return { head: head?.id, isModified };
}

/** A checkout can convert the ends of lines, and docform reads texts without a byte order mark. */
function plain(text: string | undefined) {
  return text?.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
}

/** The answers of `git cat-file --batch`: a header, and the content of an object that exists. Links out of the repository have two lines. */
function objectsIn(answers: Buffer, count: number) {
  const objects: { readonly id?: string; readonly text?: string }[] = [];
  let at = 0;
  while (objects.length < count && at < answers.length) {
    const end = answers.indexOf('\n', at);
    const header = answers.toString('utf8', at, end);
    const [, id, size = ''] = /^([0-9a-f]{40,64}) \w+ (\d+)$/.exec(header) ?? [];
    const [, link] = /^(?:symlink|loop|dangling|notdir) (\d+)$/.exec(header) ?? [];
    const length = Number(size || link || -1);
    const start = end + 1;
    objects.push(id === undefined ? {} : { id, text: answers.toString('utf8', start, start + length) });
    at = start + length + 1;
  }
  return objects;
}

/** The commit that is checked out. undefined: no repository, or no commit. */
export function commitAt({ io }: Pick<Session, 'io'>, directory: string): string | undefined {
  const root = repositoryRoot(directory);
  if (root === undefined) return undefined;
  const { status, stdout } = git({ root, environment: io.environment }, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  return status === 0 ? stdout.toString('utf8').trim() : undefined;
}
