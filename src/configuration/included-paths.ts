/** Which files `include` names: its patterns looked up, sorted, each file once, with the pattern that named it. */
import { posix } from 'node:path';
import type { SourceSpan } from '../core/problem.ts';
import { type Files, reportFileFault, watchedDirectories } from './files.ts';
import { type Entry, kindOfNode, type Node, type Report } from './node.ts';
import { filesMatching, hasWildcard } from './pattern.ts';

const maxFiles = 2_000;
const maxNames = 100_000;
const maxPatternLength = 1_000;

export interface IncludedPath {
  readonly path: string;
  readonly span: SourceSpan;
}

/** Undefined if the files could not all be found, which was reported. */
export function includedPaths(include: Entry | undefined, files: Files, report: Report): readonly IncludedPath[] | undefined {
  if (include === undefined) return [];
  if (include.value.is !== 'list') {
    reportShape(include.value, report);
    return undefined;
  }
  const directories = watchedDirectories(files, maxNames);
  const paths = new Map<string, SourceSpan>();
  let isWhole = true;
  for (const item of include.value.items) {
    const found = pathsOf(item, directories, report);
    if (found === undefined) isWhole = false;
    for (const path of found ?? []) if (!paths.has(path)) paths.set(path, item.span);
  }
  if (directories.met.tooMany || paths.size > maxFiles) {
    const message = directories.met.tooMany
      ? `\`include\` looks at more than ${maxNames} names`
      : `\`include\` names more than ${maxFiles} files`;
    const hint = 'use narrower patterns, such as people/*.yaml';
    report({ code: 'E-INCLUDE-LIMIT', message, span: include.keySpan, label: 'too many files', hint });
    return undefined;
  }
  const sorted = [...paths].sort(([one], [other]) => (one < other ? -1 : 1));
  return isWhole ? sorted.map(([path, span]) => ({ path, span })) : undefined;
}

function pathsOf(item: Node, directories: ReturnType<typeof watchedDirectories>, report: Report): readonly string[] | undefined {
  if (item.is !== 'scalar' || typeof item.value !== 'string' || item.value === '' || item.value.length > maxPatternLength) {
    reportShape(item, report);
    return undefined;
  }
  const pattern = item.value;
  if (posix.isAbsolute(pattern)) {
    reportFileFault('outside', pattern, item.span, 0, report);
    return undefined;
  }
  if (!hasWildcard(pattern)) return [posix.normalize(pattern)];
  directories.met.outside = false;
  const found = filesMatching(pattern, directories);
  if (directories.met.outside) {
    reportFileFault('outside', pattern, item.span, 0, report);
    return undefined;
  }
  if (found.length > 0 || directories.met.tooMany) return found.map((path) => posix.normalize(path));
  reportNothing(pattern, item.span, report);
  return undefined;
}

export function reportNothing(pattern: string, span: SourceSpan, report: Report): void {
  report({
    code: 'E-INCLUDE-NOTHING',
    message: `no file matches "${pattern}"`,
    span,
    label: 'matches nothing',
    hint: 'patterns are relative to the main file: * and ? stay within one directory, ** goes below',
  });
}

function reportShape(node: Node, report: Report): void {
  report({
    code: 'E-INCLUDE-PATTERN',
    message: `\`include\` must be a list of patterns; this is ${kindOfNode(node)}`,
    span: node.span,
    label: 'expected a list of file patterns',
    hint: 'write it like include: [people/*.yaml]',
  });
}
