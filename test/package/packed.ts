/** Installs the packed package in an empty directory without a network, and links its dependencies, except the optional ones. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtEntry } from '../cli/spawned.ts';
import { projectDirectory } from '../support/sources.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly bin: { readonly docform: string };
  readonly dependencies: { readonly [name: string]: string };
  readonly optionalDependencies: { readonly [name: string]: string };
  readonly scripts: { readonly [name: string]: string };
}

export interface Installed {
  /** The directory of a project that has installed the package. */
  readonly directory: string;
  /** `node_modules/@docform/cli` in that directory. */
  readonly package: string;
  readonly manifest: Manifest;
  readonly packedBytes: number;
}

const quiet: ExecFileSyncOptionsWithStringEncoding = { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' };

export function installPacked(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'docform-packed-'));
  const source = join(root, 'source');
  const directory = join(root, 'work');
  const manifest = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as Manifest;
  for (const file of ['package.json', ...manifest.files.filter((each) => each !== 'dist' && !each.startsWith('!'))])
    cpSync(join(projectDirectory, file), join(source, file), { recursive: true });
  buildInto(join(source, 'dist'));
  const said = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--offline', '--no-update-notifier', '--loglevel=error'],
    {
      cwd: source,
      ...quiet,
    },
  );
  const [{ filename } = { filename: '' }] = JSON.parse(said) as readonly { readonly filename: string }[];
  const installed = join(directory, 'node_modules/@docform/cli');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(source, filename), '-C', installed, '--strip-components=1'], quiet);
  for (const name of [...Object.keys(manifest.dependencies), '@types/node', 'undici-types']) link(name, directory);
  mkdirSync(join(directory, 'node_modules/.bin'));
  symlinkSync(join('../@docform/cli', manifest.bin.docform), join(directory, 'node_modules/.bin/docform'));
  return { directory, package: installed, manifest, packedBytes: statSync(join(source, filename)).size };
}

/** The same as `npm run build` without the type check. */
function buildInto(directory: string): void {
  cpSync(dirname(dirname(builtEntry())), directory, { recursive: true });
  const compiler = join(projectDirectory, 'node_modules/typescript/bin/tsc');
  const options = ['-p', join(projectDirectory, 'tsconfig.build.json'), '--outDir', directory, '--noCheck'];
  execFileSync(process.execPath, [compiler, ...options], quiet);
}

function link(name: string, directory: string): void {
  const to = join(directory, 'node_modules', name);
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(join(projectDirectory, 'node_modules', name), to, 'dir');
}

/** Packages that the built program imports, without the modules of Node and without those that only ajv's standalone code imports. */
export function packagesAskedFor(dist: string): readonly string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.c?js$/.test(file));
  const asked = files.flatMap((file) => {
    const text = readFileSync(join(dist, file), 'utf8');
    return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\b(?:__)?require\()\s*["'`]([@a-z][^"'`\s*]*)["'`]/g)].map(
      ([, name = '']) => name,
    );
  });
  return [...new Set(asked)]
    .filter((name) => !/^(node:|ajv(-formats)?\/dist\/)/.test(name) && !builtinModules.includes(name))
    .sort();
}
