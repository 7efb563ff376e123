/** Problems as printed: source line, caret, help line, and number of problems. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { problemsJson, problemsText } from '../../src/report/problems.ts';

function problemAt(line: number, column: number, length = 1, more: Partial<Problem> = {}): Problem {
  return { code: 'E-TEST', message: 'wrong', span: { file: 'docform.yaml', line, column, length }, ...more };
}

function sources(text: string): ReadonlyMap<string, string> {
  return new Map([['docform.yaml', text]]);
}

/** The text without the number of problems. */
function renderProblem(problem: Problem, texts: ReadonlyMap<string, string>): string {
  return problemsText([problem], texts).replace(/\n1 problem in 1 file.*\n$/, '');
}

/** The source line of the frame, and the line with the carets. */
function frame(text: string, problem: Problem): readonly [string, string] {
  const lines = renderProblem(problem, sources(text)).split('\n');
  const at = lines.findIndex((line) => /^ \d+ \|/.test(line));
  return [lines[at] ?? '', lines[at + 1] ?? ''];
}

test('a problem is printed with message, place, source line and help', () => {
  const text = [
    'saml:',
    '  okta:',
    '    label: Okta',
    '    defaultTeam: suport',
    'teams:',
    '  support: { title: Support }',
    '',
  ].join('\n');
  const problem: Problem = {
    code: 'E-REF-UNKNOWN',
    message: 'unknown team "suport"',
    span: { file: 'people/sso.yaml', line: 4, column: 18, length: 6 },
    label: 'no team has this key',
    hint: 'did you mean "support"? (teams/support, people/sso.yaml:6)',
    related: [{ message: 'teams are declared here', span: { file: 'people/sso.yaml', line: 5, column: 1, length: 5 } }],
  };
  expect(
    problemsText([problem], new Map([['people/sso.yaml', text]])),
  ).toBe(`error[E-REF-UNKNOWN]: unknown team "suport"
  --> people/sso.yaml:4:18
   |
 4 |     defaultTeam: suport
   |                  ^^^^^^ no team has this key
   |
   = help: did you mean "support"? (teams/support, people/sso.yaml:6)
   = note: teams are declared here (people/sso.yaml:5:1)

1 problem in 1 file; for details, run docform explain CODE
`);
});

test('the gutter is as wide as the line number', () => {
  const text = `${'\n'.repeat(1233)}version: 2\n`;
  expect(renderProblem(problemAt(1234, 10, 1, { hint: 'write 1' }), sources(text))).toBe(`error[E-TEST]: wrong
     --> docform.yaml:1234:10
      |
 1234 | version: 2
      |          ^
      |
      = help: write 1
`);
});

describe('the caret marks the wrong text', () => {
  test('on the first line', () => {
    expect(frame('version: 2\nteams: {}\n', problemAt(1, 1, 7))).toEqual([' 1 | version: 2', '   | ^^^^^^^']);
  });

  test('on a last line without a line break, and after its end', () => {
    expect(frame('a: 1\nb: 2', problemAt(2, 4))).toEqual([' 2 | b: 2', '   |    ^']);
    expect(frame('a: 1\nb: ', problemAt(2, 40, 5))).toEqual([' 2 | b:', '   |    ^']);
  });

  test('on an empty last line, and in an empty file', () => {
    expect(frame('a: 1\n', problemAt(2, 1))).toEqual([' 2 |', '   | ^']);
    expect(frame('', problemAt(1, 1))).toEqual([' 1 |', '   | ^']);
  });

  test('in files with CRLF', () => {
    expect(frame('a: 1\r\nb: 2\r\nc: 3\r\n', problemAt(2, 4))).toEqual([' 2 | b: 2', '   |    ^']);
  });

  test('after tabs', () => {
    expect(frame('\ttitle:\tDocs', problemAt(1, 9, 4))).toEqual([' 1 |   title:  Docs', '   |           ^^^^']);
  });

  test.each([
    ['characters with two columns', 'title: 文档 x', 'title: 文档 x', 12],
    ['emoji outside the first plane', 'title: 🏠 x', 'title: 🏠 x', 10],
    ['combining marks', 'title: e\u0301 x', 'title: e\u0301 x', 9],
    ['characters that are printed as code points', 'title: \u202e\u0007 x', 'title: \\u{202E}\\u{7} x', 21],
  ])('after %s', (_what, line, shown, before) => {
    const [text, carets] = frame(line, problemAt(1, line.indexOf('x') + 1));
    expect(text).toBe(` 1 | ${shown}`);
    expect(carets).toBe(`   | ${' '.repeat(before)}^`);
  });

  test('and is as wide as the text', () => {
    expect(frame('title: 文档!', problemAt(1, 8, 2))[1]).toBe('   |        ^^^^');
  });
});

describe('a long line', () => {
  const long = `${'a'.repeat(300)}WRONG${'b'.repeat(300)}`;

  test('is truncated around the wrong text', () => {
    const [text, carets] = frame(long, problemAt(1, 301, 5));
    expect(text.length).toBeLessThan(140);
    expect(text).toMatch(/^ 1 \| …a+WRONGb+…$/);
    expect(carets.indexOf('^^^^^')).toBe(text.indexOf('WRONG'));
  });

  test('is never cut within a character', () => {
    for (const shift of [0, 1]) {
      const pictures = `${'x'.repeat(shift)}${'🏠'.repeat(200)}`;
      for (const column of [1, 101, 201, 301])
        expect(frame(pictures, problemAt(1, column + shift, 2))[0]).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('has no caret beyond the printed part', () => {
    const [text, carets] = frame(long, problemAt(1, 1, 605));
    expect(carets.length).toBeLessThanOrEqual(text.length);
  });
});

test('texts of a configuration cannot control the terminal', () => {
  const text = 'title: \u001b[31mred\u001b]0;x\u0007\u009b2J\n';
  const evil = problemAt(1, 8, 20, { message: 'a\u001b[2Jb\nerror[E-FAKE]: c', label: 'd\u0007', hint: 'e\u202ef' });
  const shown = problemsText([{ ...evil, related: [{ message: '\u001b[1m', span: evil.span }] }], sources(text));
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown).not.toMatch(/^error\[E-FAKE/m);
});

test('problems are sorted by file and line, and counted', () => {
  const at = (file: string, line: number, column: number): Problem => ({
    code: `E-${file}-${line}-${column}`,
    message: 'wrong',
    span: { file, line, column, length: 1 },
  });
  const given = [at('b', 1, 1), at('a', 10, 1), at('a', 9, 7), at('a', 9, 2)];
  const text = problemsText(given, new Map());
  expect([...text.matchAll(/error\[(.*)\]/g)].map(([, code]) => code)).toEqual([
    'E-a-9-2',
    'E-a-9-7',
    'E-a-10-1',
    'E-b-1-1',
  ]);
  expect(text).toMatch(/\n\n4 problems in 2 files; for details, run docform explain CODE/);
  expect(given[0]?.span.file).toBe('b');
  const json = JSON.parse(problemsJson(given)) as { readonly valid: boolean; readonly problems: readonly Problem[] };
  expect(json.valid).toBe(false);
  expect(json.problems.map(({ code }) => code)).toEqual(['E-a-9-2', 'E-a-9-7', 'E-a-10-1', 'E-b-1-1']);
});

test('a problem in a file with unknown text has a place but no source line', () => {
  expect(renderProblem(problemAt(3, 4, 1, { hint: 'look' }), new Map())).toBe(`error[E-TEST]: wrong
  --> docform.yaml:3:4
   = help: look
`);
});

test('a result without problems contains no advice', () => {
  expect(problemsText([], new Map())).toBe('0 problems in 0 files\n');
});
