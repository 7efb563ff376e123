/** Problems beside their lines: no text of a configuration becomes a command to a forge, and none is lost without a word. */
import { afterEach, expect, test } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { codeQuality, githubAnnotations } from '../../src/report/annotations.ts';
import { directoryWith, run } from '../cli/harness.ts';
import { startGithub } from '../pipelines/github-run.ts';
import { startGitlab } from '../pipelines/gitlab-run.ts';

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

test.each(hostile)('%j is text of one command', (text) => {
  const told = githubAnnotations([problemOf(text, 7, `docs/${text}`)]);
  const [, place = '', words = ''] = /^::error ([^:]*)::(.*)\n$/.exec(told) ?? [];
  expect(place.split(',').map((part) => part.replace(/=.*/, ''))).toEqual(['file', 'line', 'col', 'title']);
  expect(place).toContain(',line=7,col=2,title=E-X');
  // Read back as the runner does, it is still on its line.
  const read = words.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%25/g, '%');
  expect(read).not.toMatch(/[\r\n\u001b\u202e]|::|##\[/);
  if (text.includes('%0A')) expect(read).toContain('%0A: :warning: :x');
});

test('ten of a step, in order, and how many more there are', () => {
  const told = githubAnnotations(Array.from({ length: 40 }, (_, at) => problemOf(`problem ${at}`, 40 - at)));
  const lines = told.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines[0]).toContain('line=1,');
  expect(lines.at(-1)).toMatch(/^::notice title=docform::30 more problems/);
  expect(githubAnnotations([])).toBe('');
});

test('as code quality each has a fingerprint of its own, which stays when lines move', () => {
  const problems = [problemOf('same', 1), problemOf('same', 2), problemOf('other', 3)];
  const read = (of: readonly Problem[]) => JSON.parse(codeQuality(of)) as { fingerprint: string; location: object; severity: string }[];
  const prints = read(problems).map(({ fingerprint }) => fingerprint);
  expect(new Set(prints).size).toBe(3);
  const moved = problems.map((each) => ({ ...each, span: { ...each.span, line: each.span.line + 5 } }));
  expect(read(moved).map(({ fingerprint }) => fingerprint)).toEqual(prints);
  expect(read(problems)[1]).toMatchObject({ severity: 'critical', location: { path: 'docform.yaml', lines: { begin: 2 } } });
});

test('validate: paths are those of the repository, exit 3; where nothing is wrong there is nothing, or an empty list', async () => {
  const directory = await directoryWith({ 'docform.yaml': 'version: 1\nteams:\n  a: { titel: Docs }\n', 'ok.yaml': 'version: 1\n' });
  const github = await run(['validate', '--format', 'github'], { directory });
  expect(github).toMatchObject({
    exit: 3,
    stdout: expect.stringMatching(/^::error file=docform\.yaml,line=3,col=\d+,title=E-/),
    stderr: '',
  });
  expect(await run(['validate', '--format', 'codequality', '-c', 'ok.yaml'], { directory })).toMatchObject({ exit: 0, stdout: '[]\n' });
  expect(await run(['validate', '--format', 'github', '-c', 'ok.yaml'], { directory })).toMatchObject({ exit: 0, stdout: '' });
  expect(await run(['plan', '--format', 'github'], { directory })).toMatchObject({ exit: 3 });
});

const broken = `version: 1\nteams:\n  ${JSON.stringify('a\n::error::x\n::set-output name=code::0')}: { titel: "::error::y, z" }\n`;

/** Lines that the runner takes for commands. */
function commandsIn(log: string): readonly string[] {
  let end: string | undefined;
  return log.split('\n').filter((line) => {
    const stop = /^::stop-commands::(.+)/.exec(line)?.[1];
    if (stop !== undefined) end = stop;
    else if (end !== undefined && line === `::${end}::`) end = undefined;
    else return end === undefined && /^\s*::\w|##\[/.test(line);
    return false;
  });
}

test('GitHub: the pipeline prints them as commands, and nothing else', async () => {
  const { job, close: closeIt } = await startGithub(broken);
  close = closeIt;
  const ran = await job('validate', 'validate');
  expect(ran).toMatchObject({ result: 'failure', steps: { Validate: 'exit 3', Annotate: 'success' }, commanded: [] });
  const commands = commandsIn(ran.log);
  expect(commands.length).toBeGreaterThan(0);
  for (const line of commands) expect(line).toMatch(/^::error file=docform\.yaml,line=3,col=\d+,title=E-[A-Z-]+::/);
});

test('GitLab: the job leaves them as a report, and is red', async () => {
  const { job, close: closeIt } = await startGitlab(broken);
  close = closeIt;
  const ran = await job('docform-validate');
  expect(ran.exit).toBe(3);
  expect(JSON.parse(ran.kept[0] ?? '')).toEqual(
    expect.arrayContaining([expect.objectContaining({ location: { path: 'docform.yaml', lines: { begin: 3 } } })]),
  );
});
