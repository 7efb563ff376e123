/** Escapes lines that CI runners would execute as commands. All output passes through here. */
import type { Io, OutputStream } from './io.ts';

/** Characters that a runner skips before a command. */
const blank = '(?:[\\s\\u0085]|\\u001b\\[[\\d;]*m)*';

/** GitHub executes lines that start with `::error::`, also after blanks. GitHub and Azure execute `##[error]` and `##vso[` anywhere in a line, and GitLab `section_start:`. One character is replaced by its JSON escape, so that JSON documents keep their values. */
const commands = new RegExp(`(?<=^${blank}:):|(?<=##[\\w.-]{0,20})\\[|(?<=section_(?:start|end)):`, 'gm');

const ownCommand = /^::(?:error|warning|notice) (?:file=|title=)/gm;

/** Enough characters to recognize a command that spans two writes. */
const mostKept = 64;

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
  if (line.length <= mostKept) return line;
  const isBlank = new RegExp(`^${blank}:?$`).test(line);
  return `${isBlank ? '' : 'x'}${line.slice(-mostKept)}`;
}

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
