/** `docform platform coverage` and `platform differences`: list the implemented operations, and the choices where the contract is unclear. */

import { oneLine } from '../../report/sanitize.ts';
import { choices, coverage } from '../../server/index.ts';
import type { Run } from '../flags.ts';
import { printResult, type Session } from '../session.ts';

const marks = ['implemented', 'validated', 'stateful'] as const;

export const runCoverage: Run = async (session) => {
  const width = Math.max(...coverage.map(({ operation }) => operation.length));
  const lines = coverage.map(
    (row) => `${row.operation.padEnd(width)}  ${marks.filter((mark) => row[mark]).join(', ') || 'not tested'}\n`,
  );
  const counts = marks.map((mark) => `${coverage.filter((row) => row[mark]).length} ${mark}`);
  print(
    session,
    'platform-coverage',
    coverage,
    `${lines.join('')}\n${coverage.length} operations: ${counts.join(', ')}.\n`,
  );
};

export const runDifferences: Run = async (session) => {
  const paragraphs = choices.map(
    ({ subject, choice, reason }) => `${oneLine(subject)}\n  ${oneLine(choice)}\n  Why: ${oneLine(reason)}\n`,
  );
  print(session, 'platform-differences', choices, paragraphs.join('\n'));
};

function print(session: Session, kind: string, items: readonly unknown[], text: string) {
  printResult(session, kind, { items }, text);
}
