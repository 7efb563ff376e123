/** The texts of `docform help environment` and `docform help exit-codes`, also for the reference. */
import { wrapped } from '../report/sanitize.ts';
import { helpSections } from './flags.ts';

export function environmentText(): string {
  const shown = helpSections('environment.md').map(
    ({ heading, items }) =>
      `${heading}\n${items.map(({ flags, description }) => `  ${flags}\n      ${description}\n`).join('')}`,
  );
  return `Environment variables. Flags take precedence over variables. An empty variable counts as unset.\n\n${shown.join('\n')}`;
}

export function exitCodesText(columns: number): string {
  const rest = ' '.repeat('  130  '.length);
  const lines = helpSections('exit-codes.md').flatMap(({ items }) =>
    items.flatMap(({ flags: code, description }) =>
      wrapped(description, { columns: Math.min(120, columns), first: `  ${code.padStart(3)}  `, rest }),
    ),
  );
  return `Exit codes\n${lines.join('\n')}\n`;
}
