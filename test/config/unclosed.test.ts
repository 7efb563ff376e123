/** A bracket that is never closed is reported where it opens. */
import { expect, test } from 'vitest';
import { head, load } from './memory-files.ts';

const places = (yaml: string) =>
  load(`${head}${yaml}`).problems.map(({ code, span, message }) => [code, span.line, span.column, message]);

test.each([
  ['settings: [\nteams:\n  docs: { title: Docs }\n', 3, 11, '['],
  ['settings: { title: Acme\nteams: { docs: { title: Docs } }\n', 3, 11, '{'],
  ['settings:\n  emailDomains: [acme.dev,\n    acme.com\n  title: Acme\n', 4, 17, '['],
  ['teams: { docs: { title: Docs }\n', 3, 8, '{'],
])('in %j', (yaml, line, column, sign) => {
  expect(places(yaml)).toEqual([['E-YAML', line, column, `this ${sign} is never closed`]]);
});

test('a bracket in a text is not open', () => {
  expect(places('settings: { title: "a[b" }\nteams: { docs: { title: "a{" } }\n')).toEqual([]);
});

test('the help for merge keys and shared blocks names templates', () => {
  const { problems } = load(`${head}x-shared: { emoji: 🏠 }\nteams: { docs: { title: Docs, "<<": x } }\n`);
  expect(problems.map(({ hint }) => hint)).toEqual([
    expect.stringContaining('`templates`'),
    expect.stringMatching(/^YAML 1\.2 has no merge keys: .*`templates`/),
  ]);
});
