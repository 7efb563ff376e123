/** What a resource names, which of it leads to nothing, and who may be looked up. */
import { expect, test } from 'vitest';
import { lookedUp } from '../../src/declaration/look-up.ts';
import { danglingIn, namesIn, withoutName } from '../../src/declaration/names.ts';
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

test('references name one each, maps by their keys as many as they have', () => {
  expect(namesIn(at('spaces/home'), shapes)).toEqual([{ field: 'collection', names: 'collections/product' }]);
  expect(namesIn(values, shapes)).toEqual([
    { field: 'values', names: 'customFields/owner', isKey: true },
    { field: 'values', names: 'customFields/status', isKey: true },
  ]);
});

test('where no custom field is declared, values lead nowhere wrong; a reference always has to lead somewhere', () => {
  const nothing = { has: () => false, isListed: () => false };
  expect(danglingIn(values, nothing, shapes)).toEqual([]);
  expect(danglingIn(values, { ...nothing, isListed: (list) => list === 'customFields' }, shapes)).toHaveLength(2);
  expect(danglingIn(at('spaces/home'), nothing, shapes)).toHaveLength(1);
});

test('without a name the field goes, or of a map that key alone', () => {
  const [owner, collection] = [namesIn(values, shapes)[0], namesIn(at('spaces/home'), shapes)[0]];
  expect(owner && withoutName(values, owner).fields).toEqual({ values: { status: 'live' } });
  expect(collection && withoutName(at('spaces/home'), collection).fields).toEqual({ title: 'Home' });
});

test('a roster may name people as long as none is declared, and nobody else may', () => {
  const roster = at('teams/docs/members/ana@acme.dev');
  expect(lookedUp(roster, 'members/bo@acme.dev', () => false, shapes)).toMatchObject({
    ...{ address: 'members/bo@acme.dev', kind: 'member', fields: { email: 'bo@acme.dev' }, isLookUp: true },
  });
  expect(lookedUp(roster, 'members/bo@acme.dev', (list) => list === 'members', shapes)).toBeUndefined();
  expect(lookedUp(at('spaces/home'), 'members/bo@acme.dev', () => false, shapes)).toBeUndefined();
  expect(lookedUp(roster, 'teams/docs', () => false, shapes)).toBeUndefined();
});
