/** Annotations of CI systems: texts of a configuration never become commands of the runner, and no problem is lost silently. */
import { afterEach, expect, test } from 'vitest';
import type { Impact } from '../../src/core/impact.ts';
import type { Problem } from '../../src/core/problem.ts';
import {
  codeQuality,
  githubAnnotations,
  planAnnotations,
  planCounts,
  planQuality,
} from '../../src/report/plan/annotations.ts';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { change, meaning, planWith } from './plans.ts';

const hostile = [
  '::error::all is well',
  'a\n::set-output name=code::0',
  'a\r\n##[set-output name=code]0',
  '%0A::warning::x',
  'a, b: c, file=evil.yaml,line=1',
  '\u001b[31mred',
  '\u202egnp',
];
const problemOf = (message: string, line = 1, file = 'docform.yaml'): Problem => ({
  ...{ code: 'E-X', message, hint: message },
  span: { file, line, column: 2, length: 1 },
});
let close: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await close();
  close = async () => undefined;
});

test.each(hostile)('%j in a problem stays within one annotation command', (text) => {
  const told = githubAnnotations([problemOf(text, 7, `docs/${text}`)]);
  const [, place = '', words = ''] = /^::error ([^:]*)::(.*)\n$/.exec(told) ?? [];
  expect(place.split(',').map((part) => part.replace(/=.*/, ''))).toEqual(['file', 'line', 'col', 'title']);
  expect(place).toContain(',line=7,col=2,title=E-X');
  // Decoded as the runner decodes it, the text is still one line.
  const read = words.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%25/g, '%');
  expect(read).not.toMatch(/[\r\n\u001b\u202e]|::|##\[/);
  if (text.includes('%0A')) expect(read).toContain('%0A: :warning: :x');
});

test('annotations show ten problems and count the others', () => {
  const told = githubAnnotations(Array.from({ length: 40 }, (_, at) => problemOf(`problem ${at}`, 40 - at)));
  const lines = told.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines[0]).toContain('line=1,');
  expect(lines.at(-1)).toMatch(/^::notice title=docform::30 more problems/);
  expect(githubAnnotations([])).toBe('');
});

test('code quality gives each problem a unique fingerprint, which does not depend on its line', () => {
  const problems = [problemOf('same', 1), problemOf('same', 2), problemOf('other', 3)];
  const read = (of: readonly Problem[]) =>
    JSON.parse(codeQuality(of)) as { fingerprint: string; location: object; severity: string }[];
  const prints = read(problems).map(({ fingerprint }) => fingerprint);
  expect(new Set(prints).size).toBe(3);
  const moved = problems.map((each) => ({ ...each, span: { ...each.span, line: each.span.line + 5 } }));
  expect(read(moved).map(({ fingerprint }) => fingerprint)).toEqual(prints);
  expect(read(problems)[1]).toMatchObject({
    severity: 'critical',
    location: { path: 'docform.yaml', lines: { begin: 2 } },
  });
});

test('validate prints paths relative to the repository, and nothing or an empty list without problems', async () => {
  const directory = directoryWith({
    'docform.yaml': 'version: 1\nteams:\n  a: { titel: Docs }\n',
    'ok.yaml': 'version: 1\n',
  });
  const github = await run(['validate', '--format', 'github'], { directory });
  expect(github).toMatchObject({
    exit: 3,
    stdout: expect.stringMatching(/^::error file=docform\.yaml,line=3,col=\d+,title=E-/),
    stderr: '',
  });
  expect(await run(['validate', '--format', 'codequality', '-c', 'ok.yaml'], { directory })).toMatchObject({
    exit: 0,
    stdout: '[]\n',
  });
  expect(await run(['validate', '--format', 'github', '-c', 'ok.yaml'], { directory })).toMatchObject({
    exit: 0,
    stdout: '',
  });
});

const impactOf = (rest: Partial<Impact>): Impact =>
  meaning('sites/docs', { source: { file: 'docform.yaml', line: 3, column: 5 }, ...rest });

test('annotations of a plan list blocked changes first, then high-risk changes, ten of each, and count the others', () => {
  const plan = planWith(
    [
      change('teams/docs', 'delete', {
        blocked: { code: 'B-PROTECTED', reason: 'it is protected' },
        span: { file: 'a.yaml', line: 2, column: 1 },
      }),
    ],
    {
      impact: [
        ...Array.from({ length: 12 }, (_, at) => impactOf({ what: `opens ${at}`, before: 'a', after: 'b' })),
        ...Array.from({ length: 12 }, (_, at) => impactOf({ severity: 'notable', what: `moves ${at}` })),
        impactOf({ severity: 'info' }),
      ],
    },
  );
  const lines = planAnnotations(plan).trim().split('\n');
  const kinds = lines.map((line) => /^::(\w+) /.exec(line)?.[1]);
  expect(kinds.map((kind) => kind?.[0]).join('')).toBe(`e${'w'.repeat(10)}${'n'.repeat(10)}`);
  expect(lines[0]).toBe('::error file=a.yaml,line=2,col=1,title=B-PROTECTED::teams/docs: it is protected');
  expect(lines[1]).toBe(
    '::warning file=docform.yaml,line=3,col=5,title=high-risk::sites/docs: opens 0; default access: "a" → "b"',
  );
  expect(lines.at(-1)).toBe('::notice title=docform::5 more problems: see the log of this job');
  const quality = JSON.parse(planQuality(plan, 'docs/docform.yaml')) as {
    severity: string;
    fingerprint: string;
    location: object;
  }[];
  expect(quality.map(({ severity }) => severity[0]).join('')).toBe(`b${'c'.repeat(12)}${'m'.repeat(12)}`);
  expect(new Set(quality.map(({ fingerprint }) => fingerprint)).size).toBe(25);
  expect(
    JSON.parse(planQuality(planWith([], { guards: [{ code: 'B-MAX-DELETES', reason: 'x' }] }), 'docs/x.yaml')),
  ).toMatchObject([{ location: { path: 'docs/x.yaml', lines: { begin: 1 } } }]);
});

test.each(hostile)('%j in a plan stays within one annotation command', (text) => {
  const blocked = { code: 'B-PROTECTED', reason: text, hint: text };
  const told = planAnnotations(
    planWith([change(text, 'delete', { blocked })], {
      impact: [impactOf({ subject: text, before: text, details: [text], who: [text] })],
    }),
  );
  expect(told.split('\n')).toHaveLength(3);
  for (const line of told.trim().split('\n'))
    expect(line).toMatch(/^::(error|warning) [^:]*::(?:(?!::|##\[)[^\r\n\u001b\u202e])*$/);
});

test('the counts of a plan count a replaced object as a create and a delete', () => {
  const of = (...actions: readonly Parameters<typeof change>[1][]) =>
    planWith(actions.map((action, at) => change(`teams/${at}`, action)));
  expect(JSON.parse(planCounts(of('create', 'update', 'move', 'replace', 'delete', 'adopt')))).toEqual({
    create: 2,
    update: 2,
    delete: 2,
  });
});
