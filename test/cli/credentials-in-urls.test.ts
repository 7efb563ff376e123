/** No output and no file but the configuration contains the credentials of a URL, whatever field the URL is in. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const secrets = ['kanaruser', 'kanarone', 'kanartwo', 'kanarhand', 'kanarquery'];
const host = (password: string): string => `https://kanaruser:${password}@acme.dev`;

const configuration = (organization: string, password: string): string => `version: 1
organization: ${organization}
policy: { unprotect: [saml] }
settings: { logo: '${host(password)}/logo.png' }
saml: { okta: { label: Okta, ssoURL: 'https://okta.dev/sso?access_token=kanarquery${password}' } }
openapi: { payments: { url: '${host(password)}/payments.json' } }
collections: { guides: { title: Guides, description: 'See ${host(password)}/guides, and write to bo@acme.dev' } }
`;

let platform: StartedPlatform;
let directory: string;
let environment: { readonly [name: string]: string };
beforeAll(async () => {
  platform = await startPlatform({ seed: 'empty', token: 'a-token' });
  environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: 'a-token' };
  directory = directoryWith({ 'docform.yaml': configuration(platform.organization, 'kanarone') });
});
afterAll(() => platform.close());

const outputs: string[] = [];

async function docform(...argv: readonly string[]): Promise<number> {
  const { exit, stdout, stderr } = await run([...argv, '--debug', '-v'], { directory, environment });
  outputs.push(stdout, stderr);
  return exit;
}

const formats = ['text', 'json', 'markdown', 'html'];

async function write(password: string): Promise<void> {
  await writeFile(join(directory, 'docform.yaml'), configuration(platform.organization, password));
}

test('credentials in URLs are digests in every output and file', async () => {
  for (const format of formats) await docform('plan', '--format', format);
  expect(await docform('apply', '--yes')).toBe(0);
  await write('kanartwo');
  expect(await docform('plan', '--out', 'plan.json')).toBe(0);
  for (const format of formats) await docform('show', 'plan.json', '--format', format);
  expect(await docform('apply', 'plan.json')).toBe(0);
  expect(await docform('plan', '--detailed-exitcode')).toBe(0);
  for (const format of ['text', 'json']) expect(await docform('undo', '--dry-run', '--format', format)).toBe(0);
  expect(outputs.at(-2)).toContain('URLs with credentials are not in the undo file');
  const { list, patch } = speak(platform);
  const [guides] = await list('~/collections');
  await patch(`/v1/collections/${guides?.id}`, { description: `By hand: ${host('kanarhand')}/guides` });
  for (const format of ['text', 'json', 'markdown']) expect(await docform('drift', '--format', format)).toBe(0);
  for (const format of formats) await docform('plan', '--format', format);
  for (const format of ['text', 'json']) await docform('get', 'openapi/payments', '--format', format);
  await docform('get', '--json');
  await docform('import', '--dry-run', '--out', `${directoryWith()}/`);
  const text = configuration(platform.organization, 'kanartwo');
  const wide = `${' '.repeat(80)}http://kanaruser:kanartwo${'x'.repeat(60)}@acme.dev`;
  await writeFile(
    join(directory, 'docform.yaml'),
    `${text.replace('logo:', 'logoo:')}teams: { a: { title: [${wide}] } }\n`,
  );
  for (const format of ['text', 'json', 'markdown', 'github']) await docform('validate', '--format', format);
  const files = (await readdir(directory)).filter((name) => name !== 'docform.yaml');
  expect(files).toEqual(expect.arrayContaining(['plan.json', 'docform.ledger.json', 'docform.undo.json']));
  for (const name of files) outputs.push(await readFile(join(directory, name), 'utf8'));
  const leaks = outputs.flatMap((text) =>
    text.split('\n').filter((line) => secrets.some((each) => line.includes(each))),
  );
  expect(leaks).toEqual([]);
  expect(outputs.join('')).toContain('https://sha256:');
});

test('an undo does not write digests into the configuration', async () => {
  await write('kanarone');
  const { exit, stdout, stderr } = await run(['drift', '--write', '--yes'], { directory, environment });
  expect(exit, stdout + stderr).toBe(0);
  expect(await docform('apply', '--yes')).toBe(0);
  const before = await readFile(join(directory, 'docform.yaml'), 'utf8');
  const after = before.replace(/openapi: .*/, 'openapi: {}').replace('Okta,', 'Okta SSO,');
  await writeFile(join(directory, 'docform.yaml'), after);
  expect(await docform('apply', '--yes')).toBe(0);
  expect(await docform('undo', '--yes')).toBe(0);
  expect(await readFile(join(directory, 'docform.yaml'), 'utf8')).toBe(after.replace('Okta SSO,', 'Okta,'));
});
