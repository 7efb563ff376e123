/** Reads the redirects of a space from its `.gitbook.yaml`, with reasons against those that no site redirect can express. */

import type { SourceSpan } from '../../core/problem.ts';
import { defaultLimits } from '../files/file-reader.ts';
import { createProblemList } from '../problem-list.ts';
import { type ConfigurationNode, describeNode, entryOf, isNull, type MapEntry, type MapNode } from '../yaml/node.ts';
import { parseFile } from '../yaml/parse.ts';
import type { LeftOut } from './carried-items.ts';

export const spaceFileName = '.gitbook.yaml';

type SpaceTarget =
  | { readonly url: string }
  /** Path of a page in the space. Empty: its first page. */
  | { readonly page: string };

export interface SpaceRedirect {
  readonly what: string;
  /** Path in the space, without slashes at both ends. */
  readonly from: string;
  readonly to: SpaceTarget;
  readonly span: SourceSpan;
}

/** `leftOut`: redirects that cannot be converted. Problems: the file is not valid YAML. */
export function readSpaceRedirects(file: string, text: string) {
  const problems = createProblemList();
  const map = parseFile(file, text, problems, defaultLimits);
  const found = problems.sorted([file]);
  const leftOut: LeftOut[] = [];
  const redirects = map === undefined || found.length > 0 ? [] : redirectsIn(map, leftOut);
  const converted = withoutChains(redirects, leftOut);
  leftOut.sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
  return { redirects: converted, leftOut, problems: found };
}

function redirectsIn(map: MapNode, leftOut: LeftOut[]): readonly SpaceRedirect[] {
  const entry = entryOf(map, 'redirects');
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.is !== 'map') {
    const why = `\`redirects\` must be a map, not ${describeNode(entry.value)}`;
    leftOut.push({ what: 'redirects', why, span: entry.keySpan });
    return [];
  }
  const known = new Map<string, SourceSpan>();
  const home = homeOf(map);
  return entry.value.entries.flatMap((each) => {
    const what = `redirect of ${each.key}`;
    const read = redirectIn(each, home);
    const first = 'from' in read ? known.get(read.from) : undefined;
    const why = 'why' in read ? read.why : first && `line ${first.line} already redirects this path`;
    if (why !== undefined || 'why' in read) {
      leftOut.push({ what, why: why ?? '', span: each.keySpan });
      return [];
    }
    known.set(read.from, each.keySpan);
    return [{ what, ...read, span: each.keySpan }];
  });
}

type Read = Pick<SpaceRedirect, 'from' | 'to'> | { readonly why: string };

function redirectIn({ key, value }: MapEntry, home: string): Read {
  const from = pathIn(key);
  if (from === undefined) return { why: 'the path leads out of the space' };
  if (from === '') return { why: 'the root of a space cannot be redirected' };
  if (from.includes('*')) return { why: 'an asterisk in a redirect of the site would stand for any text' };
  const to = targetIn(value, home);
  return 'why' in to ? to : { from, to };
}

/** The file of the first page, which GitBook finds at the root of the space. */
function homeOf(map: MapNode): string {
  const structure = entryOf(map, 'structure')?.value;
  const readme = structure?.is === 'map' ? entryOf(structure, 'readme')?.value : undefined;
  const named = readme?.is === 'scalar' && typeof readme.value === 'string' ? pathIn(readme.value) : undefined;
  return named ?? 'README.md';
}

function targetIn(value: ConfigurationNode, home: string): SpaceTarget | { readonly why: string } {
  if (isNull(value)) return { why: 'the target is missing' };
  if (value.is !== 'scalar' || typeof value.value !== 'string')
    return { why: `the target must be text, not ${describeNode(value)}` };
  const text = value.value.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(text))
    return /^https?:\/\/[^/]/i.test(text) ? { url: text } : { why: 'the target is neither a page nor an HTTP URL' };
  if (text.startsWith('//')) return { why: 'the target is neither a page nor an HTTP URL' };
  if (/[#?]/.test(text)) return { why: 'a redirect to a page cannot have an anchor or a query' };
  const path = pathIn(text);
  if (path === undefined) return { why: 'the target is outside the content of the space' };
  if (path === '' || path === home) return { page: '' };
  const [, page = path, extension] = /^(.*?)(\.\w+)?$/.exec(path) ?? [];
  if (extension !== undefined && !/^\.(?:md|markdown)$/i.test(extension)) return { why: 'the target is not a page' };
  return { page: page.replace(/(?:^|\/)README$/i, '') };
}

/** The path relative to the root of the content. undefined: it leads out of the content. */
function pathIn(text: string): string | undefined {
  const parts: string[] = [];
  for (const part of text.trim().split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** A target that is redirected itself is not a page, and the redirects can form a loop. */
function withoutChains(redirects: readonly SpaceRedirect[], leftOut: LeftOut[]): readonly SpaceRedirect[] {
  const lines = new Map(redirects.map(({ from, span }) => [from, span.line]));
  return redirects.filter(({ what, from, to, span }) => {
    const line = 'page' in to ? lines.get(to.page) : undefined;
    if (line === undefined || !('page' in to)) return true;
    const why = to.page === from ? 'it leads to itself' : `line ${line} redirects its target, too`;
    leftOut.push({ what, why, span });
    return false;
  });
}
