/** The process as a command sees it (streams, environment, signals), handed in so that tests can run commands without one. */

import type { Readable, Writable } from 'node:stream';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';

export interface OutputStream {
  /** `isAnnotations`: the text consists of commands to GitHub's runner, which docform itself wrote. */
  readonly write: (text: string, isAnnotations?: boolean) => void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** Of a terminal, how wide it is; nothing of what is no terminal. */
export function widthOf({ isTerminal, columns }: OutputStream): { readonly columns?: number } {
  return isTerminal ? { columns } : {};
}

export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** All of it, as text. */
    readonly readAll: () => Promise<string>;
    /** One line, after showing the question on stderr; undefined when the input ends; rejects on Ctrl-C. */
    readonly ask: (question: string) => Promise<string | undefined>;
    /** Itself, for protocols; missing: there is none. */
    readonly stream?: Readable;
  };
  /** stdout itself, for protocols. */
  readonly output?: Writable | undefined;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly directory: string;
  /** Calls back on every SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Ends the process at once: the second interrupt. */
  readonly quit: (code: number) => void;
}

/** The real process. A stream is opened when it is first used: that takes longer than to say one's version. */
export function processIo(): Io {
  let stdout: OutputStream | undefined;
  let stderr: OutputStream | undefined;
  return {
    get stdout() {
      stdout ??= outputOf(process.stdout);
      return stdout;
    },
    get stderr() {
      stderr ??= outputOf(process.stderr);
      return stderr;
    },
    get stdin() {
      return { isTerminal: process.stdin.isTTY === true, readAll: readStdin, ask: askStdin, stream: process.stdin };
    },
    get output() {
      return process.stdout;
    },
    environment: process.env,
    directory: process.cwd(),
    onInterrupt: (listener) => {
      for (const signal of interrupts) process.on(signal, listener);
      return () => {
        for (const signal of interrupts) process.off(signal, listener);
      };
    },
    quit: (code) => process.exit(code),
  };
}

/** The last one comes when the terminal is closed. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whoever reads the output may stop reading (`| head`), or close the terminal (EIO): that is no fault of the command. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

function outputOf(stream: NodeJS.WriteStream): OutputStream {
  stream.off('error', ignoreClosedPipe).on('error', ignoreClosedPipe);
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      // A terminal that does not know its width says 0.
      return stream.columns || 80;
    },
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

async function askStdin(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return await new Promise((resolve, reject) => {
    let isAnswered = false;
    lines.on('close', () => {
      // What follows does not stand on the line of the question.
      if (!isAnswered) process.stderr.write('\n');
      resolve(undefined);
    });
    lines.on('SIGINT', () => {
      reject(
        new DocformError({
          exit: exitCode.interrupted,
          code: 'E-INTERRUPTED',
          message: 'interrupted before anything was sent',
        }),
      );
      lines.close();
    });
    lines.question(question, (answer) => {
      isAnswered = true;
      resolve(answer);
      lines.close();
    });
  });
}
