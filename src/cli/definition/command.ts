/** Defines commands: their words, flags and formats, with the code that runs them. */
import type { Command } from 'commander';
import type { Flags, Format, Run } from '../io/session.ts';

/** Flags as the help prints them, with their descriptions: `--out <file>`, `--dry-run`, or `--only <pattern>...` if the flag is repeatable. */
export interface FlagWords {
  readonly [flag: `${string}--${string}`]: string;
}

/** The values of flags, by name: `dryRun` for `--dry-run`. */
type FlagsOf<F> = { readonly [K in keyof F as NameOf<K>]?: ValueOf<K> };

type NameOf<K> = K extends `${string}--no-${infer Name}`
  ? Camel<WordOf<Name>>
  : K extends `${string}--${infer Name}`
    ? Camel<WordOf<Name>>
    : never;

type WordOf<T extends string> = T extends `${infer Word} <${string}` ? Word : T;

type Camel<T extends string> = T extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : T;

type ValueOf<K> = K extends `${string}...` ? readonly string[] : K extends `${string}<${string}` ? string : boolean;

interface CommandWords<F, S> {
  /** The words of the command and its operands: `ci ledger <direction>`. */
  readonly usage: string;
  readonly description: string;
  /** Without `docform`. */
  readonly examples?: readonly string[];
  readonly flags?: F;
  /** Flags of several commands. Every command accepts them, and only the help of the commands that name them shows them. */
  readonly shared?: S;
  /** Besides text and json. */
  readonly formats?: readonly Format[];
}

export interface CommandDefinition extends CommandWords<FlagWords, FlagWords> {
  /** Loads the code on the first run of the command, so that help and completion stay fast. Missing: a group of commands. */
  readonly load?: (program: Command) => Promise<Run<never>>;
}

type FlagsRead<R> = R extends (session: never, operands: never, flags: infer F) => unknown ? F : never;

/** Flags that the code reads and the words do not declare, or the other way round. Settings read the flags that all commands accept. */
type Differing<R, F> =
  | Exclude<keyof FlagsRead<R>, keyof FlagsOf<F>>
  | Exclude<keyof FlagsOf<F>, keyof FlagsRead<R> | keyof Flags>;

type MustRead<R, F> = [Differing<R, F>] extends [never]
  ? unknown
  : { readonly flagsNotBothDeclaredAndRead: Differing<R, F> };

/** The code gets exactly the declared flags, or the definition does not compile. */
export function defineCommand<
  const F extends FlagWords = Record<never, string>,
  const S extends FlagWords = Record<never, string>,
  R extends Run<FlagsOf<F & S>> = Run<FlagsOf<F & S>>,
>(
  definition: CommandWords<F, S> & { readonly load: (program: Command) => Promise<R> } & MustRead<R, F & S>,
): CommandDefinition {
  return definition;
}

export function defineGroup(usage: string, description: string): CommandDefinition {
  return { usage, description };
}
