/** Reads people from a CSV file, as the `members` and `teams` that a YAML file would declare. */
import { fileStart, type SourceSpan } from '../../core/problem.ts';
import { roles } from '../../kinds/field.ts';
import { checkChoice, checkText, type FixedFields } from '../blocks/values.ts';
import { didYouMean, hints, type ProblemList } from '../problem-list.ts';
import { reportDuplicateKey } from '../yaml/convert.ts';
import { type MapEntry, type MapNode, mapNode, type ScalarNode } from '../yaml/node.ts';
import type { Reading } from './file-reader.ts';

const name = { type: { is: 'text', min: 1 } } as const;

export const columnFields: FixedFields = { email: { ...name, required: true }, role: name, teams: name };

/** Names of the columns in the first line of the file. */
export type Columns = { readonly [column: string]: string };

/** Its span is the first line of the text, without quotes. */
type Cell = ScalarNode & { readonly value: string };

type Row = readonly [Cell, ...Cell[]];

interface Membership {
  readonly team: Cell;
  readonly role: ScalarNode;
}

export function isTable(path: string): boolean {
  return /\.csv$/i.test(path);
}

/** Excel writes semicolons in many countries. */
const separators = [',', ';', '\t'];

const maxColumns = 1000;

/** undefined: no person is known, after a problem. */
export function readPeople(
  file: string,
  text: string,
  columns: Columns,
  { problems, limits, used }: Pick<Reading, 'problems' | 'limits' | 'used'>,
): MapNode | undefined {
  const separator = findSeparator(file, text, columns);
  const most = limits.pieces - used.pieces;
  const { rows, cells, fault } = parseCsv(file, text, separator, most);
  used.pieces += cells;
  if (fault !== undefined) {
    const hint = 'correct the quotes, or split the file';
    return problems.add(cells >= most ? 'E-LIMIT-NODES' : 'E-CSV', fault.span, { message: fault.message, hint });
  }
  const [header, ...lines] = rows;
  const at = placesOf(problems, fileStart(file), header ?? [], columns);
  if (at === undefined || header === undefined) return undefined;
  const people = new Map<string, MapEntry>();
  const rosters = new Map<string, { readonly team: Cell; readonly members: MapEntry[] }>();
  for (const row of lines) {
    const person = personIn(problems, row, header.length, at);
    if (person === undefined) continue;
    const { email, role, teams } = person;
    const first = people.get(email.value.toLowerCase());
    if (first !== undefined) {
      reportDuplicateKey(problems, email.value, email.span, first.keySpan, 'person');
      continue;
    }
    people.set(email.value.toLowerCase(), { key: email.value, keySpan: email.span, value: role });
    for (const { team, role: roleInTeam } of teams) {
      const roster = rosters.get(team.value) ?? { team, members: [] };
      roster.members.push({ key: email.value, keySpan: team.span, value: roleInTeam });
      rosters.set(team.value, roster);
    }
  }
  const teams = [...rosters.values()].map(({ team: { value: key, span }, members }): MapEntry => {
    const list = { key: 'members', keySpan: span, value: mapNode(members, span) };
    return { key, keySpan: span, value: mapNode([list], span) };
  });
  const list = (key: string, entries: readonly MapEntry[], column: number | undefined) => {
    const keySpan = header[column ?? -1]?.span;
    return keySpan === undefined ? [] : [{ key, keySpan, value: mapNode(entries, fileStart(file)) }];
  };
  return mapNode(
    [...list('members', [...people.values()], at.role), ...list('teams', teams, at.teams)],
    fileStart(file),
  );
}

/** The separator with which the first line has most of the columns. */
function findSeparator(file: string, text: string, columns: Columns) {
  const names = Object.values(columns);
  const countColumns = (separator: string) => {
    const [header = []] = parseCsv(file, text, separator, maxColumns).rows;
    return header.filter(({ value }) => names.includes(value.trim())).length;
  };
  return separators.reduce((best, each) => (countColumns(each) > countColumns(best) ? each : best));
}

/** The positions of the columns. */
function placesOf(problems: ProblemList, start: SourceSpan, header: readonly Cell[], columns: Columns) {
  const titles = header.map(({ value }) => value.trim());
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

function personIn(problems: ProblemList, row: Row, width: number, at: { readonly [column: string]: number }) {
  if (row.length !== width)
    return problems.add('E-CSV', row[0].span, {
      message: `this line has ${row.length} cells, but the first line has ${width}`,
      hint: 'add or remove separators; put a text that contains the separator in quotes',
    });
  const [email, role, teams] = [at.email, at.role, at.teams].map((index) => plainCell(problems, row[index ?? -1]));
  if (email === null || role === null || teams === null || email === undefined) return undefined;
  const address = checkText(problems, email, { is: 'text', min: 1, format: 'email' }, 'the e-mail address');
  const known = role && checkChoice(problems, role, [...roles, 'guest'], `the role of ${email.value}`);
  if (address === undefined || (role !== undefined && known === undefined)) return undefined;
  return {
    email,
    role: roleNode(known === 'guest' ? null : (known ?? null), role ?? email),
    teams: teams === undefined ? [] : teamsIn(problems, teams, email.value),
  };
}

function roleNode(value: string | null, { span }: Cell): ScalarNode {
  return { is: 'scalar', value, source: String(value), span };
}

/** The cell without spaces around its text. null: the cell is not allowed, after a problem. */
function plainCell(problems: ProblemList, cell: Cell | undefined): Cell | null | undefined {
  if (cell === undefined) return undefined;
  const text = cell.value.trim();
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
  else return trimmed(cell, cell.value, 0);
  return null;
}

/** A part of the text of a cell, which begins at `at`, without the spaces around it. */
function trimmed({ span }: Cell, part: string, at: number): Cell {
  const value = part.trim();
  const column = span.column + at + part.search(/\S|$/);
  return { is: 'scalar', value, source: value, span: { ...span, column, length: Math.max(1, value.length) } };
}

/** `docs; support:owner` */
function teamsIn(problems: ProblemList, cell: Cell, email: string): readonly Membership[] {
  const found = new Map<string, Membership>();
  let at = 0;
  for (const written of cell.value.split(';')) {
    const colon = written.indexOf(':');
    const team = trimmed(cell, colon === -1 ? written : written.slice(0, colon), at);
    const role = colon === -1 ? undefined : trimmed(cell, written.slice(colon + 1), at + colon + 1);
    const known = role && checkChoice(problems, role, ['member', 'owner'], `the role of ${email} in ${team.value}`);
    const first = found.get(team.value);
    if (first !== undefined) reportDuplicateKey(problems, team.value, team.span, first.team.span, 'team');
    else if (written.trim() !== '') found.set(team.value, { team, role: roleNode(known ?? 'member', role ?? team) });
    at += written.length + 1;
  }
  return [...found.values()];
}

/** Leaves out lines without a value. `mostCells`: further cells are not read. `fault`: the text is not CSV from this place on. */
function parseCsv(file: string, text: string, separator: string, mostCells: number) {
  const rows: Row[] = [];
  const ending = new RegExp(`${separator}|\\r?\\n|$`, 'g');
  let row: Cell[] = [];
  let [at, line, lineStart, cells] = [0, 1, 0, 0];
  const place = (start: number, shown = ''): SourceSpan => {
    return { file, line, column: start - lineStart + 1, length: Math.max(1, shown.length) };
  };
  const faultAt = (start: number, message: string) => ({ rows, cells, fault: { span: place(start), message } });
  for (; cells < mostCells; cells += 1) {
    const isQuoted = text[at] === '"';
    const quote = isQuoted ? endOfQuoted(text, at + 1) : at - 1;
    if (isQuoted && quote === -1) return faultAt(at, 'this quote is not closed');
    ending.lastIndex = quote + 1;
    const [found, end] = [ending.exec(text)?.[0] ?? '', ending.lastIndex];
    const written = isQuoted ? text.slice(at + 1, quote) : text.slice(at, end - found.length);
    const lines = written.split('\n');
    const span = place(isQuoted ? at + 1 : at, lines[0]?.replace(/\r$/, ''));
    const value = isQuoted ? written.replaceAll('""', '"') : written;
    row.push({ is: 'scalar', value, source: value, span });
    if (lines.length > 1) [line, lineStart] = [line + lines.length - 1, quote - (lines.at(-1) ?? '').length];
    if (isQuoted && end - found.length > quote + 1) return faultAt(quote + 1, 'text after a quote');
    at = end;
    if (found === separator) continue;
    if (row.some((cell) => cell.value.trim() !== '')) rows.push(row as unknown as Row);
    if (found === '') return { rows, cells, fault: undefined };
    row = [];
    [line, lineStart] = [line + 1, at];
  }
  return faultAt(lineStart, `more than ${mostCells} cells`);
}

/** Two quotes stand for one. Returns -1 without a closing quote. */
function endOfQuoted(text: string, start: number) {
  let at = text.indexOf('"', start);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
