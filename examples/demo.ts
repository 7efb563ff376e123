/** The demo: applies examples/demo to a platform in this process, changes the platform outside docform, and reverts the change together with an edit. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIo } from '../src/cli/io/io.ts';
import { runProgram } from '../src/cli/program.ts';

const example = fileURLToPath(new URL('./demo', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'docform-demo-'));
const configuration = join(directory, 'docform.yaml');
const io = processIo();
const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DOCFORM_'));
const environment = { ...Object.fromEntries(own), DOCFORM_API_URL: 'local:demo.db', DOCFORM_DIALECT: 'gitbook' };

function say(text: string): void {
  io.stdout.write(`\n${text}\n`);
}

/** Runs one command as a user would type it, and ends the demo if the command fails. */
async function docform(...argv: readonly string[]): Promise<void> {
  io.stdout.write(`$ docform ${argv.join(' ')}\n`);
  expectSuccess(await runProgram(argv, { ...io, environment, directory }), argv);
}

/** Sends one request to the platform, as the web interface would. */
async function change(method: string, path: string, body: object): Promise<void> {
  await writeFile(join(directory, 'body.json'), JSON.stringify(body));
  const argv = ['api', method, `/v1/orgs/{organization}/${path}`, '--body', 'body.json', '--yes'];
  const silent = { ...io.stdout, write: () => undefined };
  expectSuccess(await runProgram(argv, { ...io, stdout: silent, stderr: silent, environment, directory }), argv);
}

function expectSuccess(exit: number, argv: readonly string[]): void {
  if (exit !== 0) throw new Error(`docform ${argv.join(' ')} ended with ${exit}`);
}

async function ids(): Promise<(address: string) => string> {
  const ledger = JSON.parse(await readFile(join(directory, 'demo.db.ledger.json'), 'utf8')) as {
    readonly resources: { readonly [address: string]: { readonly id: string } };
  };
  return (address) => ledger.resources[address]?.id ?? '';
}

try {
  await cp(example, directory, { recursive: true });
  say(
    '1. Create two sites with sections and a share link, three spaces and a team from examples/demo/docform.yaml: 13 objects in all.',
  );
  await docform('apply', '--yes', '--quiet');

  const id = await ids();
  const [docs, guides, changes] = ['', '/sections/guides', '/sections/changes'].map((path) => id(`sites/docs${path}`));
  await change('POST', `sites/${docs}/sections/${changes}/move`, {
    position: { before: { type: 'site-section', siteSection: guides } },
  });
  await change('PATCH', `sites/${id('sites/handbook')}`, { visibility: 'public' });
  say('2. A colleague moves a section and makes the handbook public, in the web interface.');
  await docform('drift');

  const before = await readFile(configuration, 'utf8');
  await writeFile(configuration, before.replace('ana@acme.dev: member', 'ana@acme.dev: owner'));
  say('3. A pull request makes ana@acme.dev an owner of the team. The plan also reverts the drift.');
  await docform('plan');

  say('4. Apply the plan. Nothing is left to do.');
  await docform('apply', '--yes', '--quiet');
  await docform('plan');
} finally {
  await rm(directory, { recursive: true, force: true });
}
