/** The undo file contains no certificate, and an undo does not change a certificate next to the edited lines. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { workspace } from './plan-workspace.ts';

const line = certificateOne.split('\n')[1] ?? '';
const block = `    certificate: |
${certificateOne.trimEnd().replace(/^/gm, '      ')}
`;
const inline = JSON.stringify(certificateOne);
const provider = (label: string) => `version: 1
policy: { unprotect: [saml] }
teams: { docs: { title: Docs } }
saml:
  okta:
    label: ${label}
    entityID: urn:okta
    ssoURL: https://okta.acme.dev/sso
${block}    defaultRole: read
`;
const onOneLine = (label: string) => `version: 1
saml:
  okta: { label: ${label}, entityID: 'urn:okta', ssoURL: 'https://okta.acme.dev/sso', certificate: ${inline}, defaultRole: read }
`;
const without = 'version: 1\npolicy: { unprotect: [saml] }\nteams: { docs: { title: Docs } }\n';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test.each([
  ['three lines above it', provider('Okta'), provider('Okta').replace('/sso', '/sso2')],
  [
    'directly above and below it',
    provider('Okta'),
    provider('Okta').replace('/sso', '/sso2').replace('defaultRole: read', 'defaultRole: edit'),
  ],
  ['on its own line', onOneLine('Okta'), onOneLine('Okta SSO')],
  ['where all of it is new, so that the undo takes it out', without, provider('Okta')],
])('undo keeps the certificate after a change %s', async (_, before, after) => {
  const place = await workspace(before);
  closers.push(place.close);
  const file = join(place.directory, 'docform.yaml');
  expect((await place.docform(['apply', '--yes', '--no-undo'])).exit).toBe(0);
  await writeFile(file, after);
  const applied = await place.docform(['apply', '--yes']);
  expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
  const patch = await readFile(join(place.directory, 'docform.undo.json'), 'utf8');
  expect(patch).not.toContain(line);
  const undone = await place.docform(['undo', '--yes']);
  expect(undone, undone.stderr).toMatchObject({ exit: 0 });
  expect(undone.stdout).not.toContain(line);
  const now = await readFile(file, 'utf8');
  expect(now).not.toContain('***');
  if (before === without) expect(now).not.toContain('okta');
  else expect(now).toBe(before);
});
