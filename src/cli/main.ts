#!/usr/bin/env node
/** What runs as `docform`. */
import { setFlagsFromString } from 'node:v8';
import { main } from './command-line.ts';
import { processIo } from './io.ts';

// Most commands last a second or two: what V8 spends on optimizing early would hardly be used. A function is optimized once it has run eight times as much as V8 would
// wait for; the parser of HTTP, which is WebAssembly, never, as it runs for milliseconds and takes a tenth of a second to optimize. The room for young objects is as large
// as it gets once it grows at all: growing bit by bit, it moves what lives for the whole command into the old one time after time. Other versions have other flags,
// and say on stderr what they do not know.
if (process.versions.node.startsWith('20.')) {
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  setFlagsFromString('--semi-space-growth-factor=16');
}

// The exit code is set, not forced: what is written to a pipe must get there first.
void main(process.argv.slice(2), processIo()).then((exit) => {
  process.exitCode = exit;
});
