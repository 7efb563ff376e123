/** The container of a resource. */
import { expect, test } from 'vitest';
import { membersByContainer, orderedContainerOf } from '../../src/kinds/declaration/container.ts';
import { shapes } from '../../src/kinds/index.ts';
import { loadDesired } from '../config/memory-files.ts';

const { resources } = loadDesired({
  'docform.yaml': `version: 1
organization: acme
teams: { docs: { title: Docs } }
collections: { product: { title: Product } }
spaces: { home: { title: Home, collection: product }, api: { title: API } }
sites:
  docs:
    title: Docs
    structure:
      - group: guides
        title: Guides
        sections:
          - { section: start, title: Start, path: start, spaces: [{ space: home }] }
      - { section: api, title: API, path: api, spaces: [{ space: api }] }
`,
});

test('containerOf returns the group or collection, the top level, or null without an order', () => {
  expect(Object.fromEntries(resources.map((each) => [each.address, orderedContainerOf(each, shapes)]))).toEqual({
    'teams/docs': null,
    'collections/product': 'organization',
    'spaces/home': 'collections/product',
    'spaces/api': null,
    'sites/docs': null,
    'sites/docs/groups/guides': 'sites/docs',
    'sites/docs/sections/start': 'sites/docs/groups/guides',
    'sites/docs/sections/api': 'sites/docs',
    'sites/docs/sections/start/spaces/home': 'sites/docs/sections/start',
    'sites/docs/sections/api/spaces/api': 'sites/docs/sections/api',
  });
  expect([...membersByContainer(resources, shapes).keys()]).not.toContain(null);
});
