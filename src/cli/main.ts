#!/usr/bin/env node
/** What runs as `docform`. */
import { main } from './command-line.ts';
import { processIo } from './io.ts';

// The exit code is set, not forced: what is written to a pipe must get there first.
void main(process.argv.slice(2), processIo()).then((exit) => {
  process.exitCode = exit;
});
