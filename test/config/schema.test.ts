/** The published JSON schema is up to date and equivalent to the validator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { shapes } from '../../src/kinds/index.ts';
import { settings } from '../laws/law.ts';
import { everything } from './everything.ts';
import { load } from './memory-files.ts';
import { type Mutation, mutations } from './mutations.ts';

const schema = configurationSchema(shapes);
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const isValid = ajv.compile(schema);

/** Checks that a schema cannot express, because they need the whole configuration, files or other keys. */
const beyondSchema =
  /^E-(REF|DUPLICATE-(KEY|NAME|VALUE)|ORDER|CUSTOM-VALUE|CONDITION|DRIFT|MOVED|FILE|ORGANIZATION|PRUNE-IDLE|DEFAULT-TWICE|INCLUDE|VAR|YAML|LIMIT|FORMAT .* must be an emoji)/;

function complaints(configuration: unknown): readonly string[] {
  const { problems } = load(stringify(configuration, { aliasDuplicateObjects: false }));
  return problems.map(({ code, message }) => `${code} ${message}`).filter((text) => !beyondSchema.test(text));
}

test('schemas/docform.schema.json is the output of `docform explain --schema`', () => {
  const text = readFileSync(join(import.meta.dirname, '../../schemas/docform.schema.json'), 'utf8');
  expect(text).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

test('a configuration with every feature is valid for schema and validator', () => {
  expect(load(stringify(everything, { aliasDuplicateObjects: false })).problems).toEqual([]);
  expect(isValid(everything), JSON.stringify(isValid.errors)).toBe(true);
});

test('the configuration with every feature uses every property of the schema', () => {
  const unused = new Map<string, Set<string>>();
  for (const [name, definition] of Object.entries(schema.definitions as { readonly [name: string]: object })) {
    const { properties } = { properties: {}, ...definition } as { readonly properties: object };
    unused.set(name, new Set(Object.keys(properties)));
  }
  const text = JSON.stringify(everything);
  const missing = [...unused].flatMap(([name, keys]) =>
    [...keys].filter((key) => !text.includes(`"${key}":`)).map((key) => `${name}.${key}`),
  );
  // Other tests cover the other forms of `text` and of a role.
  expect(missing.filter((key) => key !== 'openapi-spec.file')).toEqual([]);
});

test('after one change, the schema reports an error exactly if the validator does', () => {
  // A schema cannot combine a block with its template.
  const all = mutations(everything).filter(({ what }) => !/templates|extends/.test(what));
  expect(all.length).toBeGreaterThan(3000);
  let faulty = 0;
  fc.assert(
    fc.property(fc.constantFrom<Mutation>(...all), ({ what, result }) => {
      const found = complaints(result);
      if (found.length > 0) faulty += 1;
      expect({ what, isValid: isValid(result), found }).toEqual({ what, isValid: found.length === 0, found });
    }),
    { ...settings(250), seed: 7 },
  );
  expect(faulty).toBeGreaterThan(100);
});

test('a variable can replace any value', () => {
  const withVariable = {
    ...everything,
    settings: { title: `\${vars.apiHost}`, sso: `\${vars.isLive}`, logo: `\${vars.apiHost}/logo.png` },
  };
  expect(complaints(withVariable)).toEqual([]);
  expect(isValid(withVariable), JSON.stringify(isValid.errors)).toBe(true);
});

test('every property has a description', () => {
  const silent: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as {
      readonly properties?: { readonly [key: string]: { readonly description?: string; readonly $ref?: string } };
    };
    for (const [key, value] of Object.entries(properties ?? {})) {
      const isWord =
        ['default', 'sites', 'from', 'to'].includes(key) ||
        path.includes('prune') ||
        path.includes('claims') ||
        path.includes('unsigned');
      if (value.description === undefined && value.$ref === undefined && !isWord) silent.push(`${path}/${key}`);
    }
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
  };
  visit(schema, '');
  expect(silent).toEqual([]);
});
