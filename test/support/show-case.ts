/** Prints the current plan and calls of a case, and with --write saves them as expected. `npm run case -- <kind> <name>` */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBlocked } from '../../src/plan/result/change.ts';
import { caseNames, casesFolder, readCase } from './case.ts';
import { runCase } from './run-case.ts';
import { projectDirectory } from './sources.ts';

function block(key: string, text: string): string {
  if (text === '') return '';
  const lines = text.replace(/\n$/, '').split('\n');
  // A text that starts with a space requires an explicit indentation of the block.
  return `${key}: |${text.startsWith(' ') ? '2' : ''}\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}

async function show(name: string, isWriting: boolean): Promise<void> {
  const each = readCase(name);
  const run = await runCase(each);
  const expected =
    block('plan', run.planText) +
    block('requests', run.requests) +
    block('second', each.second === '' ? '' : run.secondText);
  process.stdout.write(`# ${name}\n${expected}`);
  const isBlockedPlan = isBlocked(run.planned.plan);
  for (const fault of isBlockedPlan ? [] : run.faults) process.stdout.write(`# FAULT ${fault}\n`);
  for (const line of run.differences) process.stdout.write(`# DIFFERS ${line}\n`);
  if (!isBlockedPlan && each.second === '' && run.second.plan.changes.length > 0)
    process.stdout.write(`# SECOND PLAN\n${run.secondText.replace(/^/gm, '# ')}\n`);
  const isCurrent = run.planText === each.plan && run.requests === each.requests;
  if (!isWriting || (isCurrent && (each.second === '' || run.secondText === each.second))) return;
  const path = join(projectDirectory, casesFolder, `${name}.yaml`);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    `${text.replace(/^(plan|requests|second): [^\n]*\n(?:(?: .*)?\n)*/gm, '').trimEnd()}\n${expected}`,
  );
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWriting = process.argv.includes('--write');
const matching = caseNames().filter(
  (name) => wanted.length === 0 || name === wanted.join('/') || name.startsWith(`${wanted.join('/')}/`),
);
if (matching.length === 0) process.stderr.write(`no case ${wanted.join('/')}; there are:\n${caseNames().join('\n')}\n`);
for (const name of matching) {
  await show(name, isWriting).catch((error: unknown) => {
    process.exitCode = 1;
    process.stdout.write(
      `# ${name}\n# FAILS ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  });
}
if (matching.length === 0) process.exitCode = 3;
