/** The streams, environment and signals of the process. Tests replace them. All output passes through `safeIo`, which escapes lines that CI runners would execute as commands. */
import type { Readable, Writable } from 'node:stream';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { cacheFirstResult } from '../../core/once.ts';

interface OutputStream {
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
  const stdout = cacheFirstResult(() => outputOf(process.stdout));
  const stderr = cacheFirstResult(() => outputOf(process.stderr));
  return {
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
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

/** Characters that a runner skips before a command. */
const blank = '(?:[\\s\\u0085]|\\u001b\\[[\\d;]*m)*';

/** GitHub executes lines that start with `::error::`, also after blanks. GitHub and Azure execute `##[error]` and `##vso[` anywhere in a line, and GitLab `section_start:`. One character is replaced by its JSON escape, so that JSON documents keep their values. */
const commands = new RegExp(`(?<=^${blank}:):|(?<=##[\\w.-]{0,20})\\[|(?<=section_(?:start|end)):`, 'gm');

const ownCommand = /^::(?:(?:error|warning|notice) (?:file=|title=)|stop-commands::[\da-f-]{36}$|[\da-f-]{36}::$)/gm;

/** Enough characters to recognize a command that spans two writes. */
const maxKept = 64;

function escaped(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function withoutCommands(text: string, isAnnotations = false) {
  if (!/::|##|section_/.test(text)) return text;
  const own = new Set(isAnnotations ? [...text.matchAll(ownCommand)].map(({ index }) => index + 1) : []);
  return text.replace(commands, (found, at: number) => (own.has(at) ? found : escaped(found)));
}

function safeStream(stream: OutputStream): OutputStream {
  let line = '';
  return {
    write: (text, isAnnotations) => {
      const all = withoutCommands(`${line}${text}`, isAnnotations);
      stream.write(all.slice(line.length));
      line = unfinished(all);
    },
    get isTerminal() {
      return stream.isTerminal;
    },
    get columns() {
      return stream.columns;
    },
  };
}

/** The last, incomplete line. Only the end of a long line is kept. */
function unfinished(text: string) {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  if (line.length <= maxKept) return line;
  const isBlank = new RegExp(`^${blank}:?$`).test(line);
  return `${isBlank ? '' : 'x'}${line.slice(-maxKept)}`;
}

export function safeIo(io: Io): Io {
  const stdout = cacheFirstResult(() => safeStream(io.stdout));
  const stderr = cacheFirstResult(() => safeStream(io.stderr));
  return {
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
    },
    get stdin() {
      const { stdin } = io;
      return { ...stdin, ask: (question: string) => stdin.ask(withoutCommands(question)) };
    },
    get output() {
      return io.output;
    },
    environment: io.environment,
    directory: io.directory,
    onInterrupt: io.onInterrupt,
    quit: io.quit,
  };
}
