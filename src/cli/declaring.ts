/** Types and helpers for declaring commands. */
import type { Command } from 'commander';
import type { ExitCode } from '../core/exit-code.ts';
import type { Session } from './session.ts';

/** `operands`: arguments without flags. */
export type Run = (session: Session, operands: readonly string[], command: Command) => Promise<ExitCode>;

/** `usage`: name and operands, such as `token <user>`. */
export type Add = (
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
  run: Run,
) => Command;

/** Collects all values of a repeatable flag. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
