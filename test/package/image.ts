/** Builds the container image without a network: the registries of npm and Debian are replaced by scripts that copy installed files. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { builtEntry } from '../cli/spawned.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of each stage of the Dockerfile. */
export function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const instructions = dockerfile
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
  const starts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, at) => instructions.slice(start, starts[at + 1]));
}

const packages = JSON.parse(readFileSync(join(projectDirectory, 'package-lock.json'), 'utf8')).packages as {
  readonly [path: string]: { readonly dev?: true };
};

/** Copies the packages that `npm ci --omit=dev` would install. Both native builds of SQLite are installed in a clone. */
const copied = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  .map(([path]) => `[ ! -e "$OFFLINE/${path}" ] || { mkdir -p ${dirname(path)}; cp -rL "$OFFLINE/${path}" ${path}; }`);

const programs = {
  'apt-get': '',
  tini: '[ "$1" = -- ] && shift; exec "$@"',
  npm: [
    'case "$*" in',
    'ci) cp -rL "$OFFLINE/dist" . ;;',
    `'ci --omit=dev --ignore-scripts') ${copied.join('\n')} ;;`,
    'pack*) exec node "$NPM" "$@" --offline --no-update-notifier --loglevel=error ;;',
    '*) echo "unexpected: npm $*" >&2; exit 1 ;;',
    'esac',
  ].join('\n'),
};

/** A directory with the installed packages and the built program. */
function offlineDirectory(): string {
  const directory = directoryWith();
  symlinkSync(join(projectDirectory, 'node_modules'), join(directory, 'node_modules'));
  symlinkSync(dirname(dirname(builtEntry())), join(directory, 'dist'));
  return directory;
}

function programsIn(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(directory, name), `#!/bin/sh\nset -e\n${script}\n`);
    chmodSync(join(directory, name), 0o755);
  }
}

/** The files of the clone that the build can see. */
function copySource(directory: string): void {
  for (const file of execFileSync('git', ['ls-files', '-z'], { cwd: projectDirectory, encoding: 'utf8' }).split('\0'))
    if (file !== '') cpSync(join(projectDirectory, file), join(directory, file));
}

/** Runs the RUN lines of the first stage below a directory, and returns the directory that the image contains. */
export function runBuildLines(dockerfile: string): string {
  const root = directoryWith();
  const shims = join(root, 'programs');
  programsIn(shims);
  const inRoot = (text: string) => text.replaceAll(/(^|[\s=])(\/(?:src|package|image)\b)/g, `$1${root}$2`);
  let directory = root;
  for (const { name, text } of stagesOf(dockerfile)[0] ?? []) {
    if (name === 'WORKDIR') {
      directory = inRoot(text);
      mkdirSync(directory, { recursive: true });
    } else if (name === 'COPY') copySource(directory);
    else if (name === 'RUN')
      execFileSync('sh', ['-ec', inRoot(text)], {
        cwd: directory,
        env: {
          PATH: `${shims}:${process.env.PATH ?? ''}`,
          OFFLINE: offlineDirectory(),
          NPM: pathOf('npm'),
          HOME: root,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
  }
  return join(root, 'image');
}

const pathOf = (name: string) =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim());

/** Copies programs into the root of a base image, with the libraries that these and the other files need. */
function fillBase(root: string, names: readonly string[], others: readonly string[] = []): void {
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  symlinkSync('usr/bin', join(root, 'bin'));
  for (const directory of ['tmp', 'etc', 'root', 'proc', 'sys', 'dev']) mkdirSync(join(root, directory));
  for (const name of names) cpSync(pathOf(name), join(root, 'usr/bin', name));
  for (const file of [...names.map(pathOf), ...others]) {
    const libraries = execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+)(?= \(0x)/g);
    for (const [library] of libraries) cpSync(library, join(root, library), { dereference: true });
  }
}

/** The native builds of SQLite for this system. */
function nativeFiles(): readonly string[] {
  const directory = join(projectDirectory, 'node_modules/@libsql');
  return readdirSync(directory)
    .filter((name) => name.endsWith('-gnu'))
    .map((name) => join(directory, name, 'index.node'));
}

/** Builds the image with buildah, from base images that contain programs of this machine. `run`: runs a command in the image. */
export function buildWithBuildah(dockerfile: string) {
  const root = directoryWith();
  const store = ['--root', join(root, 'root'), '--runroot', join(root, 'runroot'), '--storage-driver', 'vfs'];
  const buildah = (argv: readonly string[]) =>
    execFileSync('buildah', [...store, ...argv], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const build = (directory: string, tag: string, ...flags: readonly string[]) =>
    buildah(['bud', '--isolation', 'chroot', '--pull-never', ...flags, '--tag', tag, directory]);
  const [from, last] = stagesOf(dockerfile).map(([first]) => first?.text.split(' ')[0] ?? '');
  // The smallest Debian has the libraries of Node.js and Git, because apt and dpkg need them too.
  fillBase(join(root, 'small/files'), ['sh', 'env', 'ls', 'id'], [pathOf('node'), pathOf('git'), ...nativeFiles()]);
  writeFileSync(join(root, 'small/Dockerfile'), 'FROM scratch\nCOPY files /\n');
  build(join(root, 'small'), last ?? '');
  const tools = ['sh', 'env', 'mkdir', 'cp', 'rm', 'ln', 'tar', 'gzip', 'git', 'node'];
  fillBase(join(root, 'large/files'), tools);
  programsIn(join(root, 'large/files/usr/local/bin'));
  writeFileSync(
    join(root, 'large/Dockerfile'),
    'FROM scratch\nCOPY files /\nENV OFFLINE=/offline NPM=/npm/bin/npm-cli.js\n',
  );
  build(join(root, 'large'), from ?? '');
  copySource(join(root, 'source'));
  build(
    join(root, 'source'),
    'docform',
    ...['--volume', `${join(projectDirectory, 'node_modules')}:/offline/node_modules:ro`],
    ...['--volume', `${dirname(dirname(builtEntry()))}:/offline/dist:ro`],
    ...['--volume', `${dirname(dirname(pathOf('npm')))}:/npm:ro`],
  );
  const container = buildah(['from', '--pull-never', 'localhost/docform']).trim();
  return {
    run: (...argv: readonly string[]) => buildah(['run', '--isolation', 'chroot', container, '--', ...argv]),
    config: JSON.parse(buildah(['inspect', '--type', 'image', 'localhost/docform'])).OCIv1.config as {
      readonly User: string;
      readonly Env: readonly string[];
      readonly Entrypoint: readonly string[];
      readonly WorkingDir: string;
    },
  };
}
