/** Globs of `include`: `*` and `?` within a name, `**` for directories. Names that begin with a dot never match. */
import type { FileReader } from './file-reader.ts';

export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

export function expandGlob(
  pattern: string,
  directory: string,
  files: FileReader,
  mayList: () => boolean,
): readonly string[] {
  const found = new Set<string>();
  const visit = (at: string, parts: readonly string[]): void => {
    const [part, ...rest] = parts;
    if (part === undefined) return;
    if (!isGlob(part) && rest.length > 0) return void visit(joinPath(at, part), rest);
    if (part === '**') visit(at, rest);
    const matches = part === '**' ? () => true : matcherOf(part);
    for (const { name, isDirectory } of files.list(at === '' ? '.' : at)) {
      if (!mayList()) return;
      if (!matches(name) || name === 'node_modules' || (name.startsWith('.') && !part.startsWith('.'))) continue;
      if (!isDirectory && rest.length === 0) found.add(joinPath(at, name));
      if (isDirectory && part === '**') visit(joinPath(at, name), parts);
      else if (isDirectory && rest.length > 0) visit(joinPath(at, name), rest);
    }
  };
  visit(directory, withFileName(pattern.split('/').filter((part) => part !== '.' && part !== '')));
  return [...found].sort();
}

/** `people/**` matches all files below `people`. Two consecutive `**` are the same as one. */
function withFileName(parts: readonly string[]): readonly string[] {
  const once = parts.filter((part, index) => part !== '**' || parts[index - 1] !== '**');
  return once.at(-1) === '**' ? [...once, '*'] : once;
}

export function joinPath(directory: string, path: string): string {
  const parts: string[] = [];
  const start = path.startsWith('/') ? path : `${directory}/${path}`;
  for (const part of start.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${directory.startsWith('/') || path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? path.slice(0, at + 1) : path.slice(0, at);
}

/** Linear in the length of the name for each `*`. A regular expression could take much longer. */
function matcherOf(pattern: string): (name: string) => boolean {
  return (name) => {
    let at = 0;
    let index = 0;
    let star = -1;
    let restart = 0;
    while (index < name.length) {
      if (at < pattern.length && (pattern[at] === '?' || (pattern[at] === name[index] && pattern[at] !== '*'))) {
        at += 1;
        index += 1;
      } else if (pattern[at] === '*') {
        star = at;
        restart = index;
        at += 1;
      } else if (star >= 0) {
        at = star + 1;
        restart += 1;
        index = restart;
      } else return false;
    }
    return pattern.slice(at).replaceAll('*', '') === '';
  };
}
