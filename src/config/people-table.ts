/** Reads people from a CSV file, as the `members` and `teams` that a YAML file would declare. */

import type { SourceSpan } from '../core/problem.ts';
import { roles } from '../kinds/field.ts';
import { reportDuplicateKey } from './convert.ts';
import type { Limits, Used } from './limits.ts';
import type { ConfigurationNode, MapEntry, MapNode, Scalar } from './node.ts';
import { didYouMean, hints, type ProblemList } from './problem-list.ts';
import { checkChoice, checkText, type FixedFields } from './values.ts';

const name = { type: { is: 'text', min: 1 } } as const;
export const columnFields: FixedFields = { email: { ...name, required: true }, role: name, teams: name };

/** Names of the columns in the first line of the file. */
export type Columns = { readonly [column: string]: string };

interface Table {
  readonly file: string;
  readonly problems: ProblemList;
  readonly header: Row;
  /** Positions of the columns. */
  readonly at: { readonly [column: string]: number };
}

interface Person {
  readonly email: Cell;
  readonly role: Scalar;
  readonly roleSpan: SourceSpan;
  readonly teams: readonly { readonly team: Cell; readonly role: string; readonly roleSpan: SourceSpan }[];
}

export function isTable(path: string): boolean {
  return /\.csv$/i.test(path);
}

/** Excel writes semicolons in many countries. */
const separators = [',', ';', '\t'];
const mostColumns = 1000;

interface Context {
  readonly problems: ProblemList;
  readonly limits: Limits;
  readonly used: Used;
}

/** undefined: no person is known, after a problem. */
export function readPeople(file: string, text: string, columns: Columns, context: Context): MapNode | undefined {
  const { problems, limits, used } = context;
  const names = Object.values(columns);
  const matched = (separator: string) =>
    csvTable(file, text, separator, mostColumns).rows[0]?.filter((cell) => names.includes(cell.text.trim())).length ??
    0;
  const separator = separators.reduce((best, each) => (matched(each) > matched(best) ? each : best));
  const most = limits.pieces - used.pieces;
  const { rows, cells, fault } = csvTable(file, text, separator, most);
  used.pieces += cells;
  const [header, ...lines] = rows;
  if (fault !== undefined) {
    const hint = 'correct the quotes, or split the file';
    return problems.add(cells >= most ? 'E-LIMIT-NODES' : 'E-CSV', fault.span, { message: fault.message, hint });
  }
  const at = placesOf(problems, { file, line: 1, column: 1, length: 1 }, header ?? [], columns);
  if (at === undefined || header === undefined) return undefined;
  const table = { file, problems, header, at };
  const people = new Map<string, Person>();
  for (const row of lines) {
    const person = personIn(table, row);
    const key = person?.email.text.toLowerCase() ?? '';
    const first = people.get(key);
    if (person !== undefined && first === undefined) people.set(key, person);
    else if (person !== undefined && first !== undefined)
      reportDuplicateKey(problems, person.email.text, person.email.span, first.email.span, 'person');
  }
  return declared(table, [...people.values()]);
}

function placesOf(problems: ProblemList, start: SourceSpan, header: readonly Cell[], columns: Columns) {
  const titles = header.map((cell) => cell.text.trim());
  const wrong = Object.values(columns).filter((title) => {
    const [first, second] = header.filter((_, index) => titles[index] === title);
    if (first !== undefined && second === undefined) return false;
    const near = first === undefined ? didYouMean(problems.suggest(title, titles)) : undefined;
    problems.add('E-CSV', second?.span ?? header[0]?.span ?? start, {
      message: first === undefined ? `no column "${title}" in the first line` : `two columns "${title}"`,
      hint: hints(near, 'correct the first line, or `columns` in the `include` of the main file'),
    });
    return true;
  });
  if (wrong.length > 0) return undefined;
  return Object.fromEntries(Object.entries(columns).map(([column, title]) => [column, titles.indexOf(title)]));
}

function personIn(table: Table, row: Row): Person | undefined {
  const { problems, header, at } = table;
  if (row.length !== header.length) {
    return problems.add('E-CSV', row[0].span, {
      message: `this line has ${row.length} cells, but the first line has ${header.length}`,
      hint: 'add or remove separators; put a text that contains the separator in quotes',
    });
  }
  const [email, role, teams] = [at.email, at.role, at.teams].map((index) => plainCell(problems, row[index ?? -1]));
  if (email === null || role === null || teams === null || email === undefined) return undefined;
  const address = checkText(problems, nodeOf(email), { is: 'text', min: 1, format: 'email' }, 'the e-mail address');
  const known = role && checkChoice(problems, nodeOf(role), [...roles, 'guest'], `the role of ${email.text}`);
  if (address === undefined || (role !== undefined && known === undefined)) return undefined;
  const person = { email, role: known === 'guest' ? null : (known ?? null), roleSpan: (role ?? email).span };
  return { ...person, teams: teams === undefined ? [] : teamsIn(problems, teams, email.text) };
}

/** The cell without spaces around its text. null: the cell is not allowed, after a problem. */
function plainCell(problems: ProblemList, cell: Cell | undefined): Cell | null | undefined {
  if (cell === undefined) return undefined;
  const text = cell.text.trim();
  const message = /^[=+\-@]/.test(text)
    ? `spreadsheets run "${text[0]}…" as a formula`
    : /[\r\n]/.test(text)
      ? 'a line break in a cell'
      : undefined;
  if (message !== undefined) problems.add('E-CSV', cell.span, { message, hint: 'write the value as plain text' });
  else if (text.includes('${'))
    problems.add('E-VAR-PLACE', cell.span, {
      message: 'variables are not allowed in CSV files',
      hint: 'write the value',
    });
  else return part(cell, text, cell.text.indexOf(text));
  return null;
}

/** `at`: the position in the text of the cell. */
function part({ span }: Cell, text: string, at: number): Cell {
  return { text, span: { ...span, column: span.column + at, length: Math.max(1, text.length) } };
}

/** `docs; support:owner` */
function teamsIn(problems: ProblemList, cell: Cell, email: string): Person['teams'] {
  const found = new Map<string, Person['teams'][number]>();
  let at = 0;
  for (const written of cell.text.split(';')) {
    const [key = '', ...rest] = written.split(':');
    const team = part(cell, key.trim(), at + key.search(/\S|$/));
    const said = rest.join(':');
    const role = rest.length === 0 ? undefined : part(cell, said.trim(), at + key.length + 1 + said.search(/\S|$/));
    const known =
      role && checkChoice(problems, nodeOf(role), ['member', 'owner'], `the role of ${email} in ${team.text}`);
    const first = found.get(team.text);
    if (first !== undefined) reportDuplicateKey(problems, team.text, team.span, first.team.span, 'team');
    else if (written.trim() !== '')
      found.set(team.text, { team, role: known ?? 'member', roleSpan: (role ?? team).span });
    at += written.length + 1;
  }
  return [...found.values()];
}

function declared({ file, header, at }: Table, people: readonly Person[]): MapNode {
  const start = { file, line: 1, column: 1, length: 1 };
  const members = people.map(({ email, role, roleSpan }) => entryOf(email, scalar(role, roleSpan)));
  const rosters = new Map<string, { readonly team: Cell; readonly members: MapEntry[] }>();
  for (const { email, teams } of people)
    for (const { team, role, roleSpan } of teams) {
      const roster = rosters.get(team.text) ?? { team, members: [] };
      roster.members.push({ key: email.text, keySpan: team.span, value: scalar(role, roleSpan) });
      rosters.set(team.text, roster);
    }
  const teams = [...rosters.values()].map(({ team, members: own }) =>
    entryOf(team, map([{ key: 'members', keySpan: team.span, value: map(own, team.span) }], team.span)),
  );
  const list = (key: string, entries: readonly MapEntry[], column: number | undefined) =>
    column === undefined ? [] : [{ key, keySpan: header[column]?.span ?? start, value: map(entries, start) }];
  return map([...list('members', members, at.role), ...list('teams', teams, at.teams)], start);
}

function entryOf({ text: key, span: keySpan }: Cell, value: ConfigurationNode): MapEntry {
  return { key, keySpan, value };
}

function map(entries: readonly MapEntry[], span: SourceSpan): MapNode {
  return { is: 'map', entries, span };
}

function scalar(value: Scalar, span: SourceSpan): ConfigurationNode {
  return { is: 'scalar', value, source: String(value), span };
}

function nodeOf({ text, span }: Cell): ConfigurationNode {
  return scalar(text, span);
}

/** Reports teams that no YAML file declares, and leaves out their people. */
export function withKnownTeams(problems: ProblemList, table: MapNode, known: ReadonlySet<string>, isWhole: boolean) {
  const entries = table.entries.map((entry): MapEntry => {
    if (entry.key !== 'teams' || entry.value.is !== 'map') return entry;
    const rosters = entry.value.entries.filter((roster) => {
      if (known.has(roster.key)) return true;
      for (const { keySpan } of isWhole ? personsIn(roster) : [])
        problems.add('E-REF-UNKNOWN', keySpan, {
          message: `unknown team "${roster.key}"`,
          label: 'no team has this key',
          hint: didYouMean(problems.suggest(roster.key, known)) ?? 'declare the team in a YAML file',
        });
      return false;
    });
    return { ...entry, value: { ...entry.value, entries: rosters } };
  });
  return { ...table, entries };
}

function personsIn({ value }: MapEntry): readonly MapEntry[] {
  return value.is === 'map' ? value.entries.flatMap((list) => (list.value.is === 'map' ? list.value.entries : [])) : [];
}

interface Cell {
  readonly text: string;
  /** The first line of the text, without quotes. */
  readonly span: SourceSpan;
}

type Row = readonly [Cell, ...Cell[]];

/** Leaves out lines without a value. `mostCells`: further cells are not read. `fault`: the text is not CSV from this place on. */
function csvTable(file: string, text: string, separator: string, mostCells: number) {
  const rows: Row[] = [];
  let row: Cell[] = [];
  let [line, lineStart] = [1, 0];
  let at = 0;
  const place = (start: number, shown = ''): SourceSpan => {
    return { file, line, column: start - lineStart + 1, length: Math.max(1, shown.length) };
  };
  let cells = 0;
  for (; cells < mostCells; cells += 1) {
    const isQuoted = text[at] === '"';
    const start = isQuoted ? at + 1 : at;
    const end = isQuoted ? endOfQuoted(text, start) : endOfPlain(text, start, separator);
    if (end === -1) return { rows, cells, fault: { span: place(at), message: 'this quote is not closed' } };
    const written = text.slice(start, end);
    const lines = written.split('\n');
    const span = place(start, lines[0]?.replace(/\r$/, ''));
    row.push({ text: isQuoted ? written.replaceAll('""', '"') : written, span });
    if (lines.length > 1) [line, lineStart] = [line + lines.length - 1, end - (lines.at(-1) ?? '').length];
    at = isQuoted ? end + 1 : end;
    const width = breakAt(text, at);
    if (text[at] === separator) at += 1;
    else if (width === 0 && at < text.length)
      return { rows, cells, fault: { span: place(at), message: 'text after a quote' } };
    else {
      if (row.some((cell) => cell.text.trim() !== '')) rows.push(row as unknown as Row);
      if (at >= text.length) return { rows, cells };
      row = [];
      at += width;
      [line, lineStart] = [line + 1, at];
    }
  }
  return { rows, cells, fault: { span: place(lineStart), message: `more than ${mostCells} cells` } };
}

/** The length of a line break: 0 if there is none. */
function breakAt(text: string, at: number) {
  return text[at] === '\n' ? 1 : text[at] === '\r' && text[at + 1] === '\n' ? 2 : 0;
}

function endOfPlain(text: string, start: number, separator: string) {
  let at = start;
  while (at < text.length && text[at] !== separator && breakAt(text, at) === 0) at += 1;
  return at;
}

/** Two quotes stand for one. Returns -1 without a closing quote. */
function endOfQuoted(text: string, start: number) {
  let at = text.indexOf('"', start);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
