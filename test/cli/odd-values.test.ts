/** Tests that invalid environment variables and URL flags cause a clear error and never print a password. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { helpSections } from '../../src/cli/definition/help.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { always } from '../laws/law.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let platform: StartedPlatform;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'empty' });
});
afterAll(() => platform.close());

/** No machine listens on this port. */
const dead = '127.0.0.1:1';
const password = 'kanarie-4711';

const schemes = [
  '',
  'http://',
  'https://',
  'HTTPS://',
  'postgres://',
  'postgresql:',
  'socks5://',
  'mysql://',
  '://',
  '//',
];
const users = [
  '',
  ...['ana:', ':', 'ana:1/', 'ana:1#', 'ana:1?', 'ana:%', 'ana:%ff', 'ana:a b', 'an%a:', 'ana:@'].map(
    (user) => `${user}${password}@`,
  ),
];
const hosts = [
  dead,
  '[::1]:1',
  '%',
  '%zz:1',
  '[',
  '',
  '127.0.0.1:99999',
  '127.0.0.1:x',
  'a b',
  '\u0000',
  'é.invalid',
  '..',
];
const rests = ['', '/', '/p%', '/é?x=%', '?schema=%', '?schema=pg_x', `?password=${password}`, '#%', '/\n', '?host=%'];
const addresses = fc
  .tuple(...[schemes, users, hosts, rests].map((parts) => fc.constantFrom(...parts)))
  .map((parts) => parts.join(''));
const words = fc.oneof(
  fc.constantFrom(
    ' ',
    '%',
    '\u0000',
    '-',
    '--',
    '../..',
    '/',
    '[',
    '{{x}}',
    '$(x)',
    '\n',
    '-1',
    '1e9',
    'NaN',
    '__proto__',
    'é',
    'a'.repeat(9_999),
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
const localFiles = fc.constantFrom('local:%', 'local:..', 'local:\u0000', 'local:a/b/c', 'local: ');

const isAddress = (name: string): boolean => /URL|PROXY$|ADDRESS|STORE|ARTIFACT/.test(name) && name !== 'NO_PROXY';
const isSecret = (name: string): boolean => /TOKEN|PASSWORD/.test(name);

const named = helpSections('environment.md').flatMap(({ items }) =>
  items.flatMap(({ flags: names }) => names.match(/\b[A-Z][A-Z0-9_]+[A-Z]\b/g) ?? []),
);
const variables = [...new Set([...named, 'https_proxy', 'no_proxy'])].filter((name) => name !== 'DOCFORM_VAR_NAME');

const directory = directoryWith({
  'docform.yaml': 'version: 1\nname: docs\nteams: { docs: { title: Docs } }\n',
  'drift.md': `Drift.\n<!-- docform-drift digest=sha256:${'0'.repeat(64)} -->\n`,
});

type Environment = { readonly [name: string]: string };

/** All commands that read the variable differently, with their other requirements. */
function commandsOf(name: string): readonly { readonly argv: readonly string[]; readonly environment: Environment }[] {
  const own = { DOCFORM_API_URL: platform.url, DOCFORM_ORG: platform.organization, DOCFORM_TOKEN: platform.token };
  if (/^GITHUB|^GITLAB|^CI/.test(name)) {
    const argv = ['ci', 'issue', '--file', 'drift.md', '--name', 'docs'];
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: `http://${dead}`,
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_TOKEN: 'forge-token',
    };
    const gitlab = {
      GITLAB_CI: 'true',
      CI_API_V4_URL: `http://${dead}`,
      CI_PROJECT_ID: '7',
      GITLAB_TOKEN: 'forge-token',
    };
    return [
      { argv, environment: github },
      { argv, environment: gitlab },
      { argv: ['plan'], environment: own },
    ];
  }
  if (name === 'DOCFORM_PLATFORM_URL') return [{ argv: ['platform', 'control', 'GET', 'clock'], environment: {} }];
  if (/PROXY$/i.test(name)) {
    const elsewhere = { ...own, DOCFORM_API_URL: 'https://docform.invalid', HTTPS_PROXY: `http://${dead}` };
    return ['plan', 'doctor'].map((command) => ({ argv: [command], environment: elsewhere }));
  }
  const store = /^PG/.test(name)
    ? { DOCFORM_BACKEND: 'postgres:///' }
    : /^TF_/.test(name)
      ? { DOCFORM_BACKEND: `http://${dead}/state` }
      : {};
  const database = { PGHOST: '127.0.0.1', PGPORT: '1' };
  const lock = { TF_HTTP_LOCK_ADDRESS: `http://${dead}/lock`, TF_HTTP_UNLOCK_ADDRESS: `http://${dead}/lock` };
  const environment = { ...own, ...store, ...database, ...(/METHOD$/.test(name) ? lock : {}) };
  return [['plan'], ['doctor'], ['apply', '--yes']].map((argv) => ({ argv, environment }));
}

function expectClear(
  { exit, stdout, stderr }: { exit: number; stdout: string; stderr: string },
  value: string,
  secrets: readonly string[],
) {
  const output = stdout + stderr;
  const told = JSON.stringify({ value, output });
  expect(output, told).not.toContain('E-UNEXPECTED');
  for (const secret of secrets) expect(output.includes(secret), told).toBe(false);
  if (exit !== 0) expect(output, told).toMatch(/error\[E-|failed |Interrupted|Applied in part|E-[A-Z]/);
}

const impatient = ['--max-wait', '1ms', '--timeout', '500ms', '--debug'];

test.each(variables)(
  'invalid values of the environment variable in %s cause no unexpected error and print no password',
  async (name) => {
    const values = isAddress(name)
      ? fc.oneof(addresses, localFiles, words)
      : isSecret(name)
        ? words.map((word) => `${word}${password}`)
        : words;
    await always(name === 'DOCFORM_BACKEND' ? 40 : isAddress(name) ? 10 : 3, [values], async (value) => {
      for (const { argv, environment } of commandsOf(name)) {
        const ran = await run([...argv, ...impatient], { directory, environment: { ...environment, [name]: value } });
        expectClear(ran, value, isSecret(name) || isAddress(name) ? [password] : []);
      }
    });
  },
);

test.each([
  ['--api-url', ['plan']],
  ['--api-url', ['doctor']],
  ['--url', ['platform', 'control', 'GET', 'clock']],
])('invalid values of %s cause no unexpected error and print no password', async (flag, argv) => {
  await always(10, [fc.oneof(addresses, localFiles, words)], async (value) => {
    const environment = { DOCFORM_TOKEN: 'token-of-nobody', DOCFORM_ORG: 'acme' };
    expectClear(await run([...argv, `${flag}=${value}`, ...impatient], { directory, environment }), value, [password]);
  });
});
