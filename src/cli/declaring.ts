/** The type by which commands are declared: name, purpose, and what they do. */
import type { Command } from 'commander';
import type { ExitCode } from './exit-code.ts';
import type { Session } from './session.ts';

/** What a command does; `operands` are its arguments without flags. */
export type Run = (session: Session, operands: readonly string[], command: Command) => Promise<ExitCode>;

/** `usage` is the name with its operands: `token <user>`. */
export type Add = (parent: Command, usage: string, description: string, examples: readonly string[], run: Run) => Command;
