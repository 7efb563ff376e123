#!/usr/bin/env node
/** Entry point of the program. */
import { setFlagsFromString } from 'node:v8';
import { processIo } from './io/io.ts';
import { version } from './io/version.ts';
import { unsupportedNode } from './node-version.ts';

// Most commands run for a second or two, so early optimization by V8 costs more than it saves. These flags of Node 20 delay the optimization of functions, disable the optimization of WebAssembly (the HTTP parser), and grow the space for young objects in one step.
if (process.versions.node.startsWith('20.')) {
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  setFlagsFromString('--semi-space-growth-factor=16');
}

const argv = process.argv.slice(2);
const io = processIo();
const refusal = unsupportedNode(process.versions.node);
// Installers and editors ask for the version often, so nothing else is loaded.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) io.stdout.write(`${version}\n`);
else if (refusal !== undefined) {
  io.stderr.write(refusal);
  process.exitCode = 3;
}
// Sets the exit code instead of exiting, so that output to a pipe is completed.
else
  void import('./program.ts')
    .then(({ runProgram }) => runProgram(argv, io))
    .then((exit) => {
      process.exitCode = exit;
    });
