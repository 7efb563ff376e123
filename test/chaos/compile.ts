/** Compiles the script of a child process, because JavaScript starts in a fifth of the time. */
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Each module stays a file, because some find files beside them. Packages are not compiled. */
const compiling = `
const { build } = await import('rolldown');
const [input, dir] = process.argv.slice(1);
const output = { dir, preserveModules: true, preserveModulesRoot: process.cwd() };
await build({ input, output, platform: 'node', external: /^[^./]/, logLevel: 'warn' });
`;

/** `script` is a path in the project. Returns the path of the compiled script in `directory`. */
export function compile(script: string, directory: string): string {
  execFileSync(process.execPath, ['--input-type=module', '-e', compiling, join(project, script), directory], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isAsset = (path: string): boolean => !/\.ts$/.test(path);
  cpSync(join(project, 'src'), join(directory, 'src'), { recursive: true, filter: isAsset });
  for (const beside of ['node_modules', 'docs']) symlinkSync(join(project, beside), join(directory, beside), 'dir');
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  return join(directory, script.replace(/\.ts$/, '.js'));
}
