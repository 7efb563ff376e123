/** The branding of forty sites from one template: plan, apply, drift after a change by hand, undo, import and rename. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { type Ran, run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { worldOf } from '../support/live-world.ts';

const keys = Array.from({ length: 40 }, (_, at) => `docs-${String(at + 1).padStart(2, '0')}`);

const seed = worldOf({
  spaces: Object.fromEntries(keys.map((key) => [key, { title: key }])),
  sites: Object.fromEntries(keys.map((key) => [key, { title: key, structure: [{ space: key }] }])),
});

function configuration(color: string): string {
  return [
    'version: 1',
    'templates:',
    '  branded:',
    '    customization:',
    `      primaryColor: "${color}"`,
    '      logo: { light: https://acme.dev/logo.svg, dark: https://acme.dev/logo-dark.svg }',
    '      footerLinks: [{ title: Company, links: [{ title: Imprint, to: https://acme.dev/imprint }] }]',
    '      privacyPolicy: https://acme.dev/privacy',
    'spaces:',
    ...keys.map((key) => `  ${key}: { title: ${key} }`),
    'sites:',
    ...keys.flatMap((key) => [
      `  ${key}:`,
      '    extends: branded',
      `    title: ${key}`,
      ...(key === keys[0] ? ['    customization: { announcement: { message: Welcome } }'] : []),
      '    structure:',
      `      - { space: ${key} }`,
    ]),
    '',
  ].join('\n');
}

let platform: Awaited<ReturnType<typeof startPlatform>>;
let directory: string;

beforeAll(async () => {
  platform = await startPlatform({ seed, dialect: 'gitbook' });
  directory = directoryWith({ 'docform.yaml': configuration('#346ddb') });
});
afterAll(() => platform.close());

function docform(...words: readonly string[]): Promise<Ran> {
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  return run([...words], { directory, environment });
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const init = { method, headers: { 'content-type': 'application/json', authorization: `Bearer ${platform.token}` } };
  const url = `${platform.url}/v1/orgs/${platform.organization}/${path}`;
  const answer = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return answer.json();
}

/** Changes the branding as another client does, and returns it. */
async function changedByHand(title: string, change: (settings: Settings) => void = () => undefined): Promise<Settings> {
  const { items } = (await ask('GET', 'sites?limit=100')) as {
    readonly items: readonly { id: string; title: string }[];
  };
  const path = `sites/${items.find((each) => each.title === title)?.id}/customization`;
  const settings = (await ask('GET', path)) as Settings;
  change(settings);
  return (await ask('PUT', path, settings)) as Settings;
}

interface Settings {
  styling: { primaryColor: object; font: string };
}

test('a template sets the branding of forty sites, and one site adds to it', async () => {
  const { exit, stdout } = await docform('plan');
  expect(exit).toBe(0);
  for (const key of keys) expect(stdout).toContain(`! ~ sites/${key}/customization\n`);
  expect(stdout).toContain(
    'logo           (none) → light "https://acme.dev/logo.svg", dark "https://acme.dev/logo-dark.svg"',
  );
  expect(stdout).toContain('40 API requests.');
  expect(stdout).not.toContain('{"');
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('plan')).stdout).toContain('No changes.');
});

test('drift names a color that was changed by hand, and leaves alone what is not declared', async () => {
  await changedByHand('docs-07', (settings) => {
    settings.styling.primaryColor = { light: '#ff0000', dark: '#ff0000' };
    settings.styling.font = 'Lato';
  });
  const { stdout } = await docform('drift');
  expect(stdout).toContain('sites/docs-07/customization');
  expect(stdout).toContain('primaryColor');
  expect(stdout).not.toContain('Lato');
  expect((await docform('apply', '--yes')).exit).toBe(0);
  const { styling } = await changedByHand('docs-07');
  expect(styling).toMatchObject({ primaryColor: { light: '#346ddb' }, font: 'Lato' });
});

test('equal changes of forty sites are one group with the list of sites, in every format', async () => {
  await docform('apply', '--yes');
  await writeFile(join(directory, 'docform.yaml'), configuration('#0f766e'));
  const { stdout: text } = await docform('plan');
  expect(text).toContain(
    '  ~ 40 of sites/*/customization: 40 from docs-01 to docs-40\n      primaryColor  "#346ddb" → "#0f766e"\n',
  );
  expect(text.match(/#0f766e/g)).toHaveLength(1);
  const { stdout: markdown } = await docform('plan', '--format', 'markdown');
  expect(markdown).toContain(
    '- `~` update in `sites/*/customization`, 40:\n  - primaryColor: `"#346ddb"` → `"#0f766e"`\n',
  );
  expect(markdown.match(/#0f766e/g)).toHaveLength(1);
  const { stdout: html } = await docform('plan', '--format', 'html');
  expect(html).toContain('40 of <code>*/customization</code>');
  for (const key of keys) expect(html).toMatch(new RegExp(`^(<pre class="keys">|.*>)?${key}( |$)`, 'm'));
  const { stdout: json } = await docform('plan', '--format', 'json');
  expect((JSON.parse(json) as { readonly changes: readonly unknown[] }).changes).toHaveLength(40);
});

test('a high-risk change of forty sites is listed for each site', async () => {
  await docform('apply', '--yes');
  await writeFile(join(directory, 'docform.yaml'), configuration('#0f766e').replace('dev/privacy', 'example/privacy'));
  const { stdout } = await docform('plan');
  for (const key of keys) expect(stdout).toContain(`! ~ sites/${key}/customization\n`);
});

test('undo takes a new color of all sites back', async () => {
  await writeFile(join(directory, 'docform.yaml'), configuration('#0f766e'));
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('undo', '--yes')).exit).toBe(0);
  expect((await docform('apply', '--yes')).exit).toBe(0);
  const { styling } = await changedByHand('docs-40');
  expect(styling.primaryColor).toEqual({ light: '#346ddb', dark: '#346ddb' });
  expect((await docform('plan')).stdout).toContain('No changes.');
});

test('a renamed site keeps its branding', async () => {
  expect((await docform('mv', 'sites/docs-03', 'sites/third')).exit).toBe(0);
  const { stdout } = await docform('plan');
  expect(stdout).toMatch(/No changes to the platform\.|No changes\./);
});

test('in the dialect of June 2025, a note says that the platform has no branding', async () => {
  const old = await startPlatform({ seed, dialect: '2025-06' });
  const environment = { DOCFORM_API_URL: old.url, DOCFORM_TOKEN: old.token, DOCFORM_ORG: old.organization };
  const place = directoryWith({ 'docform.yaml': configuration('#346ddb') });
  const { stdout } = await run(['plan'], { directory: place, environment });
  await old.close();
  expect(stdout).toContain(
    'sites/docs-01/customization: this platform has no customizations: the declaration has no effect (and 39 more declarations)',
  );
});
