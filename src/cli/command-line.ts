/** Runs one command line and returns its exit code. */
import { type Io, safeIo } from './io.ts';
import { version } from './version.ts';

export async function main(argv: readonly string[], rawIo: Io): Promise<number> {
  const io = safeIo(rawIo);
  // Installers and editors ask for the version often, so nothing else is loaded.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(argv, io);
}
