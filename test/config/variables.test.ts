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

test('a text contains a variable with the characters as written', () => {
  const written = ['4.10', '007', '1234567e8', '0x1F', '0o17', '+5', '-0', '1e400', '12345678901234567890', '.5', '5.'];
  for (const each of [
    ...written,
    '.inf',
    'TRUE',
    'False',
    '2026-01-01',
    '12:30:00',
    '1_000',
    '"4.10"',
    '!!int "007"',
  ]) {
    const plain = each.replace(/^(!!int )?"(.*)"$/, '$2');
    expect(titleOf(text(`Docs ${v('name')}`, `name: ${each}`)), each).toBe(`Docs ${plain}`);
    const files = { 'docform.yaml': text(`"${v('name')}!"`, 'name: "4.9"'), 'env/staging.yaml': `name: ${each}\n` };
    expect(titleOf(files, { environment: 'staging' }), each).toBe(`${plain}!`);
  }
  for (const each of written.filter((one) => one !== '1e400')) {
    const file = text(`Docs ${v('name')}`, 'name: 4.9');
    expect(titleOf(file, { variables: { name: each } }), each).toBe(`Docs ${each}`);
  }
});

test('an override has the type that `vars` declares', () => {
  const files = (declared: string, given: string) => ({
    'docform.yaml': text(v('name'), `name: ${declared}`),
    'env/staging.yaml': `name: ${given}\n`,
  });
  const staging = { environment: 'staging' };
  expect(titleOf(files('"4.9"', '4.10'), staging)).toBe('4.10');
  expect(titleOf(files('"4.9"', 'true'), staging)).toBe('true');
  expect(titleOf(files('"4.9"', 'null'), { ...staging, variables: { name: '007' } })).toBe('007');
  const found = (declared: string, given: string) => load(files(declared, given), staging).problems;
  expect(found('4.9', 'new').map(({ code, span, message }) => [code, `${span.file}:${span.line}`, message])).toEqual([
    ['E-VAR-TYPE', 'env/staging.yaml:1', 'variable name must be a number, not "new"'],
  ]);
  expect(found('true', '3').map(({ code }) => code)).toEqual(['E-VAR-TYPE']);
  const flag = load(files('3', 'null'), { ...staging, variables: { name: 'new' } }).problems;
  expect(flag.map(({ code }) => code)).toEqual(['E-VAR-TYPE']);
});

test('the help for a number in place of a text contains the characters as written', () => {
  const hintOf = (...given: Parameters<typeof load>) => load(...given).problems.map(({ hint, fix }) => [hint, fix]);
  const expected = [['put the value of variable name in quotes: name: "4.10"', undefined]];
  expect(hintOf(text(v('name'), 'name: 4.10'))).toEqual(expected);
  expect(hintOf(text(v('name'), 'name: 4.9'), { variables: { name: '4.10' } })).toEqual(expected);
  expect(hintOf(text('4.10'))).toEqual([['put the value in quotes: "4.10"', { is: 'instead', text: '"4.10"' }]]);
});

test('a template is extended by its name as written', () => {
  const file = (use: string) =>
    `version: 1\norganization: acme\ntemplates: { ${use}: { emoji: 🏠 } }\nspaces: { home: { title: Home, extends: ${use} } }\n`;
  for (const use of ['007', '4.10', '1e3']) expect(loadDesired(file(use)).resources[0]?.fields.emoji, use).toBe('🏠');
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
