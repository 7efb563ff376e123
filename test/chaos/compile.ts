/** Compiles the script of a child process, because JavaScript starts in half the time. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** `script` is a path in the project, next to a `tsconfig.json` that contains it. Returns the path of the compiled script in `directory`. */
export function compile(script: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const configuration = join(project, dirname(script), 'tsconfig.json');
  execFileSync(process.execPath, [compiler, '-p', configuration, '--outDir', directory], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const isAsset = (path: string): boolean => !/\.ts$/.test(path);
  cpSync(join(project, 'src'), join(directory, 'src'), { recursive: true, filter: isAsset });
  for (const beside of ['node_modules', 'docs']) symlinkSync(join(project, beside), join(directory, beside), 'dir');
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  return join(directory, script.replace(/\.ts$/, '.js'));
}
