/** Decides which paths are inside the repository after links are resolved. */
import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** `path` and its parent directories, without resolving links. */
export function* ancestorPaths(path: string): Generator<string> {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    yield directory;
    if (dirname(directory) === directory) return;
  }
}

export function isRepositoryRoot(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}

/**
 * The root of the repository that contains the file, or the directory of the file, with links resolved. Contributors can commit links, so a
 * link at the file's own path does not select another repository, and neither does a link to a directory.
 */
export function resolveRepositoryRoot(file: string): string {
  const directory = dirname(resolve(file));
  const repositories = [...ancestorPaths(directory)].filter(isRepositoryRoot);
  const [nearest = directory] = repositories;
  const real = resolveExistingPart(nearest);
  const left = repositories.map((each) => resolveExistingPart(each)).find((each) => !isPathInside(real, each));
  return left ?? real;
}

/** `path` with all links resolved; undefined: outside the tree, or a file of Git. A missing file counts as its directory. */
export function resolveWithinTree(root: string, path: string): string | undefined {
  const real = resolveExistingPart(resolve(path));
  return isPathInside(real, root) && !isGitInternal(relative(root, real)) ? real : undefined;
}

/** A file with all links resolved; undefined: a link leaves the repository. Outside of repositories, links can lead anywhere. */
export function resolveWithinRepository(file: string): string | undefined {
  const path = resolve(file);
  return [...ancestorPaths(dirname(path))].some(isRepositoryRoot)
    ? resolveWithinTree(resolveRepositoryRoot(path), path)
    : resolveExistingPart(path);
}

/** Whether the path belongs to Git (credentials, hooks), under any name that a file system treats as `.git`. */
export function isGitInternal(path: string): boolean {
  return path
    .split(/[\\/]/)
    .some((part) =>
      /^(\.git|git~1)[. ]*(:.*)?$/i.test(part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')),
    );
}

/** Whether a path is in the directory, or is the directory, after links are resolved. */
export function isResolvedWithin(path: string, directory: string): boolean {
  return isPathInside(resolveExistingPart(resolve(path)), resolveExistingPart(resolve(directory)));
}

function isPathInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Resolves links as far as the path exists, so that a missing file has a location too. */
function resolveExistingPart(path: string, links = maxLinks): string {
  for (const ancestor of ancestorPaths(path)) {
    const real = realPathIfExists(ancestor);
    if (real !== undefined) return join(real, relative(ancestor, path));
    // A dangling link: a file created through it is created at its target.
    const target = links > 0 ? linkTarget(ancestor) : undefined;
    if (target !== undefined)
      return resolveExistingPart(resolve(dirname(ancestor), target, relative(ancestor, path)), links - 1);
  }
  return path;
}

const maxLinks = 40;

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function realPathIfExists(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
