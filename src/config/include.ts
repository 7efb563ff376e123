/** Reads the main file and its included files, and merges them into one map. Reports keys that are defined twice. */
import { groupBy } from '../core/group-by.ts';
import { codePointText, hiddenIn, yamlEscape } from '../core/hidden.ts';
import type { SourceSpan } from '../core/problem.ts';
import { type Bound, boundFields, checkBounds } from './bounds.ts';
import { reportDuplicateKey } from './convert.ts';
import { directoryOf, expandGlob, type FileReader, isGlob, joinPath, type Sources } from './file-reader.ts';
import type { Limits, Used } from './limits.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapEntry, type MapNode } from './node.ts';
import { parseFile } from './parse.ts';
import type { ProblemList } from './problem-list.ts';
import { readFixed } from './values.ts';

export interface Reading {
  readonly files: FileReader;
  readonly sources: Sources;
  readonly problems: ProblemList;
  readonly limits: Limits;
  readonly used: Used;
}

export interface Merged {
  readonly root: MapNode;
  /** False if a file could not be read or parsed, so that absent keys mean nothing. */
  readonly isWhole: boolean;
  readonly broken: readonly string[];
  /** Files with `within`. */
  readonly bounded: readonly string[];
}

export function readFileTree(reading: Reading, file: string, from: SourceSpan): MapNode | undefined {
  const text = reading.sources.read(file, from);
  if (text === undefined) return undefined;
  reading.sources.keep(file, text);
  reportHidden(file, text, reading.problems);
  return parseFile(file, text, reading.problems, reading.limits, reading.used);
}

export function readConfiguration(reading: Reading, file: string): Merged {
  const start = { file, line: 1, column: 1, length: 1 };
  const main = readFileTree(reading, file, start);
  if (main === undefined)
    return {
      root: { is: 'map', entries: [], span: start },
      isWhole: false,
      broken: brokenOf(reading, [file]),
      bounded: [],
    };
  const { parts, ...rest } = readIncluded(reading, file, main);
  const entries = mergeEntries(reading.problems, [main, ...parts]);
  return { root: { is: 'map', entries, span: main.span }, ...rest };
}

function brokenOf({ sources }: Reading, files: readonly string[]): readonly string[] {
  return files.filter((file) => sources.texts.has(file));
}

function readIncluded(
  reading: Reading,
  file: string,
  main: MapNode,
): { readonly parts: readonly MapNode[] } & Omit<Merged, 'root'> {
  const { paths, isWhole } = includedPaths(reading, file, entryOf(main, 'include')?.value);
  const parts: MapNode[] = [];
  const bounded = new Map<MapNode, readonly Bound[]>();
  const lost: string[] = [];
  for (const [path, { span, bounds }] of paths) {
    const part = readFileTree(reading, path, span);
    const nested = part && entryOf(part, 'include');
    if (nested !== undefined) {
      reading.problems.add('E-INCLUDE-NESTED', nested.keySpan, {
        message: 'an included file cannot have an `include`',
        hint: `move the patterns to the \`include\` of ${file}`,
      });
    }
    if (part === undefined) lost.push(path);
    else {
      const own = { ...part, entries: part.entries.filter((entry) => entry !== nested) };
      parts.push(own);
      if (bounds.length > 0) bounded.set(own, bounds);
    }
  }
  const open = [main, ...parts.filter((part) => !bounded.has(part))];
  for (const [part, bounds] of bounded) checkBounds(reading.problems, part, bounds, open);
  const files = [...bounded.keys()].map(({ span }) => span.file);
  return { parts, isWhole: isWhole && lost.length === 0, broken: brokenOf(reading, lost), bounded: files };
}

interface Included {
  readonly span: SourceSpan;
  /** A file that several items match keeps the bound of each. */
  readonly bounds: readonly Bound[];
}

function includedPaths(
  reading: Reading,
  file: string,
  include: ConfigurationNode | undefined,
): { readonly paths: ReadonlyMap<string, Included>; readonly isWhole: boolean } {
  const paths = new Map<string, Included>();
  const { problems, limits } = reading;
  if (include === undefined) return { paths, isWhole: true };
  if (include.is !== 'list') {
    if (include.is !== 'lost')
      problems.add('E-TYPE', include.span, {
        message: `include must be a list of paths, not ${describeNode(include)}`,
        hint: 'write a list, such as `[people/*.yaml]`',
      });
    return { paths, isWhole: false };
  }
  let isWhole = true;
  for (const item of include.items) {
    const pattern = patternOf(problems, item);
    const found = pattern && matches(reading, file, pattern.text, pattern.span);
    if (found === undefined) isWhole = false;
    for (const path of found ?? []) {
      if (path === joinPath('', file)) continue;
      const { span, bounds } = paths.get(path) ?? { span: item.span, bounds: [] };
      paths.set(path, { span, bounds: pattern?.bound ? [...bounds, pattern.bound] : bounds });
    }
  }
  if (paths.size <= limits.files) return { paths, isWhole };
  problems.add('E-LIMIT-FILES', include.span, {
    message: `include matches ${paths.size} files, but the limit is ${limits.files}`,
  });
  return { paths: new Map(), isWhole: false };
}

interface Pattern {
  readonly text: string;
  readonly span: SourceSpan;
  readonly bound?: Bound;
}

function patternOf(problems: ProblemList, item: ConfigurationNode): Pattern | undefined {
  if (item.is === 'scalar' && typeof item.value === 'string') return { text: item.value, span: item.span };
  if (item.is === 'map') {
    const read = readFixed(problems, item, 'an item of include', boundFields, (key) => `include: ${key}`);
    const { files, within } = read?.values ?? {};
    if (typeof files !== 'string' || !Array.isArray(within)) return undefined;
    const span = read?.nodes.files?.span ?? item.span;
    return { text: files, span, bound: { patterns: within.map(String), span: read?.nodes.within?.span ?? span } };
  }
  if (item.is !== 'lost')
    problems.add('E-TYPE', item.span, { message: `an item of include must be a path, not ${describeNode(item)}` });
  return undefined;
}

function matches(reading: Reading, file: string, pattern: string, span: SourceSpan): readonly string[] | undefined {
  const { problems, limits, files } = reading;
  if (pattern.includes('${')) {
    problems.add('E-VAR-PLACE', span, {
      message: 'variables are not allowed in `include`',
      hint: 'write the path without variables',
    });
    return undefined;
  }
  if (!isGlob(pattern)) return [joinPath(directoryOf(file), pattern)];
  let listed = 0;
  const found = expandGlob(pattern, directoryOf(file), files, () => {
    listed += 1;
    return listed <= limits.listedEntries;
  });
  if (listed > limits.listedEntries) {
    problems.add('E-LIMIT-FILES', span, {
      message: `"${pattern}" searches more than ${limits.listedEntries} files`,
      hint: 'begin the pattern with a directory of configuration files',
    });
    return undefined;
  }
  if (found.length > 0) return found;
  problems.add('E-INCLUDE-EMPTY', span, {
    message: `no file matches "${pattern}"`,
    label: 'nothing to include',
    hint: 'correct the pattern: it is relative to this file, and stays within the repository',
  });
  return undefined;
}

/** Merges maps and lists with the same top-level key. Other values can occur only once. */
function mergeEntries(problems: ProblemList, parts: readonly MapNode[]): readonly MapEntry[] {
  const groups = groupBy(
    parts.flatMap((part) => part.entries),
    (entry) => entry.key,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, value: mergeValues(problems, first, others) }],
  );
}

function mergeValues(problems: ProblemList, first: MapEntry, others: readonly MapEntry[]): ConfigurationNode {
  const { value } = first;
  if (others.length === 0) return value;
  const same = others.filter((other) => isMergeable(problems, first, other)).map((other) => other.value);
  if (value.is === 'list')
    return { ...value, items: [value, ...same].flatMap((node) => (node.is === 'list' ? node.items : [])) };
  if (value.is === 'map')
    return {
      ...value,
      entries: joinEntries(
        problems,
        [value, ...same].flatMap((node) => (node.is === 'map' ? node.entries : [])),
      ),
    };
  return value;
}

function isMergeable(problems: ProblemList, first: MapEntry, other: MapEntry): boolean {
  const [a, b] = [first.value, other.value];
  if (a.is === 'lost' || b.is === 'lost') return false;
  if (a.is === 'scalar' && b.is === 'scalar') {
    if (first.key !== 'version' || a.value !== b.value)
      reportDuplicateKey(problems, first.key, other.keySpan, first.keySpan);
    return false;
  }
  if (a.is === b.is) return true;
  problems.add('E-TYPE', b.span, {
    message: `${first.key} is ${describeNode(b)} here, but ${describeNode(a)} in another file`,
    related: [{ message: 'other definition', span: first.keySpan }],
  });
  return false;
}

function joinEntries(problems: ProblemList, all: readonly MapEntry[]): readonly MapEntry[] {
  const known = new Map<string, MapEntry>();
  for (const entry of all) {
    const other = known.get(entry.key);
    if (other === undefined) known.set(entry.key, entry);
    else reportDuplicateKey(problems, entry.key, entry.keySpan, other.keySpan);
  }
  return [...known.values()];
}

/** Includes comments, because a comment can hide the text behind it. */
function reportHidden(file: string, text: string, problems: ProblemList): void {
  let line = 1;
  let start = 0;
  for (const { at, character } of hiddenIn(text)) {
    if (character === '\r' && text[at + 1] === '\n') continue;
    for (let end = text.indexOf('\n', start); end !== -1 && end < at; end = text.indexOf('\n', start)) {
      start = end + 1;
      line += 1;
    }
    problems.add(
      'E-INVISIBLE-CHARACTER',
      { file, line, column: at - start + 1, length: character.length },
      {
        message: `invisible character ${codePointText(character)}`,
        label: 'here',
        hint: `remove the character, or write ${yamlEscape(character)} in double quotes`,
        fix: { is: 'instead', text: '' },
      },
    );
  }
}
