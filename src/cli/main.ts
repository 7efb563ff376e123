#!/usr/bin/env node
/** The command line: arguments in, exit code out; whatever goes wrong becomes one message. */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Io, processIo } from './io.ts';
import { version } from './version.ts';

/** Runs one command line (without node and script) and answers with its exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  // Asked by every installer and editor, so it must not wait for anything to load.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(argv, io);
}

function isEntry(): boolean {
  const script = process.argv[1];
  if (script === undefined) return false;
  try {
    return pathToFileURL(realpathSync(script)).href === import.meta.url;
  } catch {
    return false;
  }
}

if (isEntry()) {
  // The exit code is set, not forced: what is written to a pipe must get there first.
  process.exitCode = await main(process.argv.slice(2), processIo());
}
