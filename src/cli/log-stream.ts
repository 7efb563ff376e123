/** The only way from a command to stdout and stderr: a job log executes lines that look like commands, so none of these is written. */
import type { Io, OutputStream } from './io.ts';

/** What a runner ignores before a command, and what a terminal does not show. */
const blank = '(?:[\\s\\u0085]|\\u001b\\[[\\d;]*m)*';

/**
 * `::error::` at the beginning of a line is a command to GitHub's runner, also after blanks. `##[error]` and `##vso[` are commands to GitHub and Azure
 * anywhere in a line, `section_start:` is one to GitLab. The last character of what begins a command becomes its JSON escape, so that JSON says the same.
 */
const commands = new RegExp(`(?<=^${blank}:):|(?<=##[\\w.-]{0,20})\\[|(?<=section_(?:start|end)):`, 'gm');

/** Commands that docform itself writes with --format github. */
const ownCommand = /^::(?:error|warning|notice) (?:file=|title=)/gm;

/** Enough of an unfinished line to see a command that the next text completes. */
const mostKept = 64;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes the text so that no line is a command. `isAnnotations`: but for those that --format github consists of. */
export function withoutCommands(text: string, isAnnotations = false): string {
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

/** The line that the next text continues; of a long one its end, and whether a command can still begin in it. */
function unfinished(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  if (line.length <= mostKept) return line;
  const isBlank = new RegExp(`^${blank}:?$`).test(line);
  return `${isBlank ? '' : 'x'}${line.slice(-mostKept)}`;
}

/** The same process with safe streams. Each is opened when it is first used, as before. */
export function safeIo(io: Io): Io {
  let [stdout, stderr]: (OutputStream | undefined)[] = [];
  return {
    get stdout() {
      stdout ??= safeStream(io.stdout);
      return stdout;
    },
    get stderr() {
      stderr ??= safeStream(io.stderr);
      return stderr;
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
