/** Decides which paths belong to the repository's tree once links are resolved, and which are Git's own. */
import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** `path` and the directories above it, as they are written. */
export function* upwards(path: string): Generator<string> {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    yield directory;
    if (dirname(directory) === directory) return;
  }
}

export function isRepository(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}

/**
 * The root, links resolved, of the repository that a file stands in as it is named; without one, its directory. Whoever may commit may set
 * links: so the file's own target does not matter, and a link to a directory leads into no other repository.
 */
export function treeOf(file: string): string {
  const directory = dirname(resolve(file));
  const repositories = [...upwards(directory)].filter(isRepository);
  const [nearest = directory] = repositories;
  const real = realAncestry(nearest);
  const left = repositories.map((each) => realAncestry(each)).find((each) => !isInside(real, each));
  return left ?? real;
}

/** Where `path` leads, all links resolved; undefined: out of the tree, or to what is Git's own. What does not exist yet is as its directory. */
export function withinTree(root: string, path: string): string | undefined {
  const real = realAncestry(resolve(path));
  return isInside(real, root) && !isGits(relative(root, real)) ? real : undefined;
}

/** Where a file is that somebody names; undefined: a link leads out of the repository it is named in. Outside of repositories, links lead anywhere. */
export function ownPath(file: string): string | undefined {
  const path = resolve(file);
  return [...upwards(dirname(path))].some(isRepository) ? withinTree(treeOf(path), path) : realAncestry(path);
}

/** Whether Git keeps its own things there (credentials, hooks), under any name by which a file system would find them. */
export function isGits(path: string): boolean {
  return path
    .split(/[\\/]/)
    .some((part) => /^(\.git|git~1)[. ]*(:.*)?$/i.test(part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')));
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** All links resolved as far as the path exists, so that also a missing file is known to be inside or outside. */
function realAncestry(path: string, links = mostLinks): string {
  for (const ancestor of upwards(path)) {
    const real = realPath(ancestor);
    if (real !== undefined) return join(real, relative(ancestor, path));
    // A link to what is not there yet: whoever makes that makes it where the link leads.
    const target = links > 0 ? targetOf(ancestor) : undefined;
    if (target !== undefined) return realAncestry(resolve(dirname(ancestor), target, relative(ancestor, path)), links - 1);
  }
  return path;
}

const mostLinks = 40;

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
