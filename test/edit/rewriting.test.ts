/** Edits of files are verified before they are written, and impossible edits are omitted and named. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Desired, DesiredResource } from '../../src/core/state.ts';
import type { Wanted } from '../../src/edit/rewrite/rewrite.ts';
import { validate } from '../../src/library/configuration.ts';
import { rewriteConfiguration } from '../../src/library/rewriting.ts';
import { directoryWith } from '../support/directory.ts';
import { asWanted } from './case-file.ts';

let directory: string;
beforeEach(async () => {
  directory = directoryWith();
});

const head = 'version: 1\norganization: acme\n';

async function given(text: string): Promise<{
  readonly options: Parameters<typeof rewriteConfiguration>[0]['options'];
  readonly validation: Parameters<typeof rewriteConfiguration>[0]['validation'];
  readonly desired: Desired;
}> {
  await writeFile(join(directory, 'docform.yaml'), text);
  const options = { directory, file: join(directory, 'docform.yaml') };
  const validation = await validate(options);
  if (validation?.desired === undefined) throw new Error(JSON.stringify(validation?.problems));
  return { options, validation, desired: validation.desired };
}

function withFields(desired: Desired, fields: { readonly [address: string]: DesiredResource['fields'] }): Wanted {
  const resources = desired.resources.map((each) => ({ ...each, fields: { ...each.fields, ...fields[each.address] } }));
  return { ...asWanted(desired), resources };
}

test('an edit returns texts, a diff and the declaration', async () => {
  const { options, validation, desired } = await given(`${head}teams:\n  docs: { title: Docs } # us\n`);
  const result = await rewriteConfiguration({
    options,
    validation,
    after: withFields(desired, { 'teams/docs': { title: 'Writers' } }),
  });
  expect([...result.texts]).toEqual([['docform.yaml', `${head}teams:\n  docs: { title: Writers } # us\n`]]);
  expect(result.diff).toContain('-  docs: { title: Docs } # us\n+  docs: { title: Writers } # us\n');
  expect(result.refused).toEqual([]);
  expect(result.desired.resources.map(({ fields }) => fields.title)).toEqual(['Writers']);
});

test('an invalid change is left out, and the others are written', async () => {
  const teams = ['a', 'b', 'c', 'd', 'e'].map((key) => `  ${key}: { title: ${key} }\n`).join('');
  const { options, validation, desired } = await given(`${head}teams:\n${teams}`);
  const after = withFields(desired, {
    'teams/a': { title: 'A' },
    'teams/c': { title: 'x'.repeat(100) },
    'teams/e': { title: 'E' },
  });
  const { texts, refused } = await rewriteConfiguration({ options, validation, after });
  expect(texts.get('docform.yaml')).toBe(
    `${head}teams:\n${teams.replace('title: a', 'title: A').replace('title: e', 'title: E')}`,
  );
  expect(refused).toEqual([
    {
      address: 'teams/c',
      reason: expect.stringContaining('make this change in the file yourself'),
      span: expect.objectContaining({ line: 6 }),
    },
  ]);
  // The reason names the obstacle.
  expect(refused[0]?.reason).toMatch(/would not be valid \(E-[A-Z-]+: .*64/);
});

test('a conflicting change is refused with the place of the conflict', async () => {
  const { options, validation, desired } = await given(
    `${head}teams:\n  docs: { title: Docs }\n  support: { title: Support }\n`,
  );
  const { refused } = await rewriteConfiguration({
    options,
    validation,
    after: withFields(desired, { 'teams/support': { title: 'Docs' } }),
  });
  expect(refused.map(({ reason }) => reason)).toEqual([
    'the edited configuration would not be valid (E-DUPLICATE-NAME: teams/docs and teams/support have the same title; first used here: docform.yaml:4); make this change in the file yourself',
  ]);
});

test('invalid new resources are left out with their references', async () => {
  const { options, validation, desired } = await given(
    `${head}teams:\n  docs: { title: Docs }\nsaml:\n  okta: { label: Okta }\n`,
  );
  const [docs] = desired.resources;
  if (docs === undefined) throw new Error('nothing is declared');
  const made = (key: string, title: string): DesiredResource => ({
    ...docs,
    address: `teams/${key}`,
    key,
    fields: { title },
  });
  const changed = withFields(desired, { 'saml/okta': { defaultTeam: { ref: 'teams/bad' } } });
  const after = { ...changed, resources: [...changed.resources, made('bad', ''), made('good', 'Good')] };
  const { texts, refused } = await rewriteConfiguration({ options, validation, after });
  expect(texts.get('docform.yaml')).toBe(
    `${head}teams:\n  docs: { title: Docs }\n  good: { title: Good }\nsaml:\n  okta: { label: Okta }\n`,
  );
  expect(refused.map(({ address }) => address).sort()).toEqual(['saml/okta', 'teams/bad']);
});

test('a resource with references stays, with the resources that it refers to', async () => {
  const text = `${head}teams:\n  docs: { title: Docs }\n  old: { title: Old }\nsaml:\n  okta: { label: Okta, defaultTeam: docs }\n`;
  const { options, validation, desired } = await given(text);
  const after = { ...asWanted(desired), resources: desired.resources.filter(({ kind }) => kind !== 'team') };
  const { texts, refused } = await rewriteConfiguration({ options, validation, after });
  expect(texts.get('docform.yaml')).toBe(text.replace('  old: { title: Old }\n', ''));
  expect(refused).toEqual([
    {
      address: 'teams/docs',
      reason: 'saml/okta names it as its defaultTeam',
      span: expect.objectContaining({ line: 4 }),
    },
  ]);
});

test('an edit of a variable is refused with its place', async () => {
  const { options, validation, desired } = await given(
    `${head}vars: { name: Docs }\nteams:\n  docs: { title: "\${vars.name}" }\n`,
  );
  const { texts, refused } = await rewriteConfiguration({
    options,
    validation,
    after: withFields(desired, { 'teams/docs': { title: 'X' } }),
  });
  expect(texts.size).toBe(0);
  expect(refused).toEqual([
    {
      address: 'teams/docs',
      field: 'title',
      reason: `its value comes from \${vars.name}`,
      span: { file: 'docform.yaml', line: 5, column: 18, length: 14 },
    },
  ]);
});

test('a rename that is not possible as a whole throws E-EDIT-CHECK', async () => {
  const { options, validation, desired } = await given(
    `${head}teams:\n  docs: { title: Docs }\n  api: { title: API }\n`,
  );
  const renamed = [{ from: 'teams/docs', to: 'teams/api' }];
  await expect(rewriteConfiguration({ options, validation, after: asWanted(desired), renamed })).rejects.toMatchObject({
    code: 'E-EDIT-CHECK',
    hint: expect.stringContaining('nothing was written'),
  });
});
