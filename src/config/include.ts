/** Reads the main file and its included files, and merges them into one map. Reports keys that are defined twice. */
import { defined } from '../core/defined.ts';
import { groupBy } from '../core/group-by.ts';
import { codePointText, hiddenIn, yamlEscape } from '../core/hidden.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { Bound } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { boundFields, checkBounds, readWithin } from './bounds.ts';
import { reportDuplicateKey } from './convert.ts';
import { directoryOf, expandGlob, type FileReader, isGlob, joinPath, type Sources } from './file-reader.ts';
import type { Limits, Used } from './limits.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapEntry, type MapNode } from './node.ts';
import { parseFile } from './parse.ts';
import { type Columns, columnFields, isTable, readPeople, withKnownTeams } from './people-table.ts';
import type { ProblemList } from './problem-list.ts';
import { readFixed, reportMissing } from './values.ts';

export interface Reading {
  readonly files: FileReader;
  readonly sources: Sources;
  readonly problems: ProblemList;
  readonly limits: Limits;
  readonly used: Used;
  readonly shapes: Shapes;
}

export interface Merged {
  readonly root: MapNode;
  /** False if a file could not be read or parsed, so that absent keys mean nothing. */
  readonly isWhole: boolean;
  readonly broken: readonly string[];
  readonly bounds: readonly Bound[];
}

export function readFileTree(reading: Reading, file: string, from: SourceSpan): MapNode | undefined {
  const text = readText(reading, file, from);
  return text === undefined ? undefined : parseFile(file, text, reading.problems, reading.limits, reading.used);
}

function readText({ sources, problems }: Reading, file: string, from: SourceSpan) {
  const text = sources.read(file, from);
  if (text === undefined) return undefined;
  sources.keep(file, text);
  reportHidden(file, text, problems);
  return text;
}

function readPart(reading: Reading, path: string, { span, columns }: Included): MapNode | undefined {
  if (!isTable(path) && columns === undefined) return readFileTree(reading, path, span);
  if (isTable(path) && columns !== undefined) {
    const text = readText(reading, path, span);
    return text === undefined ? undefined : readPeople(path, text, columns, reading);
  }
  return reading.problems.add('E-CSV', span, {
    message: isTable(path) ? `no \`columns\` for ${path}` : `\`columns\` is for CSV files, and ${path} is not one`,
    hint: 'write `{ files: people/*.csv, columns: { email: E-mail, role: Role, teams: Teams } }`',
  });
}

export function readConfiguration(reading: Reading, file: string): Merged {
  const start = { file, line: 1, column: 1, length: 1 };
  const main = readFileTree(reading, file, start);
  if (main === undefined)
    return {
      root: { is: 'map', entries: [], span: start },
      isWhole: false,
      broken: brokenOf(reading, [file]),
      bounds: [],
    };
  const { parts, ...rest } = readIncluded(reading, file, main);
  const yaml = [main, ...parts.filter(({ span }) => !isTable(span.file))];
  const tables = parts.filter(({ span }) => isTable(span.file));
  const teams = yaml.map((part) => entryOf(part, 'teams')?.value);
  const known = new Set(teams.flatMap((node) => (node?.is === 'map' ? node.entries.map(({ key }) => key) : [])));
  const people = tables.map((table) => withKnownTeams(reading.problems, table, known, rest.isWhole));
  const entries = mergeEntries(reading.problems, [...yaml, ...people]);
  return { root: { is: 'map', entries, span: main.span }, ...rest };
}

function brokenOf({ sources }: Reading, files: readonly string[]) {
  return files.filter((file) => sources.texts.has(file));
}

function readIncluded(reading: Reading, file: string, main: MapNode) {
  const { paths, isWhole } = includedPaths(reading, file, entryOf(main, 'include')?.value);
  const parts: MapNode[] = [];
  const bounded = new Map<MapNode, readonly Bound[]>();
  const lost: string[] = [];
  for (const [path, included] of paths) {
    const part = readPart(reading, path, included);
    const nested = part?.entries.filter(({ key }) => key === 'include' || key === 'within') ?? [];
    for (const { key, keySpan } of nested)
      reading.problems.add('E-INCLUDE-NESTED', keySpan, {
        message: `an included file cannot have \`${key}\``,
        hint: `move the patterns to the \`${key}\` of ${file}`,
      });
    if (part === undefined) lost.push(path);
    else {
      const own = { ...part, entries: part.entries.filter((entry) => !nested.includes(entry)) };
      parts.push(own);
      if (included.bounds.length > 0) bounded.set(own, included.bounds);
    }
  }
  const open = [main, ...parts.filter((part) => !bounded.has(part))];
  for (const [part, bounds] of bounded) checkBounds(reading.problems, part, bounds, open);
  const within = entryOf(main, 'within')?.value;
  const whole = within && readWithin(reading.problems, within, reading.shapes, 'within');
  const bounds = [
    ...(whole === undefined ? [] : [whole]),
    ...[...bounded].flatMap(([part, some]) => some.map((bound) => ({ ...bound, file: part.span.file }))),
  ];
  return { parts, isWhole: isWhole && lost.length === 0, broken: brokenOf(reading, lost), bounds };
}

interface Included {
  readonly span: SourceSpan;
  /** A file that several items match keeps the bound of each. */
  readonly bounds: readonly Bound[];
  readonly columns?: Columns;
}

function includedPaths(reading: Reading, file: string, include: ConfigurationNode | undefined) {
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
    const pattern = patternOf(reading, item);
    const found = pattern && matches(reading, file, pattern.text, pattern.span);
    if (found === undefined) isWhole = false;
    for (const path of found ?? []) {
      if (path === joinPath('', file)) continue;
      const known = paths.get(path) ?? { span: item.span, bounds: [] };
      if (known.columns !== undefined && pattern?.columns !== undefined)
        problems.add('E-DUPLICATE-ITEM', item.span, { message: `two items of include have \`columns\` for ${path}` });
      const bounds = pattern?.bound ? [...known.bounds, pattern.bound] : known.bounds;
      paths.set(path, { ...known, bounds, ...defined({ columns: known.columns ?? pattern?.columns }) });
    }
  }
  if (paths.size <= limits.files) return { paths, isWhole };
  problems.add('E-LIMIT-FILES', include.span, {
    message: `include matches ${paths.size} files, but the limit is ${limits.files}`,
  });
  return { paths: new Map(), isWhole: false };
}

function patternOf(reading: Reading, item: ConfigurationNode) {
  if (item.is === 'scalar' && typeof item.value === 'string') return { text: item.value, span: item.span };
  if (item.is === 'map') return boundedPattern(reading, item);
  if (item.is === 'lost') return undefined;
  const message = `an item of include must be a path, not ${describeNode(item)}`;
  return reading.problems.add('E-TYPE', item.span, { message });
}

/** An item with files, and with the addresses or the columns of these files. */
function boundedPattern({ problems, shapes }: Reading, item: MapNode) {
  const label = (key: string) => `include: ${key}`;
  const read = readFixed(problems, item, 'an item of include', boundFields, label, ['columns']);
  const { files, within, columns: named } = read?.nodes ?? {};
  const columns = named && readColumns(problems, named);
  if (typeof read?.values.files !== 'string' || files === undefined) return undefined;
  const hasColumns = named !== undefined;
  if (within === undefined && !hasColumns) reportMissing(problems, 'an item of include', 'within', item.span);
  const bound = within && readWithin(problems, within, shapes, 'include: within');
  const isRead = bound !== undefined || (within === undefined && hasColumns);
  if (!isRead || (hasColumns && columns?.email === undefined)) return undefined;
  return { text: read.values.files, span: files.span, ...defined({ columns, bound }) };
}

function readColumns(problems: ProblemList, node: ConfigurationNode) {
  const read = readFixed(problems, node, 'columns', columnFields, (key) => `columns: ${key}`);
  const columns = read?.values as Columns | undefined;
  if (columns !== undefined && columns.role === undefined && columns.teams === undefined)
    reportMissing(problems, 'columns', 'role" or "teams', node.span);
  return columns;
}

function matches(reading: Reading, file: string, pattern: string, span: SourceSpan): readonly string[] | undefined {
  const { problems, limits, files } = reading;
  if (pattern.includes('${')) {
    return problems.add('E-VAR-PLACE', span, {
      message: 'variables are not allowed in `include`',
      hint: 'write the path without variables',
    });
  }
  if (!isGlob(pattern)) return [joinPath(directoryOf(file), pattern)];
  let listed = 0;
  const found = expandGlob(pattern, directoryOf(file), files, () => {
    listed += 1;
    return listed <= limits.listedEntries;
  });
  if (listed > limits.listedEntries) {
    return problems.add('E-LIMIT-FILES', span, {
      message: `"${pattern}" searches more than ${limits.listedEntries} files`,
      hint: 'begin the pattern with a directory of configuration files',
    });
  }
  if (found.length > 0) return found;
  return problems.add('E-INCLUDE-EMPTY', span, {
    message: `no file matches "${pattern}"`,
    label: 'nothing to include',
    hint: 'correct the pattern: it is relative to this file, and stays within the repository',
  });
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
        first.key === 'teams' ? 'members' : undefined,
      ),
    };
  return value;
}

function isMergeable(problems: ProblemList, first: MapEntry, other: MapEntry) {
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

/** Blocks that contain only the key `spread` extend the block with the same key: the members of a team can be in several files. */
function joinEntries(problems: ProblemList, all: readonly MapEntry[], spread?: string): readonly MapEntry[] {
  return [...groupBy(all, ({ key }) => key).values()].flatMap((group): readonly MapEntry[] => {
    const lists = new Map(group.flatMap((entry) => listIn(entry, spread).map((list) => [entry, list] as const)));
    const first = group.find((entry) => !lists.has(entry)) ?? group[0];
    if (first === undefined) return [];
    for (const other of group)
      if (other !== first && !lists.has(other)) reportDuplicateKey(problems, other.key, other.keySpan, first.keySpan);
    lists.delete(first);
    return [lists.size === 0 ? first : { ...first, value: withLists(problems, first.value, [...lists.values()]) }];
  });
}

/** The list of a block with only this key. */
function listIn({ value }: MapEntry, spread: string | undefined): readonly MapEntry[] {
  const [only, ...others] = value.is === 'map' ? value.entries : [];
  return only?.key === spread && only?.value.is === 'map' && others.length === 0 ? [only] : [];
}

function withLists(problems: ProblemList, block: ConfigurationNode, lists: readonly MapEntry[]): ConfigurationNode {
  const [{ key } = { key: '' }] = lists;
  if (block.is !== 'map') return block;
  const own = entryOf(block, key);
  const all = own === undefined ? lists : [own, ...lists];
  const [first, ...others] = all;
  if (first === undefined) return block;
  const list = { ...first, value: mergeValues(problems, first, others) };
  return { ...block, entries: [...block.entries.filter((entry) => entry !== own), list] };
}

/** Includes comments, because a comment can hide the text behind it. */
function reportHidden(file: string, text: string, problems: ProblemList) {
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
