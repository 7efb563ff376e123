/** Reads the main file and its included files, and merges them into one map. Reports keys that are defined twice. */

import { groupBy } from '../../core/compare.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { codePointText, findHidden, yamlEscape } from '../../core/hidden.ts';
import { fileStart, type SourceSpan } from '../../core/problem.ts';
import type { Bound } from '../../core/state.ts';
import { checkBounds } from '../blocks/bounds.ts';
import { readFixed, reportMissing } from '../blocks/values.ts';
import { boundFields, readWithin } from '../blocks/within.ts';
import type { ProblemList } from '../problem-list.ts';
import { reportDuplicateKey } from '../yaml/convert.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapEntry, type MapNode, mapNode } from '../yaml/node.ts';
import { parseFile } from '../yaml/parse.ts';
import { directoryOf, expandGlob, isGlob, joinPath, pathOnDisk, type Reading } from './file-reader.ts';
import { type Columns, columnFields, isTable, readPeople } from './people-table.ts';
import { withKnownTeams } from './people-teams.ts';

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

/** `isWhole`: false if a file could not be read or parsed, so that absent keys mean nothing. */
export function readConfiguration(reading: Reading, file: string) {
  const { problems, sources } = reading;
  const start = fileStart(file);
  const main = readFileTree(reading, file, start);
  const isRead = (path: string) => sources.texts.has(path);
  if (main === undefined)
    return { root: mapNode([], start), isWhole: false, broken: [file].filter(isRead), bounds: [], synced: [] };
  const { parts, lost, bounds, synced, areFound } = readIncluded(reading, file, main);
  const isWhole = areFound && lost.length === 0;
  const yaml = [main, ...parts.filter(({ span }) => !isTable(span.file))];
  const tables = parts.filter(({ span }) => isTable(span.file));
  const teams = yaml.map((part) => entryOf(part, 'teams')?.value);
  const known = new Set(teams.flatMap((node) => (node?.is === 'map' ? node.entries.map(({ key }) => key) : [])));
  const people = tables.map((table) => withKnownTeams(problems, table, known, isWhole));
  const entries = mergeEntries(
    problems,
    [...yaml, ...people].flatMap((part) => part.entries),
  );
  return { root: mapNode(entries, main.span), isWhole, broken: lost.filter(isRead), bounds, synced };
}

function readIncluded(reading: Reading, file: string, main: MapNode) {
  const { problems, shapes } = reading;
  const { paths, isWhole: areFound } = includedPaths(reading, file, entryOf(main, 'include')?.value);
  const parts: MapNode[] = [];
  const synced: SyncedFile[] = [];
  const bounded = new Map<MapNode, readonly Bound[]>();
  const lost: string[] = [];
  for (const [path, included] of paths) {
    const part = readPart(reading, path, included);
    if (part === undefined) lost.push(path);
    if (included.synced !== undefined) {
      if (part !== undefined) synced.push({ path, node: part, span: included.span, ...included.synced });
      continue;
    }
    const isNested = ({ key }: MapEntry) => key === 'include' || key === 'within';
    for (const { key, keySpan } of part?.entries.filter(isNested) ?? [])
      problems.add('E-INCLUDE-NESTED', keySpan, {
        message: `an included file cannot have \`${key}\``,
        hint: `move the patterns to the \`${key}\` of ${file}`,
      });
    if (part === undefined) continue;
    const own = { ...part, entries: part.entries.filter((entry) => !isNested(entry)) };
    parts.push(own);
    if (included.bounds.length > 0) bounded.set(own, included.bounds);
  }
  const open = [main, ...parts.filter((part) => !bounded.has(part))];
  for (const [part, bounds] of bounded) checkBounds(problems, part, bounds, open);
  const within = entryOf(main, 'within')?.value;
  const whole = within && readWithin(problems, within, shapes, 'within');
  const ofFiles = [...bounded].flatMap(([{ span }, some]) => some.map((bound) => ({ ...bound, file: span.file })));
  return { parts, lost, areFound, synced, bounds: [...withoutMissing<Bound>(whole), ...ofFiles] };
}

/** A parsed site-structure file. `span`: the item of `include`. */
export interface SyncedFile extends Synced {
  readonly path: string;
  readonly node: MapNode;
  readonly span: SourceSpan;
}

interface Included {
  readonly span: SourceSpan;
  /** A file that several items match keeps the bound of each. */
  readonly bounds: readonly Bound[];
  readonly columns?: Columns;
  /** A site-structure file that Git Sync writes to the platform. */
  readonly synced?: Synced;
}

interface Synced {
  /** Key of the site. Missing: derived from its title. */
  readonly site?: string;
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

function includedPaths(reading: Reading, file: string, include: ConfigurationNode | undefined) {
  const { problems, limits } = reading;
  const paths = new Map<string, Included>();
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
    if (pattern === undefined || found === undefined) {
      isWhole = false;
      continue;
    }
    for (const path of found) {
      if (path === joinPath('', file)) continue;
      const known = paths.get(path) ?? { span: item.span, bounds: [] };
      if (known.columns !== undefined && pattern.columns !== undefined)
        problems.add('E-DUPLICATE-ITEM', item.span, { message: `two items of include have \`columns\` for ${path}` });
      const bounds = [...known.bounds, ...withoutMissing<Bound>(pattern.bound)];
      const { columns = pattern.columns, synced = pattern.synced } = known;
      paths.set(path, { ...known, bounds, ...withoutUndefined({ columns, synced }) });
    }
  }
  if (paths.size <= limits.files) return { paths, isWhole };
  problems.add('E-LIMIT-FILES', include.span, {
    message: `include matches ${paths.size} files, but the limit is ${limits.files}`,
  });
  return { paths: new Map<string, Included>(), isWhole: false };
}

interface Pattern {
  readonly text: string;
  readonly span: SourceSpan;
  readonly bound?: Bound;
  readonly columns?: Columns;
  readonly synced?: Synced;
}

function patternOf(reading: Reading, item: ConfigurationNode): Pattern | undefined {
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
  const synced = syncedIn(problems, item);
  if (synced !== undefined)
    return read.values.writer === undefined ? undefined : { text: read.values.files, span: files.span, synced };
  const hasColumns = named !== undefined;
  if (within === undefined && !hasColumns) reportMissing(problems, 'an item of include', 'within', item.span);
  const bound = within && readWithin(problems, within, shapes, 'include: within');
  const isRead = bound !== undefined || (within === undefined && hasColumns);
  if (!isRead || (hasColumns && columns?.email === undefined)) return undefined;
  return { text: read.values.files, span: files.span, ...withoutUndefined({ columns, bound }) };
}

/** A file of Git Sync. Its resources have no bound, because docform never writes them. */
function syncedIn(problems: ProblemList, item: MapNode): Synced | undefined {
  const writer = entryOf(item, 'writer');
  const site = entryOf(item, 'site');
  if (writer === undefined) {
    if (site !== undefined) reportMissing(problems, 'an item of include with `site`', 'writer', item.span);
    return undefined;
  }
  for (const other of ['within', 'columns']) {
    const entry = entryOf(item, other);
    if (entry !== undefined)
      problems.add('E-ONE-OF', entry.keySpan, {
        message: `an item of include with \`writer\` cannot have \`${other}\``,
        label: `has \`writer\` and \`${other}\``,
      });
  }
  const key = site?.value.is === 'scalar' && typeof site.value.value === 'string' ? site.value.value : undefined;
  return withoutUndefined({ site: key });
}

function readColumns(problems: ProblemList, node: ConfigurationNode) {
  const read = readFixed(problems, node, 'columns', columnFields, (key) => `columns: ${key}`);
  const columns = read?.values as Columns | undefined;
  if (columns !== undefined && columns.role === undefined && columns.teams === undefined)
    problems.add('E-REQUIRED', node.span, {
      message: 'missing key "role" or "teams" in columns',
      label: '`role` or `teams` is required',
    });
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
  if (pattern.includes('\\')) {
    return problems.add('E-INCLUDE-EMPTY', span, {
      message: `"${pattern}" contains a backslash`,
      label: 'not a path',
      hint: `write ${pattern.replaceAll('\\', '/')}`,
    });
  }
  if (!isGlob(pattern)) return [pathOnDisk(files, joinPath(directoryOf(file), pattern))];
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
    hint: 'correct the pattern: it is relative to this file, and must stay within the repository',
  });
}

/** Merges maps and lists with the same key. Other values can occur only once. */
function mergeEntries(problems: ProblemList, entries: readonly MapEntry[]): readonly MapEntry[] {
  return [...groupBy(entries, ({ key }) => key).values()].map(([first, ...others]) =>
    others.length === 0 ? first : { ...first, value: mergeValues(problems, first, others) },
  );
}

function mergeValues(problems: ProblemList, first: MapEntry, others: readonly MapEntry[]): ConfigurationNode {
  const { key, value } = first;
  const same = others.filter((other) => isMergeable(problems, first, other)).map((other) => other.value);
  const all = [value, ...same];
  if (value.is === 'list') return { ...value, items: all.flatMap((node) => (node.is === 'list' ? node.items : [])) };
  if (value.is !== 'map') return value;
  const entries = all.flatMap((node) => (node.is === 'map' ? node.entries : []));
  return { ...value, entries: joinBlocks(problems, entries, key === 'teams' ? 'members' : undefined) };
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

/** Blocks that contain only the map `spread` extend the block with the same key: the members of a team can be in several files. */
function joinBlocks(problems: ProblemList, all: readonly MapEntry[], spread?: string): readonly MapEntry[] {
  return [...groupBy(all, ({ key }) => key).values()].map((group) => {
    const first = group.find((entry) => spreadIn(entry, spread).length === 0) ?? group[0];
    const others = group.filter((entry) => entry !== first);
    for (const { key, keySpan } of others.filter((entry) => spreadIn(entry, spread).length === 0))
      reportDuplicateKey(problems, key, keySpan, first.keySpan);
    const more = others.flatMap((entry) => spreadIn(entry, spread));
    if (more.length === 0 || first.value.is !== 'map') return first;
    return { ...first, value: { ...first.value, entries: mergeEntries(problems, [...first.value.entries, ...more]) } };
  });
}

/** The only entry of the block, if it is the map `spread`. */
function spreadIn({ value }: MapEntry, spread: string | undefined): readonly MapEntry[] {
  const entries = value.is === 'map' ? value.entries : [];
  const [only] = entries;
  return entries.length === 1 && only?.key === spread && only?.value.is === 'map' ? entries : [];
}

/** Includes comments, because a comment can hide the text behind it. */
function reportHidden(file: string, text: string, problems: ProblemList) {
  let line = 1;
  let start = 0;
  for (const { at, character } of findHidden(text)) {
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
