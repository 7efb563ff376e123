/** The demo: a reference platform in this process drifts away from examples/acme in every way docform can repair, and is brought back. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '../src/cli/command-line.ts';
import { processIo } from '../src/cli/io.ts';
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
  return await main(argv, { ...io, ...(isQuiet ? { stdout: silent, stderr: silent } : {}), environment, directory });
}

/** A command that must end with this exit code; anything else ends the demo. */
async function expectExit(wanted: number, argv: readonly string[], isQuiet = false): Promise<void> {
  const exit = await docform(argv, isQuiet);
  if (exit !== wanted) throw new Error(`docform ${argv.join(' ')} ended with ${exit}, not ${wanted}`);
}

try {
  await cp(acme, directory, { recursive: true });
  // What is known by its title alone wants to be named before it is shown on a site for the first time, or opened to more people.
  const found = ['collections/product', 'spaces/home', 'spaces/payments-en', 'spaces/changelog'].flatMap((address) => [
    '--allow',
    address,
  ]);
  await expectExit(0, ['apply', '--yes', ...found], true);
  const ledgerFile = join(directory, 'docform.ledger.json');
  const drift = await disturb({ url: listening.url, token: platform.token, organization: platform.organization });
  await writeFile(ledgerFile, drift.ownedIn(await readFile(ledgerFile, 'utf8')));
  process.stdout.write(
    `A platform that was brought to examples/acme, and then changed by hand:\n${drift.story.map((line) => `  - ${line}\n`).join('')}`,
  );
  // What a line of the ledger alone calls docform's own is deleted only by name.
  const leftovers = drift.leftovers.flatMap((address) => ['--allow', address]);
  await expectExit(2, ['plan', '--detailed-exitcode', ...leftovers]);
  await expectExit(0, ['apply', '--yes', ...leftovers]);
  await expectExit(0, ['plan', '--detailed-exitcode']);
} finally {
  await listening.close();
  platform.close();
  await rm(directory, { recursive: true, force: true });
}
