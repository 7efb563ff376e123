/** Tests that the flags in commands.md and the types of the flags that the commands read are the same. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { declaredCommands } from '../../src/cli/flags.ts';
import { declareProgram } from '../../src/cli/program.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

const { program } = declareProgram(
  { stdout: { write: () => undefined, isTerminal: false, columns: 80 } },
  () => async () => undefined,
);

function optionsOf(name: string): readonly Option[] {
  const find = (command: Command, word: string) => command.commands.find((each) => each.name() === word) ?? command;
  return name.split(' ').reduce(find, program).options;
}

/** Both commands have the same code. */
const pipelines = ['ci github', 'ci gitlab'];

function declaredType(name: string): string {
  const options = (pipelines.includes(name) ? pipelines : [name]).flatMap(optionsOf);
  const types = new Map<string, Set<string>>();
  for (const option of options) {
    const type = option.isBoolean() ? 'boolean' : option.parseArg === undefined ? 'string' : 'readonly string[]';
    types.set(option.attributeName(), (types.get(option.attributeName()) ?? new Set()).add(type));
  }
  return `{ ${[...types].map(([flag, of]) => `${flag}: ${[...of].join(' | ')};`).join(' ')} }`;
}

/** `stdio` is a flag of editors without an effect. */
function checks(): string {
  const code = readFileSync(join(projectDirectory, 'src/cli/program.ts'), 'utf8').matchAll(
    /^ {2}'?([\w -]+?)'?: async \(\) => \(await import\('\.(.+)'\)\)\.(\w+),$/gm,
  );
  const source = join(projectDirectory, 'src/cli');
  const lines = [...code].map(
    ([, name = '', file, run], at) =>
      `export type Check${at} = None<Differing<typeof import('${source}${file}').${run}, ${declaredType(name)}>>; // ${name}`,
  );
  return `import type { Flags } from '${source}/io/session.ts';
type Read<R> = R extends (session: never, operands: never, flags: infer F) => unknown ? F : never;
type Undeclared<F, D> = Exclude<keyof F, keyof D>;
type Unread<F, D> = { [K in keyof D]: K extends keyof F ? (D[K] extends F[K] ? never : K) : K }[keyof D];
type Differing<R, D> = Undeclared<Read<R>, D> | Exclude<Unread<Read<R> & Flags, D>, 'stdio'>;
type None<T extends never> = T;
${lines.join('\n')}
`;
}

test('every command reads exactly the flags that commands.md declares for it, with their types', async () => {
  const text = checks();
  expect(text.match(/^export type Check/gm)?.length).toBeGreaterThan(30);
  const config = {
    extends: join(projectDirectory, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(projectDirectory, 'node_modules/@types')], noUnusedParameters: false },
    include: ['check.ts'],
  };
  const directory = directoryWith({ 'check.ts': text, 'tsconfig.json': JSON.stringify(config) });
  const compiler = join(projectDirectory, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(compiler, ['-p', directory]).catch((error) => error);
  expect(stdout).toBe('');
});

test('a flag is repeatable if its description says so, and the other way round', () => {
  const items = declaredCommands().flatMap((command) => command.items);
  const named = items.filter(({ description }) => /\brepeatable\b/.test(description));
  expect(named.length).toBeGreaterThan(10);
  expect(items.filter(({ isRepeatable }) => isRepeatable)).toEqual(named);
});
