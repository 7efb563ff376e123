/** The walk through examples/two-environments, its commands taken out of the guide, against two reference platforms. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectDirectory } from '../support/sources.ts';
import { directoryWith, type Ran, run } from './harness.ts';

const blocks = readFileSync(join(projectDirectory, 'docs/guides/two-environments.md'), 'utf8').split(/^```\w*$/m);
const commands = blocks
  .filter((block, at) => at % 2 === 1 && block.includes('4011'))
  .flatMap((block) => block.split('\n'))
  .filter((line) => line !== '');

/** As a shell would: quotes join words and go. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Where it is served: at any free port instead of the one that is typed. */
async function served(argv: readonly string[], directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const free = argv.map((word, at) => (argv[at - 1] === '--port' ? '0' : word));
    const ran = run(free, {
      directory,
      onStdout: (text, interrupt) => {
        ends.push(async () => {
          interrupt();
          await ran;
        });
        resolve((JSON.parse(text) as { readonly url: string }).url);
      },
    });
    ran.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
}

test('the walk through examples/two-environments works as it is typed', async () => {
  const directory = await directoryWith({});
  // Without the ledgers of whoever took that walk already.
  const filter = (path: string) => !path.includes('.ledger.');
  cpSync(join(projectDirectory, 'examples'), join(directory, 'examples'), { recursive: true, filter });
  const places = new Map<string, string>();
  const environment: { [name: string]: string } = {};
  const done: (Ran & { readonly line: string })[] = [];
  for (const line of commands) {
    const [program, ...argv] = wordsOf(line);
    if (program === 'export') {
      for (const [, name = '', value = ''] of argv.map((word) => /^(\w+)=(.*)$/.exec(word) ?? []))
        environment[name] = places.get(value) ?? value;
      continue;
    }
    expect([program, argv[0]]).toEqual(['npx', 'docform']);
    const port = argv[argv.indexOf('--port') + 1];
    if (argv.includes('serve')) places.set(`http://127.0.0.1:${port}`, await served(argv.slice(1), directory));
    else done.push({ line, ...(await run(argv.slice(1), { directory, environment })) });
  }
  expect(places.size).toBe(2);
  for (const { line, exit, stderr } of done)
    expect({ line, exit, stderr: exit === 0 ? '' : stderr }).toEqual({ line, exit: 0, stderr: '' });
  const [taken, planned, applied, production] = done;
  expect(taken?.stdout).toMatch(/^Nothing to apply\. \d+ ledger entries recorded\./);
  expect(planned?.stdout).toMatch(/~ sites\/docs\n +title +"Acme Docs \(staging\)" → "Acme Handbook"\n/);
  expect(planned?.stdout).toMatch(/^Plan: 1 to update/m);
  expect(applied?.stdout).toMatch(/^Applied 1 change\./);
  expect(production?.stdout).toMatch(/^Plan for organization acme\n/);
  expect(production?.stdout).toContain('No changes.');
  const ledgers = readdirSync(join(directory, 'examples/two-environments')).filter((name) => name.startsWith('docform.ledger.staging'));
  expect(ledgers).toContain('docform.ledger.staging.json');
});
