/** People in a CSV file, in any dialect of spreadsheets, declare the same as people in YAML. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { head, loadDesired } from '../config/memory-files.ts';
import { always } from './law.ts';

const teams = ['docs', 'support', 'ops'] as const;
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read', null] as const;
/** Texts of a column that is not read. */
const notes = fc.array(
  fc.constantFrom(
    'Ana',
    'Ørsted',
    '日本',
    '🏠',
    ' ',
    ',',
    ';',
    '\t',
    '"',
    "'",
    '\n',
    '\r\n',
    '=',
    'a:b',
    '- x',
    '#',
    '\\',
  ),
  { maxLength: 6 },
);

const people = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9._+'-]{0,8}[a-z0-9]$/).filter((text) => !/[.]{2}|[.]$/.test(text)),
    role: fc.constantFrom(...roles),
    rosters: fc.uniqueArray(
      fc.record({ team: fc.constantFrom(...teams), role: fc.constantFrom('member', 'owner', undefined) }),
      { selector: ({ team }) => team },
    ),
    note: notes,
    hasSpaces: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 12 },
);

const styles = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n'),
  isQuoted: fc.boolean(),
  hasLastEnd: fc.boolean(),
  empty: fc.nat(3),
  order: fc.shuffledSubarray(['E-mail', 'Role', 'Teams', 'Note'], { minLength: 4 }),
});

type People = typeof people extends fc.Arbitrary<infer Value> ? Value : never;
type Style = typeof styles extends fc.Arbitrary<infer Value> ? Value : never;

function csvOf(all: People, { separator, end, isQuoted, hasLastEnd, empty, order }: Style): string {
  const cell = (text: string) => (isQuoted || /["\n\r,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = all.map((person) => {
    const space = person.hasSpaces ? ' ' : '';
    const rosters = person.rosters.map(
      ({ team, role }) => `${team}${role === undefined ? '' : `${space}:${space}${role}`}`,
    );
    const cells: { readonly [column: string]: string } = {
      'E-mail': `${space}${person.name}@acme.dev${space}`,
      Role: person.role ?? 'guest',
      Teams: rosters.join(`;${space}`),
      Note: person.note.join(''),
    };
    return order.map((column) => cell(cells[column] ?? '')).join(separator);
  });
  const gaps = Array.from({ length: empty }, (_, at) => (at === 1 ? separator.repeat(3) : ''));
  const lines = [order.map(cell).join(separator), ...rows.slice(0, 2), ...gaps, ...rows.slice(2)];
  return `${lines.join(end)}${hasLastEnd ? end : ''}`;
}

function yamlOf(all: People): string {
  const members = Object.fromEntries(all.map(({ name, role }) => [`${name}@acme.dev`, role]));
  const rosterOf = (team: string) =>
    all.flatMap(({ name, rosters }) =>
      rosters.filter((each) => each.team === team).map(({ role = 'member' }) => [`${name}@acme.dev`, role]),
    );
  const blocks = teams.map((team) => {
    const roster = rosterOf(team);
    return [team, { title: team, ...(roster.length === 0 ? {} : { members: Object.fromEntries(roster) }) }];
  });
  return JSON.stringify({ version: 1, organization: 'acme', members, teams: Object.fromEntries(blocks) });
}

function meaningOf({ resources, lists }: Desired) {
  const said = resources.map(({ address, kind, key, parent, fields }) => ({ address, kind, key, parent, fields }));
  return {
    resources: said.sort((a, b) => (a.address < b.address ? -1 : 1)),
    lists: lists.map(({ list, prune }) => `${list} ${prune}`).sort(),
  };
}

const include = 'include: [{ files: staff.csv, columns: { email: E-mail, role: Role, teams: Teams } }]\n';
const blocks = `teams: { ${teams.map((team) => `${team}: { title: ${team} }`).join(', ')} }\n`;

test('people in CSV and in YAML load to the same desired state', async () => {
  await always(150, [people, styles], async (all, style) => {
    const csv = csvOf(all, style);
    const found = loadDesired({ 'docform.yaml': head + include + blocks, 'staff.csv': csv });
    expect(meaningOf(found)).toEqual(meaningOf(loadDesired(yamlOf(all))));
    for (const { kind, span, key } of found.resources)
      if (kind === 'member') {
        const written = csv.split('\n')[span.line - 1]?.slice(span.column - 1, span.column - 1 + span.length);
        expect(written).toBe(key);
      }
  });
});

test('members of a team load to the same desired state from any number of files', async () => {
  await always(30, [people, fc.infiniteStream(fc.nat(2))], async (all, places) => {
    const parts = all.map((person) => ({ person, place: places.next().value ?? 0 }));
    const texts = [0, 1, 2].map((place) => {
      const own = parts.filter((each) => each.place === place).map(({ person }) => person);
      const { members, teams: declared } = JSON.parse(yamlOf(own)) as {
        members: object;
        teams: { [key: string]: { members?: object } };
      };
      const rosters = Object.entries(declared).flatMap(([key, { members: roster }]) =>
        roster === undefined ? [] : [[key, { members: roster }] as const],
      );
      return [`${place}.yaml`, JSON.stringify({ members, teams: Object.fromEntries(rosters) })] as const;
    });
    const main = `${head}include: ['?.yaml']\n${blocks}`;
    const found = loadDesired({ 'docform.yaml': main, ...Object.fromEntries(texts) });
    expect(meaningOf(found)).toEqual(meaningOf(loadDesired(yamlOf(all))));
  });
});
