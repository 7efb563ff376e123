/** How commands are declared: name, purpose, examples and what they do; and what their flags are read by. */
import type { Command } from 'commander';
import type { ExitCode } from '../core/exit-code.ts';
import type { Session } from './session.ts';

/** What a command does; `operands` are its arguments without flags. */
export type Run = (session: Session, operands: readonly string[], command: Command) => Promise<ExitCode>;

/** `usage` is the name with its operands: `token <user>`. */
export type Add = (
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
  run: Run,
) => Command;

/** Of a flag that may repeat: all its values. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
