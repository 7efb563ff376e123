/** Runs the commands of a page in order, as a reader would type them: docform in this process, and everything else in a shell. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, run } from '../cli/harness.ts';
import { blocksOf, type Page } from './pages.ts';

/** The lines of the code blocks that a reader types, in order and without comments. Output and prompts are left out. */
export function commandsOf(page: Page): readonly string[] {
  return blocksOf(page, '', 'sh', 'console')
    .map((block) => block.replace(/\\\n\s*/g, ''))
    .flatMap((block) =>
      /^\$ /m.test(block) ? [...block.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line) : block.split('\n'),
    )
    .filter((line) => commandWords.test(line))
    .map((line) => line.replace(/\s+# .*$/, ''));
}

const commandWords =
  /^(?:[A-Z_]+=(?:\$\(.*\)|\S*) )*(?:docform|export|unset|cp|mv|mkdir|sed|echo|printf|diff|git|npm|curl|docker|opa) /;

export interface Walker {
  readonly directory: string;
  /** Changes with `export` and `unset`. */
  readonly environment: { [name: string]: string };
}

/** Runs one line. Every question is answered with `yes`. */
export async function walkLine({ directory, environment }: Walker, line: string): Promise<Ran> {
  const { words, assigned, file } = parseLine(line, environment);
  const [program = '', ...argv] = words;
  if (program === 'export' || program === 'unset') {
    setVariables(environment, program, argv);
    return quietly('');
  }
  if (program !== 'docform') return quietly(inShell({ directory, environment }, line));
  const ran = await run(argv, {
    directory,
    environment: { ...environment, ...assigned },
    answers: Array(9).fill('yes'),
  });
  if (file !== undefined) writeFileSync(join(directory, file), ran.stdout);
  return ran;
}

function setVariables(environment: { [name: string]: string }, program: string, argv: readonly string[]): void {
  for (const word of argv) {
    const [name = '', ...value] = word.split('=');
    if (program === 'unset') delete environment[name];
    else environment[name] = value.join('=');
  }
}

function inShell({ directory, environment }: Walker, line: string): string {
  const { PATH = '' } = process.env;
  return execFileSync('bash', ['-ec', line], {
    cwd: directory,
    env: { PATH, HOME: directory, ...environment },
    encoding: 'utf8',
  });
}

function quietly(stdout: string): Ran {
  return { exit: 0, stdout, stderr: '', questions: [], quit: undefined };
}

interface Line {
  readonly words: readonly string[];
  /** Variables before the program. */
  readonly assigned: { readonly [name: string]: string };
  /** The file after `>`. */
  readonly file: string | undefined;
}

function parseLine(line: string, environment: Walker['environment']): Line {
  const [command = '', file] = line.split(/ > (?=\S+$)/);
  const expanded = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => environment[name] ?? '');
  const words = [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|[^'"]+/g,
      (part, plain?: string, filled?: string) => plain ?? expanded(filled ?? part),
    ),
  );
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const assigned = words
    .slice(0, Math.max(start, 0))
    .map((word) => [word.split('=')[0], word.slice(word.indexOf('=') + 1)]);
  return { words: words.slice(start), assigned: Object.fromEntries(assigned), file };
}
