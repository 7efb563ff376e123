/** `docform platform coverage` and `platform differences`: list the implemented operations, and the choices where the contract is unclear. */

import { oneLine } from '../../report/sanitize.ts';
import { choices, coverage } from '../../server/index.ts';
import { printResult, type Run } from '../session.ts';

const marks = ['implemented', 'validated', 'stateful'] as const;

export const runCoverage: Run = async (session) => {
  const width = Math.max(...coverage.map(({ operation }) => operation.length));
  const lines = coverage.map(
    (row) => `${row.operation.padEnd(width)}  ${marks.filter((mark) => row[mark]).join(', ') || 'not tested'}\n`,
  );
  const counts = marks.map((mark) => `${coverage.filter((row) => row[mark]).length} ${mark}`);
  const text = `${lines.join('')}\n${coverage.length} operations: ${counts.join(', ')}.\n`;
  printResult(session, 'platform-coverage', { items: coverage }, text);
};

export const runDifferences: Run = async (session) => {
  const paragraphs = choices.map(
    ({ subject, choice, reason }) => `${oneLine(subject)}\n  ${oneLine(choice)}\n  Why: ${oneLine(reason)}\n`,
  );
  printResult(session, 'platform-differences', { items: choices }, paragraphs.join('\n'));
};
