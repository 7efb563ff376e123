/** Runs the commands of a page as a reader would type them: `export` sets variables, and `serve` starts a platform. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';
import { type Ran, run } from './harness.ts';

export interface Typed {
  readonly done: readonly (Ran & { readonly line: string })[];
  /** The number of started platforms. */
  readonly served: number;
  readonly directory: string;
  readonly end: () => Promise<void>;
}

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
}

/** The lines of the blocks without a language that contain this text. */
export function linesOf(path: string, text: string): readonly string[] {
  return blocksOf(pageAt(path), '')
    .filter((block) => block.includes(text))
    .flatMap((block) => block.split('\n'))
    .filter((line) => line !== '');
}

/** Parses a line like a shell: comments and redirections are dropped, quotes are removed, and variables are replaced. */
function wordsOf(line: string, environment: { readonly [name: string]: string }): readonly string[] {
  const command = line.replace(/\s+[#>].*$/, '').replace(/\$(\w+)/g, (_, name: string) => environment[name] ?? '');
  return (command.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** A copy of the examples without ledgers of earlier walks. */
async function workplace(): Promise<string> {
  const directory = directoryWith();
  const filter = (path: string) => !path.includes('.ledger.');
  cpSync(join(projectDirectory, 'examples'), join(directory, 'examples'), { recursive: true, filter });
  return directory;
}

/** Platforms use a free port instead of the typed one. `...` in a variable is replaced by the value that the last platform printed. */
export async function type(lines: readonly string[]): Promise<Typed> {
  const directory = await workplace();
  const ends: (() => Promise<unknown>)[] = [];
  const places = new Map<string, string>();
  const environment: { [name: string]: string } = {};
  const done: (Ran & { readonly line: string })[] = [];
  let last: Served | undefined;
  const serve = (argv: readonly string[]): Promise<Served> =>
    new Promise((resolve, reject) => {
      const free = argv.map((word, at) => (argv[at - 1] === '--port' ? '0' : word));
      const ran = run(free, {
        directory,
        onStdout: (text, interrupt) => {
          ends.push(async () => {
            interrupt();
            await ran;
          });
          resolve(JSON.parse(text) as Served);
        },
      });
      ran.then(({ stderr }) => reject(new Error(stderr)), reject);
    });
  for (const line of lines) {
    const [program, ...argv] = wordsOf(line, environment);
    if (program === 'export') {
      for (const [, name = '', value = ''] of argv.map((word) => /^(\w+)=(.*)$/.exec(word) ?? []))
        environment[name] =
          value === '...'
            ? String(name === 'DOCFORM_ORG' ? last?.organization : last?.token)
            : (places.get(value) ?? value);
      continue;
    }
    if (program !== 'docform') throw new Error(`${line}: no command of docform`);
    if (argv.includes('serve')) {
      last = await serve(argv);
      places.set(`http://127.0.0.1:${argv[argv.indexOf('--port') + 1]}`, last.url);
    } else done.push({ line, ...(await run(argv, { directory, environment })) });
  }
  return {
    done,
    served: places.size,
    directory,
    end: async () => {
      for (const end of ends) await end();
    },
  };
}
