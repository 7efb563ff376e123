/** Tests that no output, plan file, ledger or journal contains a secret in any encoding, also if the platform repeats it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const certificate = certificateOne;
const certificateLine = certificate.split('\n')[1] ?? '';
const token = 'canary-token-Kanarienvogel/4711';

const configuration = (organization: string, name: string): string => `version: 1
organization: ${organization}
saml:
  okta: { label: Okta, entityID: 'urn:okta', ssoURL: 'https://okta.acme.dev/sso', certificate: { file: okta.pem } }
sites:
  partners:
    title: Partners
    visibility: share-link
    shareLinks: { globex: { name: ${name} } }
`;

let platform: StartedPlatform;
let directory: string;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small', token });
  directory = directoryWith({
    'docform.yaml': configuration(platform.organization, 'Globex'),
    'okta.pem': certificate,
  });
});
afterAll(() => platform.close());

const outputs: string[] = [];

async function docform(...argv: readonly string[]): Promise<number> {
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: token };
  const { exit, stdout, stderr } = await run([...argv, '--debug', '-v'], { directory, environment });
  outputs.push(stdout, stderr);
  return exit;
}

/** The secret as text, JSON, URL, header and dump. Base 64 is searched at each of the three offsets without incomplete ends. */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + secret)
      .toString('base64')
      .slice(4, -4),
  );
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = Buffer.from(secret).toString('hex');
  return [
    secret,
    secret.split('').reverse().join(''),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...url,
  ];
}

async function shareKeys(): Promise<readonly string[]> {
  const { list } = speak(platform);
  const links = await Promise.all((await list('~/sites')).map(({ id }) => list(`~/sites/${id}/share-links`)));
  return links.flat().map(({ urls }) => urls.published.split('/').at(-1) ?? '');
}

/** Changes a certificate and a share link outside docform, and adds an undeclared provider. */
async function changeByHand(): Promise<void> {
  const { list, patch, post } = speak(platform);
  const okta = (await list('~/saml')).find(({ label }) => label === 'Okta')?.id;
  await patch(`~/saml/${okta}`, { certificate: certificateTwo, label: 'Okta by hand' });
  await post('~/saml', { label: 'By hand', entityID: 'urn:hand', ssoURL: 'https://hand.acme.dev', certificate });
  const site = (await list('~/sites')).find(({ title }) => title === 'Partners')?.id;
  await post(`~/sites/${site}/share-links`, { name: 'By hand' });
}

test('no token, certificate or key of a share link is printed or stored', async () => {
  expect(await docform('validate')).toBe(0);
  expect(await docform('plan', '--out', 'plan.json', '--rehearse')).toBe(0);
  for (const format of ['text', 'json', 'markdown']) await docform('show', 'plan.json', '--format', format);
  platform.faults.add({
    match: { operation: 'createSamlProvider' },
    effect: {
      type: 'status',
      status: 400,
      message: `body.certificate: ${certificateLine} is no certificate of ${token}`,
    },
    times: 1,
  });
  expect(await docform('apply', 'plan.json')).toBe(5);
  expect(await docform('apply', '--yes', '--json')).toBe(0);
  for (const format of ['text', 'json', 'markdown']) await docform('plan', '--format', format);
  expect(await docform('apply', '--yes', '--token-file', 'missing')).not.toBe(0);
  for (const format of ['text', 'json', 'csv']) expect(await docform('access', '--format', format)).toBe(0);
  await docform('fmt', '--check');
  const whole = directoryWith();
  for (const format of ['text', 'json'])
    expect(await docform('import', '--dry-run', '--out', `${whole}/`, '--format', format)).toBe(0);
  expect(await docform('import', '--out', `${whole}/`)).toBe(0);
  for (const name of ['docform.yaml', 'docform.ledger.json']) outputs.push(await readFile(join(whole, name), 'utf8'));
  expect(await docform('undo', '--dry-run')).toBe(0);
  await changeByHand();
  for (const format of ['text', 'json', 'markdown'])
    expect(await docform('drift', '--format', format, '--detailed-exitcode')).toBe(2);
  for (const format of ['text', 'json'])
    expect(await docform('drift', '--write', '--unmanaged', '--yes', '--format', format)).toBe(0);
  const files = (await readdir(directory)).filter((name) => name !== 'okta.pem');
  expect(files).toEqual(expect.arrayContaining(['plan.json', 'docform.ledger.json', 'docform.undo.json']));
  for (const name of files) outputs.push(await readFile(join(directory, name), 'utf8'));
  const keys = await shareKeys();
  expect(keys).toHaveLength(2);
  const found = [token, certificateLine, ...keys].flatMap((secret) =>
    formsOf(secret).filter((form) => outputs.some((text) => text.includes(form))),
  );
  expect(found).toEqual([]);
  expect(outputs.join('')).toContain('***');
});
