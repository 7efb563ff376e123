/** The command line: arguments in, exit code out; whatever goes wrong becomes one message. */
import type { Io } from './io.ts';
import { safeIo } from './log-stream.ts';
import { version } from './version.ts';

/** Runs one command line (without node and script) and answers with its exit code. */
export async function main(argv: readonly string[], rawIo: Io): Promise<number> {
  const io = safeIo(rawIo);
  // Asked by every installer and editor, so it must not wait for anything to load.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(argv, io);
}
