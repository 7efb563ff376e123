/** The examples are valid configurations, for docform and for editors. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesOnDisk } from '../../src/config/files/load.ts';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';

const examples = join(import.meta.dirname, '../../examples');
const ajv = new Ajv({ strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const isValid = ajv.compile(configurationSchema(shapes));

function loadExample(name: string, options: Partial<Parameters<typeof loadConfiguration>[0]>) {
  const directory = join(examples, name);
  return loadConfiguration({ file: 'docform.yaml', files: filesOnDisk(directory, 'docform.yaml'), shapes, ...options });
}

test.each([
  ['acme', { organization: 'org_1' }, 'org_1'],
  ['branding', { organization: 'org_1' }, 'org_1'],
  ['demo', {}, 'acme'],
  ['one-site', { organization: 'org_1' }, 'org_1'],
  ['people', { organization: 'org_1' }, 'org_1'],
  ['two-environments', {}, 'acme-staging'],
  ['two-environments', { environment: 'staging' }, 'acme-staging'],
  ['two-environments', { environment: 'production' }, 'acme'],
])('examples/%s with %j is valid, for organization %s', (name, options, organization) => {
  const { desired, problems } = loadExample(name, options);
  expect(problems).toEqual([]);
  expect(desired?.organization).toBe(organization);
});

test('the tests above cover every example with a configuration', () => {
  const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const withConfiguration = folders.filter(({ name }) => readdirSync(join(examples, name)).includes('docform.yaml'));
  expect(withConfiguration.map(({ name }) => name).sort()).toEqual([
    'acme',
    'branding',
    'demo',
    'one-site',
    'people',
    'two-environments',
  ]);
});

test('acme declares every kind of the contract', () => {
  const { desired } = loadExample('acme', { organization: 'org_1' });
  const declared = new Set(desired?.resources.map(({ kind }) => kind));
  expect([...kindsOfDialect('2025-06').keys()].filter((kind) => !declared.has(kind))).toEqual([]);
});

const configurations = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.yaml') && !/(^|\/)(env|policy)\//.test(path),
);

test.each(configurations)('editors report no problem in examples/%s', (path) => {
  const valid = isValid(parse(readFileSync(join(examples, path), 'utf8')));
  expect(isValid.errors ?? [], path).toEqual([]);
  expect(valid).toBe(true);
});
