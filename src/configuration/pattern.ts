/** Finds the files that a pattern with `*`, `**` and `?` names; the file system is handed in. */

/** What a pattern needs of a directory; paths are relative, with `/`. */
export interface Directories {
  /** Names in the directory; empty if it cannot be read, or may not be. */
  list(path: string): readonly { readonly name: string; readonly isDirectory: boolean; readonly isLink: boolean }[];
}

export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** Names that begin with a dot, and node_modules, are only found when they are written out. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

export function filesMatching(pattern: string, directories: Directories): readonly string[] {
  const segments = pattern
    .split('/')
    .filter((segment, at, all) => segment !== '' && segment !== '.' && !(segment === '**' && all[at - 1] === '**'));
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (path: string, at: number): void => {
    // With several `**`, one directory is reached in many ways.
    if (seen.has(`${at}:${path}`)) return;
    seen.add(`${at}:${path}`);
    const segment = segments[at];
    if (segment === undefined) return;
    const isLast = at === segments.length - 1;
    if (segment !== '**' && !hasWildcard(segment)) {
      if (isLast) found.add(joined(path, segment));
      else walk(joined(path, segment), at + 1);
      return;
    }
    if (segment === '**' && !isLast) walk(path, at + 1);
    for (const { name, isDirectory, isLink } of directories.list(path)) {
      if (isHidden(name)) continue;
      if (segment === '**') {
        // A link may lead back up, so `**` does not follow any.
        if (isDirectory && !isLink) walk(joined(path, name), at);
        else if (isLast && !isDirectory) found.add(joined(path, name));
      } else if (isMatch(name, segment)) {
        if (isLast && !isDirectory) found.add(joined(path, name));
        else if (!isLast && isDirectory) walk(joined(path, name), at + 1);
      }
    }
  };
  walk('', 0);
  return [...found];
}

/** Wildcards within one name, without backtracking further than the last `*`. */
export function isMatch(name: string, pattern: string): boolean {
  let at = 0;
  let patternAt = 0;
  let starAt = -1;
  let retryAt = 0;
  while (at < name.length) {
    if (pattern[patternAt] === '*') {
      starAt = patternAt;
      patternAt += 1;
      retryAt = at;
    } else if (patternAt < pattern.length && (pattern[patternAt] === '?' || pattern[patternAt] === name[at])) {
      patternAt += 1;
      at += 1;
    } else if (starAt !== -1) {
      patternAt = starAt + 1;
      retryAt += 1;
      at = retryAt;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(patternAt));
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
