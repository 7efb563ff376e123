/** Runs similar tools with as many objects, if they are on PATH: decK with a minimal Kong server, and Terraform with objects in its state only. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './processes.ts';

export interface Peer {
  /** Used in names of rows. */
  readonly tool: 'decK' | 'Terraform';
  /** The name with the version. */
  readonly name: string;
  /** A diff without changes. */
  readonly plan: Command;
  /** An apply that changes every hundredth object. */
  readonly change: Command;
  /** An apply that creates all objects. */
  readonly create: Command;
  readonly stop: () => void;
}

function versionOf(tool: string, flag: string): string | undefined {
  try {
    return execFileSync(tool, [flag], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      ?.trim();
  } catch {
    return undefined;
  }
}

export async function startPeers(root: string, size: number, delayMs = 0): Promise<readonly Peer[]> {
  const found: Peer[] = [];
  const deck = versionOf('deck', 'version');
  if (deck !== undefined) found.push(await startDeck(root, size, delayMs, deck.split(' ').slice(0, 2).join(' ')));
  else process.stderr.write('deck is not on PATH: no rows of it\n');
  const terraform = versionOf('terraform', 'version');
  if (terraform !== undefined && size <= mostOfTerraform) found.push(startTerraform(root, size, terraform));
  else if (terraform !== undefined)
    process.stderr.write(`no rows of terraform beside ${size} objects: it takes more than ten minutes to make them\n`);
  else process.stderr.write('terraform is not on PATH: no rows of it\n');
  return found;
}

const kong = fileURLToPath(new URL('./kong-child.ts', import.meta.url));

/** Half of the objects are services, the other half routes. The file is the output of `deck dump`. */
async function startDeck(root: string, size: number, delayMs: number, name: string): Promise<Peer> {
  const directory = join(root, `deck-${size}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  const [full, empty] = await Promise.all([startKong(size, delayMs), startKong(0, delayMs)]);
  const [file, changed] = [join(directory, 'kong.yaml'), join(directory, 'changed.yaml')];
  execFileSync('deck', ['dump', '--kong-addr', full.url, '-o', file], { stdio: 'ignore' });
  const everyHundredth = /^( +(?:host: h|- \/p)\d*00)(?=$|\.)/gm;
  writeFileSync(changed, readFileSync(file, 'utf8').replace(everyHundredth, '$1x'));
  const command = (name: string, { url }: Kong, state: string, ...flags: readonly string[]): Command => ({
    file: 'deck',
    args: [name, '--kong-addr', url, '-s', state, ...flags],
  });
  return {
    ...{ tool: 'decK', name },
    plan: command('diff', full, file, '--non-zero-exit-code'),
    change: command('sync', full, changed),
    create: command('sync', empty, file),
    stop: () => {
      for (const each of [full, empty]) each.stop();
    },
  };
}

/** With 10,000 objects, Terraform had not finished after nine minutes on two cores. */
const mostOfTerraform = 1000;

/** Uses `terraform_data`, which needs no provider and no network. Each run reads the same state and writes another file. */
function startTerraform(root: string, size: number, name: string): Peer {
  const cwd = join(root, `terraform-${size}`);
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd);
  const input = `"\${count.index % 100 == 0 ? var.mark : "same"}-\${count.index}"`;
  const resource = `resource "terraform_data" "object" {\n  count = ${size}\n  input = ${input}\n}\n`;
  writeFileSync(join(cwd, 'main.tf'), `variable "mark" {\n  default = "same"\n}\n${resource}`);
  const command = (verb: 'plan' | 'apply', state: string, ...flags: readonly string[]): Command => ({
    file: 'terraform',
    args: [verb, '-input=false', '-lock=false', `-state=${state}`, ...flags],
    cwd,
  });
  const apply = (state: string, to: string, ...flags: readonly string[]): Command =>
    command('apply', state, `-state-out=${to}`, '-auto-approve', ...flags);
  const create = apply('none.tfstate', 'full.tfstate');
  for (const args of [['init', '-input=false'], create.args]) execFileSync('terraform', args, { cwd, stdio: 'ignore' });
  return {
    ...{ tool: 'Terraform', name },
    plan: command('plan', 'full.tfstate', '-detailed-exitcode'),
    change: apply('full.tfstate', 'changed.tfstate', '-var', 'mark=changed'),
    create: apply('none.tfstate', 'created.tfstate'),
    stop: () => undefined,
  };
}

interface Kong {
  readonly url: string;
  readonly stop: () => void;
}

/** The server responds to writes, but does not store them. */
async function startKong(size: number, delayMs: number): Promise<Kong> {
  const child = spawn(process.execPath, ['--import', 'tsx', kong, String(size), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(String(data).trim())),
  );
  return { url, stop: () => void child.kill() };
}
