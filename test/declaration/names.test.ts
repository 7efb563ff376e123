/** References of a resource, dangling references and look-ups. */
import { expect, test } from 'vitest';
import { externalForReference } from '../../src/kinds/declaration/external.ts';
import { danglingReferences, referencesOf, removeReference } from '../../src/kinds/declaration/resources.ts';
import { shapes } from '../../src/kinds/index.ts';
import { loadDesired } from '../config/memory-files.ts';

const { resources } = loadDesired({
  'docform.yaml': `version: 1
organization: acme
teams: { docs: { title: Docs, members: { ana@acme.dev: owner } } }
collections: { product: { title: Product } }
spaces: { home: { title: Home, collection: product, fields: { owner: docs, status: live } } }
`,
});
const at = (address: string) => resources.find((each) => each.address === address) ?? expect.fail(address);
const values = at('spaces/home/fields');

test('namesIn lists references and keys of maps', () => {
  expect(referencesOf(at('spaces/home'), shapes)).toEqual([{ field: 'collection', names: 'collections/product' }]);
  expect(referencesOf(values, shapes)).toEqual([
    { field: 'values', names: 'customFields/owner', isKey: true },
    { field: 'values', names: 'customFields/status', isKey: true },
  ]);
});

test('keys of maps dangle only if custom fields are declared; references always do', () => {
  const nothing = { has: () => false, isListed: () => false };
  expect(danglingReferences(values, nothing, shapes)).toEqual([]);
  expect(danglingReferences(values, { ...nothing, isListed: (list) => list === 'customFields' }, shapes)).toHaveLength(
    2,
  );
  expect(danglingReferences(at('spaces/home'), nothing, shapes)).toHaveLength(1);
});

test('withoutName removes the field, or only the key of a map', () => {
  const [owner, collection] = [referencesOf(values, shapes)[0], referencesOf(at('spaces/home'), shapes)[0]];
  expect(owner && removeReference(values, owner).fields).toEqual({ values: { status: 'live' } });
  expect(collection && removeReference(at('spaces/home'), collection).fields).toEqual({ title: 'Home' });
});

test('only team members can reference undeclared members, and only if none are declared', () => {
  const roster = at('teams/docs/members/ana@acme.dev');
  expect(externalForReference(roster, 'members/bo@acme.dev', () => false, shapes)).toMatchObject({
    ...{ address: 'members/bo@acme.dev', kind: 'member', fields: { email: 'bo@acme.dev' }, isExternal: true },
  });
  expect(externalForReference(roster, 'members/bo@acme.dev', (list) => list === 'members', shapes)).toBeUndefined();
  expect(externalForReference(at('spaces/home'), 'members/bo@acme.dev', () => false, shapes)).toBeUndefined();
  expect(externalForReference(roster, 'teams/docs', () => false, shapes)).toBeUndefined();
});
