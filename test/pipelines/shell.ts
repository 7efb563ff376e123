/** Runs the scripts of pipelines like a forge: with bash, in a separate directory and with only the given variables. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';

export type Variables = { readonly [name: string]: string };

interface Ended {
  readonly exit: number;
  /** The log of the run. */
  readonly log: string;
}

/** A machine that runs jobs, with an `npm` that installs a docform which runs in the process of the test. */
export interface Machine {
  readonly root: string;
  /** Variables of every process. */
  readonly base: Variables;
  /** Command lines of docform, with the names of the secrets that each could read. */
  readonly calls: { readonly argv: readonly string[]; readonly variables: Variables }[];
  readonly script: (text: string, directory: string, variables: Variables) => Promise<Ended>;
  /** A new directory below the root. */
  readonly directory: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A shim that sends its directory, command line and variables to the test, and exits with the code that the test returns. It is written in bash, which starts fast. */
const shim = `#!/usr/bin/env bash
exec 3<>"/dev/tcp/127.0.0.1/$TEST_DOCFORM_PORT"
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&3
read -r exit answer <&3
[ ! -s "$answer/stderr" ] || cat "$answer/stderr" >&2
[ ! -s "$answer/stdout" ] || cat "$answer/stdout"
exit "$exit"
`;

interface Call {
  readonly argv: readonly string[];
  readonly directory: string;
  readonly variables: Variables;
}

export async function startMachine(): Promise<Machine> {
  const root = directoryWith();
  const tools = join(root, 'tools');
  await mkdir(tools);
  await writeExecutable(join(tools, 'docform-shim'), shim);
  const install = `mkdir -p node_modules/.bin && ln -sf '${join(tools, 'docform-shim')}' node_modules/.bin/docform`;
  await writeExecutable(join(tools, 'npm'), `#!/bin/sh\n[ "$*" = "ci --ignore-scripts" ] && ${install}\n`);
  // Git would start two more processes after each commit, fetch and push, to look for work that small repositories never have.
  await writeFile(
    join(root, '.gitconfig'),
    '[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n[receive]\n\tautogc = false\n',
  );
  // A package name instead of a path could be requested from a registry.
  await writeExecutable(join(tools, 'npx'), '#!/bin/sh\nexit 127\n');
  const calls: Machine['calls'] = [];
  const server = await serveDocform(calls, root);
  const base: Variables = {
    PATH: `${tools}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: root,
    TEST_DOCFORM_PORT: String((server.address() as AddressInfo).port),
    ...{ GIT_CONFIG_NOSYSTEM: '1', CI: 'true' },
  };
  return {
    ...{ root, calls, base },
    script: (text, directory, variables) => runScript(text, directory, { ...base, ...variables }),
    directory: async (name) => {
      const path = join(root, name);
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true });
      return path;
    },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(root, { recursive: true });
    },
  };
}

async function writeExecutable(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o755);
}

/** The complete message of the shim: parts that each end with a zero byte, the last one empty. */
function callOf(text: string): Call | undefined {
  const [directory = '', count = '', ...rest] = text.split('\0');
  const argv = rest.slice(0, Number(count));
  const lines = rest.slice(argv.length, rest.indexOf('', argv.length));
  if (argv.length < Number(count) || !text.endsWith('\0\0') || lines.length === 0) return undefined;
  return { argv, directory, variables: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
}

async function serveDocform(calls: Machine['calls'], root: string): Promise<Server> {
  const answer = async ({ argv, directory, variables }: Call): Promise<string> => {
    calls.push({ argv, variables });
    const { exit, stdout, stderr } = await run(argv, { directory, environment: variables });
    const place = await mkdtemp(join(root, 'answer-'));
    for (const [name, text] of Object.entries({ stdout, stderr })) await writeFile(join(place, name), text);
    return `${exit} ${place}`;
  };
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const call = callOf(text);
      if (call !== undefined) void answer(call).then((line) => socket.end(`${line}\n`), socket.destroy.bind(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function runScript(text: string, directory: string, variables: Variables): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', text], {
      cwd: directory,
      env: { ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (log += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exit: code ?? 1, log }));
  });
}

/** The text of a file, or an empty text if it is missing. */
export async function textOrNothing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
