/** Tests that people in a CSV file become members and team members, that plans stay short, and that no command edits the file wrongly. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const columns = 'columns: { email: E-mail, role: Role, teams: Teams }';
const teams = 'teams:\n  docs: { title: Docs }\n  support: { title: Support, members: { ana@acme.dev: owner } }\n';
const main = `version: 1\ninclude: [{ files: people/*.csv, ${columns} }]\n${teams}`;
const table = [
  'Name;E-mail;Role;Teams',
  '"Ana; ""A""";ana@acme.dev;admin;docs:owner',
  'Bo;bo@acme.dev;guest;"docs; support"',
  '',
].join('\r\n');

let place: Awaited<ReturnType<typeof workspace>> | undefined;
afterEach(async () => {
  await place?.close();
  place = undefined;
});

async function open(files: { readonly [path: string]: string }, seed: 'empty' | 'small' = 'empty') {
  const opened = await workspace(files['docform.yaml'] ?? main, seed);
  place = opened;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(opened.directory, path)), { recursive: true });
    writeFileSync(join(opened.directory, path), text);
  }
  return { ...opened, read: (path: string) => readFileSync(join(opened.directory, path), 'utf8') };
}

interface PlanDocument {
  readonly pending: readonly {
    readonly address: string;
    readonly source: { readonly file: string; readonly line: number };
  }[];
}

/** A CSV file of people with several roles, without an admin. */
function staff(number: number, teamsOf: (index: number) => string): string {
  const roles = ['read', 'edit', 'comment', 'create', 'review', 'guest'];
  const first = ['ana', 'bo', 'cy', 'di', 'ed', 'flo', 'gus', 'hal', 'ian', 'jo', 'ken'];
  const rows = Array.from({ length: number }, (_, index) => {
    const name = `${first[index % 11]}.${first[(index * 7) % 11]}${(index * 13) % 977}`;
    return `${name}@acme.dev,${roles[index % 6]},${teamsOf(index)}`;
  });
  return ['E-mail,Role,Teams', ...rows, ''].join('\n');
}

test('a plan of 200 people in four new teams has at most 30 lines, names owners, and lists everybody with -v', async () => {
  const keys = ['docs', 'support', 'sales', 'ops'];
  const declared = keys.map((key) => `  ${key}: { title: ${key} }\n`).join('');
  const people = staff(200, (index) => `${keys[index % 4]}${index < 8 ? ':owner' : ''}`);
  const { docform } = await open({
    'docform.yaml': `version: 1\ninclude: [{ files: people/*.csv, ${columns} }]\nteams:\n${declared}`,
    'people/staff.csv': `${people}boss@acme.dev,admin,docs\n`,
  });
  const short = await docform(['plan']);
  expect(short.exit, short.stderr).toBe(0);
  expect(short.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  const emails = [...people.matchAll(/^\S+@acme\.dev/gm)].map(([email]) => email);
  for (const email of [...emails.slice(0, 8), 'boss@acme.dev']) expect(short.stdout).toContain(email);
  expect(short.stdout).toContain('! members/boss@acme.dev');
  const [verbose, json, markdown] = await Promise.all([
    docform(['plan', '-v']),
    docform(['plan', '--json']),
    docform(['plan', '--format', 'markdown']),
  ]);
  for (const email of emails) expect(json.stdout).toContain(`"members/${email}"`);
  expect(short.stdout).toContain('(-v lists all)');
  expect(verbose.stdout).not.toContain('(-v lists all)');
  expect(markdown.stdout).toContain('boss@acme.dev');
  const digest = (text: string) => /sha256:[0-9a-f]{64}/.exec(text)?.[0];
  expect(digest(short.stdout)).toBe(digest(verbose.stdout));
});

test('a plan names the lines of the CSV file', async () => {
  const { docform } = await open({ 'docform.yaml': main, 'people/staff.csv': `\ufeff${table}` });
  const { stdout } = await docform(['plan', '--json']);
  const places = (JSON.parse(stdout) as PlanDocument).pending.map(
    ({ address, source }) => `${address} ${source.file}:${source.line}`,
  );
  expect(places).toContain('members/bo@acme.dev people/staff.csv:3');
  expect(places).toContain('teams/support/members/bo@acme.dev people/staff.csv:3');
});

test('an edit of other lines keeps the CSV file, and adds no second declaration', async () => {
  const { docform, read } = await open({ 'docform.yaml': main, 'people/staff.csv': `\ufeff${table}` });
  const team = await docform(['mv', 'teams/docs', 'teams/writers']);
  expect(team.exit).not.toBe(0);
  expect(team.stderr).toContain(
    'replace "docs" with "writers" in line 2 of people/staff.csv (and 1 more change of this kind)',
  );
  const formatted = await docform(['fmt']);
  expect(formatted.exit, formatted.stderr).toBe(0);
  expect(read('people/staff.csv')).toBe(`\ufeff${table}`);
  expect(read('docform.yaml')).toContain(teams);
  const named = await docform(['fmt', 'people/staff.csv']);
  expect(named.exit).not.toBe(0);
  expect(named.stderr + named.stdout).toContain('docform does not format CSV files');
});

test('forget refuses a person in a CSV file, and forgets a team member in YAML', async () => {
  const { docform, read } = await open({ 'docform.yaml': main, 'people/staff.csv': table });
  const places = ['members', 'teams/docs/members', 'teams/support/members'].map((list) => `${list}/bo@acme.dev`);
  const refused = await docform(['forget', ...places, '--yes']);
  expect(refused.exit).not.toBe(0);
  expect(refused.stderr).toContain('people/staff.csv:3');
  expect(refused.stderr).toContain('remove team "docs" from line 3 of people/staff.csv');
  const done = await docform(['forget', 'teams/support/members/ana@acme.dev', '--yes']);
  expect(done.exit, done.stderr).toBe(0);
  expect(read('docform.yaml')).not.toContain('ana@acme.dev: owner');
  expect(read('people/staff.csv')).toBe(table);
});

test('a team whose members are in another file is renamed in both', async () => {
  const { docform, read } = await open({
    'docform.yaml': `version: 1\ninclude: [people.yaml]\n${teams}`,
    'people.yaml':
      'members: { ana@acme.dev: admin, bo@acme.dev: read }\nteams:\n  docs:\n    # writers\n    members: { bo@acme.dev: member }\n',
  });
  const { exit, stderr } = await docform(['mv', 'teams/docs', 'teams/writers']);
  expect(exit, stderr).toBe(0);
  expect(read('docform.yaml')).toContain('  writers: { title: Docs }\n');
  expect(read('people.yaml')).toContain('  writers:\n    # writers\n    members: { bo@acme.dev: member }\n');
  const { exit: valid } = await docform(['validate']);
  expect(valid).toBe(0);
});

test('drift --write and undo print the change for a CSV file, and leave the file as it is', async () => {
  const csv = 'E-mail,Role,Teams\nana@acme.dev,admin,docs:owner\n';
  const { docform, read, ask, titled, write } = await open({ 'docform.yaml': main, 'people/staff.csv': csv });
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  const path = `teams/${await titled('teams', 'Docs')}/members`;
  const [ana] = (await ask('GET', 'members')).items;
  await ask('PUT', path, { memberships: { [ana?.id ?? '']: { role: 'member' } } });
  const drift = await docform(['drift', '--write', '--yes']);
  expect(drift.stdout + drift.stderr).toContain('write "docs:member" in line 2 of people/staff.csv');
  await write(main.replace('title: Support', 'title: Help'));
  expect((await docform(['apply', '--yes', '--allow', 'teams/docs/members/ana@acme.dev'])).exit).toBe(0);
  const undone = await docform(['undo', '--yes']);
  expect(undone.exit, undone.stderr).toBe(0);
  expect(read('docform.yaml')).toBe(main);
  expect(read('people/staff.csv')).toBe(csv);
});
