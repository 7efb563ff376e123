/** The demo: applies examples/acme to a local reference platform, changes the platform outside docform, and repairs it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIo } from '../src/cli/io.ts';
import { runProgram } from '../src/cli/program.ts';
import { createPlatform } from '../src/server/index.ts';
import { disturb } from './demo-drift.ts';

const acme = fileURLToPath(new URL('./acme', import.meta.url));
const platform = createPlatform({ seed: 'small' });
const listening = await platform.listen({ port: 0 });
const directory = await mkdtemp(join(tmpdir(), 'docform-demo-'));

/** Runs one docform command as a user would type it. */
async function docform(argv: readonly string[], isQuiet = false): Promise<number> {
  const io = processIo();
  if (!isQuiet) io.stdout.write(`\n$ docform ${argv.join(' ')}\n`);
  const silent = { ...io.stdout, write: () => undefined, isTerminal: false };
  const environment = {
    ...process.env,
    DOCFORM_API_URL: listening.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  return await runProgram(argv, {
    ...io,
    ...(isQuiet ? { stdout: silent, stderr: silent } : {}),
    environment,
    directory,
  });
}

/** Runs a command and ends the demo if the exit code differs. */
async function expectExit(wanted: number, argv: readonly string[], isQuiet = false): Promise<void> {
  const exit = await docform(argv, isQuiet);
  if (exit !== wanted) throw new Error(`docform ${argv.join(' ')} ended with ${exit}, not ${wanted}`);
}

try {
  await cp(acme, directory, { recursive: true });
  // docform matched these objects by title, so the first apply that shows them needs --allow.
  const found = ['collections/product', 'spaces/home', 'spaces/payments-en', 'spaces/changelog'].flatMap((address) => [
    '--allow',
    address,
  ]);
  await expectExit(0, ['apply', '--yes', ...found], true);
  const ledgerFile = join(directory, 'docform.ledger.json');
  const drift = await disturb({ url: listening.url, token: platform.token, organization: platform.organization });
  await writeFile(ledgerFile, drift.ownedIn(await readFile(ledgerFile, 'utf8')));
  process.stdout.write(
    `examples/acme was applied to a local platform. Then these changes were made outside docform:\n${drift.story.map((line) => `  - ${line}\n`).join('')}`,
  );
  // Without a record that docform applied these objects, each delete needs --allow.
  const leftovers = drift.leftovers.flatMap((address) => ['--allow', address]);
  await expectExit(2, ['plan', '--detailed-exitcode', ...leftovers]);
  await expectExit(0, ['apply', '--yes', ...leftovers]);
  await expectExit(0, ['plan', '--detailed-exitcode']);
} finally {
  await listening.close();
  platform.close();
  await rm(directory, { recursive: true, force: true });
}
