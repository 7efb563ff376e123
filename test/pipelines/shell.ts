/** Runs the scripts of pipelines as forges do: each with bash, in a directory of its own, with nothing but its own variables. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';

export type Variables = { readonly [name: string]: string };

export interface Ended {
  readonly exit: number;
  /** What stands in the log of the run. */
  readonly log: string;
}

/** A machine to run jobs on, with `npx` and `npm` of its own: docform runs in the process of the test. */
export interface Machine {
  readonly root: string;
  /** Command lines of docform, with the names of the secrets that were in sight of each. */
  readonly calls: { readonly argv: readonly string[]; readonly variables: Variables }[];
  readonly script: (text: string, directory: string, variables: Variables) => Promise<Ended>;
  /** A new directory below the root. */
  readonly directory: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Hands its command line, directory and variables to the test, and ends as that says. */
const shim = `#!/usr/bin/env node
const { request } = require('node:http');
const argv = process.argv.slice(2);
if (argv[0] !== '--no-install' || argv[1] !== 'docform') process.exit(127);
const call = request(process.env.TEST_DOCFORM_URL, { method: 'POST' }, (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
    const { exit, stdout, stderr } = JSON.parse(text);
    process.stderr.write(stderr);
    process.stdout.write(stdout);
    process.exitCode = exit;
  });
});
call.end(JSON.stringify({ argv: argv.slice(2), directory: process.cwd(), variables: process.env }));
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
  await writeExecutable(join(tools, 'npx'), shim);
  await writeExecutable(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = "ci --ignore-scripts" ]\n');
  const calls: Machine['calls'] = [];
  const server = await serveDocform(calls);
  const base: Variables = {
    PATH: `${tools}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: root,
    TEST_DOCFORM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ GIT_CONFIG_NOSYSTEM: '1', CI: 'true' },
  };
  return {
    ...{ root, calls },
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

async function serveDocform(calls: Machine['calls']): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { argv, directory, variables } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call;
    calls.push({ argv, variables });
    const { exit, stdout, stderr } = await run(argv, { directory, environment: variables });
    response.end(JSON.stringify({ exit, stdout, stderr }));
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
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (log += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exit: code ?? 1, log }));
  });
}

/** The text of a file, or nothing where there is none. */
export async function textOrNothing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
