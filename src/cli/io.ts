/** The streams, environment and signals of the process. Tests replace them. */

import type { Readable, Writable } from 'node:stream';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';

export interface OutputStream {
  /** `isAnnotations`: allows the commands that docform writes for GitHub's runner. */
  readonly write: (text: string, isAnnotations?: boolean) => void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

export function widthOf({ isTerminal, columns }: OutputStream): { readonly columns?: number } {
  return isTerminal ? { columns } : {};
}

export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: {
    readonly isTerminal: boolean;
    readonly readAll: () => Promise<string>;
    /** Prints the question on stderr and reads one line. Returns undefined at the end of the input, and rejects on Ctrl-C. */
    readonly ask: (question: string) => Promise<string | undefined>;
    readonly stream?: Readable;
  };
  readonly output?: Writable | undefined;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly directory: string;
  /** Calls the listener on every SIGINT, SIGTERM and SIGHUP. Returns a function that stops listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly quit: (code: number) => void;
}

/** Opens streams only when they are used, because opening them is slow. */
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

/** SIGHUP is sent when the terminal is closed. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A closed pipe (`| head`) or terminal (EIO) is not an error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException) {
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
      // Some terminals report a width of 0.
      return stream.columns || 80;
    },
  };
}

async function readStdin() {
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
      // Output after the question starts on a new line.
      if (!isAnswered) process.stderr.write('\n');
      resolve(undefined);
    });
    lines.on('SIGINT', () => {
      const message = 'interrupted before anything was sent';
      reject(new DocformError({ exit: exitCode.interrupted, code: 'E-INTERRUPTED', message }));
      lines.close();
    });
    lines.question(question, (answer) => {
      isAnswered = true;
      resolve(answer);
      lines.close();
    });
  });
}
