/** Values of variables, and texts that contain variables. */
import { expect, test } from 'vitest';
import { load, loadDesired } from './memory-files.ts';

const v = (name: string) => `\${vars.${name}}`;
const text = (title: string, vars = 'name: from-file') =>
  `version: 1\norganization: acme\nvars:\n  ${vars}\nsettings:\n  title: ${title}\n`;

function titleOf(...given: Parameters<typeof loadDesired>): unknown {
  return loadDesired(...given).resources[0]?.fields.title;
}

test('an environment file overrides `vars`, and values passed by name override both', () => {
  const files = { 'docform.yaml': text(v('name')), 'env/staging.yaml': 'name: from-environment\n' };
  expect(titleOf(files)).toBe('from-file');
  expect(titleOf(files, { environment: 'staging' })).toBe('from-environment');
  expect(titleOf(files, { environment: 'staging', variables: { name: 'by-name' } })).toBe('by-name');
});

test('names of environment variables match the variables', () => {
  const file = text(v('apiHost'), 'apiHost: a');
  expect(titleOf(file, { variables: { API_HOST: 'from-upper' } })).toBe('from-upper');
  expect(titleOf(file, { variables: { APIHOST: 'from-upper' } })).toBe('from-upper');
  expect(titleOf(file, { variables: { API_HOST: 'environment', apiHost: 'flag' } })).toBe('flag');
});

test('a name that matches two variables matches none', () => {
  const file = text(v('apiHost'), 'apiHost: Acme\n  api_host: Other');
  expect(load(file, { variables: { APIHOST: 'x' } }).problems.map(({ code }) => code)).toEqual(['E-VAR-UNDECLARED']);
  expect(titleOf(file, { variables: { api_host: 'x' } })).toBe('Acme');
});

test('a text that is one variable takes its type, and a part of a text becomes text', () => {
  const settings = `{ sso: "${v('isOn')}", title: "${v('isOn')} and ${v('count')}" }`;
  const { resources } = loadDesired(
    `version: 1\norganization: acme\nvars: { isOn: true, count: 3 }\nsettings: ${settings}\n`,
  );
  expect(resources[0]?.fields).toEqual({ sso: true, title: 'true and 3' });
});

test('values from outside take the declared type', () => {
  const file = `version: 1\norganization: acme\nvars: { isOn: true, most: 3 }\nsettings: { sso: "${v('isOn')}" }\npolicy: { maxDeletes: "${v('most')}" }\n`;
  const desired = loadDesired(file, { variables: { isOn: 'false', most: '7' } });
  expect(desired.resources[0]?.fields.sso).toBe(false);
  expect(desired.policy.maxDeletes).toBe(7);
});

test('two dollar signs make one literal', () => {
  expect(titleOf(text(`"$${v('name')} is not ${v('name')}"`))).toBe(`${v('name')} is not from-file`);
  const fromVariable = `version: 1\norganization: acme\nvars: { odd: "$\${x}" }\nsettings: { title: "${v('odd')}" }\n`;
  expect(titleOf(fromVariable)).toBe(`\${x}`);
});

test('organization, pins and keys of link invites can contain variables', () => {
  const file = [
    'version: 1',
    `organization: ${v('org')}`,
    'vars: { org: acme-staging, invite: inv_1, space: sp_1 }',
    `linkInvites: { "${v('invite')}": read }`,
    `spaces: { home: { id: "${v('space')}" } }`,
  ].join('\n');
  const { organization, resources } = loadDesired(file);
  expect(organization).toBe('acme-staging');
  expect(resources.map(({ address, pin, fields }) => ({ address, pin, id: fields.id }))).toEqual([
    { address: 'linkInvites/inv_1', pin: undefined, id: 'inv_1' },
    { address: 'spaces/home', pin: 'sp_1', id: undefined },
  ]);
});

test('a replaced value is not searched for variables', () => {
  expect(titleOf(text(v('name')), { variables: { name: v('name') } })).toBe(v('name'));
});

test('many long variables reach the limit', () => {
  const long = 'x'.repeat(100_000);
  const domains = Array.from({ length: 60 }, (_, index) => `"${index}-${v('long')}"`).join(', ');
  const { problems } = load(
    `version: 1\norganization: acme\nvars: { long: ${long} }\nsettings: { emailDomains: [${domains}] }\n`,
  );
  expect(problems.map(({ code }) => code)).toContain('E-LIMIT-SIZE');
});

test('an environment file is found only by its exact name', () => {
  const files = { 'docform.yaml': text('Acme'), 'env/staging.yaml': '{}', 'secrets.yaml': 'name: stolen\n' };
  for (const environment of ['../secrets', 'stagin', '*', '']) {
    const { problems } = load(files, { environment });
    expect(problems.map(({ code }) => code)).toEqual(['E-ENVIRONMENT']);
  }
  expect(load(files, { environment: 'stagin' }).problems[0]?.hint).toContain('did you mean "staging"?');
});
