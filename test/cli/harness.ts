/** Runs a command line in this process with given streams. */
import { tmpdir } from 'node:os';
import type { Io } from '../../src/cli/io/io.ts';
import { runProgram } from '../../src/cli/program.ts';
import { strangeIn } from '../docs/documents.ts';

/** Late requests are impossible in these tests unless a test requests them. */
const noSettling = { DOCFORM_SETTLE_SECONDS: '0' };

export interface World {
  readonly environment?: { readonly [name: string]: string };
  readonly directory?: string;
  /** stdin and stderr are terminals. The questions get these answers in this order. */
  readonly answers?: readonly string[];
  readonly isTerminal?: boolean;
  readonly input?: string;
  readonly onStdout?: (text: string, interrupt: () => void) => void;
  readonly onStderr?: (text: string, interrupt: () => void) => void;
}

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly questions: readonly string[];
  /** The exit code of a second interrupt. */
  readonly quit: number | undefined;
}

export async function run(argv: readonly string[], world: World = {}): Promise<Ran> {
  const outputs = { stdout: '', stderr: '' };
  const questions: string[] = [];
  const answers = [...(world.answers ?? [])];
  const listeners = new Set<() => void>();
  const isTerminal = world.isTerminal ?? world.answers !== undefined;
  let quit: number | undefined;
  const interrupt = () => {
    for (const listener of [...listeners]) listener();
  };
  const io: Io = {
    stdout: {
      write: (text) => {
        outputs.stdout += text;
        world.onStdout?.(text, interrupt);
      },
      isTerminal: false,
      columns: 80,
    },
    stderr: {
      write: (text) => {
        outputs.stderr += text;
        world.onStderr?.(text, interrupt);
      },
      isTerminal,
      columns: 80,
    },
    stdin: {
      isTerminal,
      readAll: async () => world.input ?? '',
      ask: async (question) => {
        questions.push(question);
        return answers.shift();
      },
    },
    environment: { ...noSettling, ...world.environment },
    directory: world.directory ?? tmpdir(),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quit: (code) => {
      quit = code;
    },
  };
  const exit = await runProgram(argv, io);
  assertExplained(outputs.stdout);
  assertNoCommand(outputs.stderr);
  if (!argv.some((word) => word === 'github' || word === '--format=github'))
    assertNoCommand(withoutFence(outputs.stdout));
  return { exit, ...outputs, questions, quit };
}

/** Every JSON document in these tests must have the keys that the reference lists for its kind. */
function assertExplained(text: string): void {
  if (!/^\{\s*"schemaVersion"/.test(text)) return;
  const strange = strangeIn(JSON.parse(text) as { readonly [key: string]: unknown });
  if (strange !== undefined) throw new Error(`test/docs/documents.ts does not describe this document: ${strange}`);
}

/** Text that a job log of GitHub, GitLab or Azure interprets as a command. */
export const runnerCommand = /^\s*::|##[\w.-]*\[|section_(?:start|end):/m;

/** Without the fence that docform puts around its log on GitHub, and without its annotations after the fence. */
function withoutFence(text: string): string {
  return text.replace(
    /^::stop-commands::([\da-f-]{36})\n([\s\S]*?)^::\1::\n((?:::(?:error|warning|notice) (?:file|title)=.*\n)*)/gm,
    '$2',
  );
}

/** No output in these tests may contain a command to the runner. */
function assertNoCommand(text: string): void {
  const line = text.split(/[\n\r]/).find((each) => runnerCommand.test(each));
  if (line !== undefined) throw new Error(`a runner takes this line of output for a command: ${line}`);
}
