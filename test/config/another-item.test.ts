/** A kind that the grammar does not name becomes an item of a site through its shape alone. */

import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { emptyLedger, type Live } from '../../src/core/state.ts';
import { composeConfiguration } from '../../src/edit/compose/compose.ts';
import { formatOrder } from '../../src/edit/format.ts';
import { adopt } from '../../src/import/adopt.ts';
import { referenceField, textField } from '../../src/kinds/field.ts';
import { shapes as registry } from '../../src/kinds/index.ts';
import type { KindShape, Shapes } from '../../src/kinds/shape.ts';
import { plan } from '../../src/plan/plan.ts';
import { filesInMemory } from './memory-files.ts';

const note: KindShape = {
  name: 'site-note',
  segment: 'notes',
  title: 'note',
  description: 'An address elsewhere, in the navigation of a site.',
  parents: ['site'],
  key: 'name',
  naturalKeys: [['url']],
  itemWord: 'note',
  orderedIn: ['site', 'section-group'],
  orderedApart: true,
  fields: {
    title: textField('What it is called.'),
    url: textField('Where it leads.', { required: true }, { format: 'uri' }),
    group: referenceField('section-group', 'Group it stands in.', {
      within: 'site',
      clearable: true,
      writtenBy: 'move',
    }),
  },
};

const shapes: Shapes = new Map([...registry, [note.name, note]]);

const load = (structure: string) =>
  loadConfiguration({
    file: 'docform.yaml',
    files: filesInMemory({
      'docform.yaml': `version: 1\norganization: o1\nspaces: { home: {} }\nsites:\n  docs:\n    structure:\n${structure}`,
    }),
    shapes,
  });

const site = `      - section: guides
        spaces: [{ space: home }]
      - note: blog
        title: Blog
        url: https://blog.acme.dev
      - group: more
        title: More
        sections:
          - note: status
            url: https://status.acme.dev
`;

test('an additional item is declared at its place in the list', () => {
  const { desired, problems } = load(site);
  expect(problems).toEqual([]);
  expect(desired?.orders).toMatchObject({
    'sites/docs': ['sites/docs/sections/guides', 'sites/docs/notes/blog', 'sites/docs/groups/more'],
    'sites/docs/groups/more': ['sites/docs/notes/status'],
  });
  const declared = desired?.resources
    .filter(({ kind }) => kind === 'site-note')
    .map(({ address, parent, fields }) => [address, parent, fields]);
  expect(declared).toEqual([
    ['sites/docs/notes/blog', 'sites/docs', { title: 'Blog', url: 'https://blog.acme.dev', group: null }],
    [
      'sites/docs/notes/status',
      'sites/docs',
      { url: 'https://status.acme.dev', group: { ref: 'sites/docs/groups/more' } },
    ],
  ]);
  expect(desired?.lists.map(({ list }) => list)).toContain('sites/docs/notes');
});

test('an additional item is composed as it was written', () => {
  const { desired } = load(site);
  const written = parseDocument(site).toJS() as unknown;
  const lists = desired?.lists.map(({ list }) => list) ?? [];
  expect(desired && composeConfiguration({ ...desired, lists }, shapes).sites).toEqual({
    docs: { structure: written },
  });
});

test('hints, schema and layout include an additional item', () => {
  const hintOf = (structure: string) => load(structure).problems.find(({ code }) => code === 'E-STRUCTURE-ITEM')?.hint;
  expect(hintOf('      - title: Nothing\n')).toBe(
    'begin the item with `section: KEY`, `group: KEY`, `link: KEY`, `note: KEY` or, on a flat site, `space: KEY`',
  );
  expect(hintOf('      - group: more\n        sections: [{ space: home }]\n')).toBe(
    'begin the item with `section: KEY`, `group: KEY`, `link: KEY`, `note: KEY`: a group contains only sections, groups, links and notes',
  );
  expect(
    load('      - note: blog\n        url: https://blog.acme.dev\n      - space: home\n').problems[0],
  ).toMatchObject({
    code: 'E-STRUCTURE-MIXED',
    message: 'a site contains either sections, groups, links and notes, or only spaces',
  });
  expect(JSON.stringify(configurationSchema(shapes))).toContain('"$ref":"#/definitions/site-note"');
  expect(formatOrder(shapes).items).toContain('note');
});

test('an additional item moves into a new group with a separate call, because the create call accepts only sections', () => {
  const { desired } = load(`      - group: more
        title: More
        sections:
          - section: guides
            spaces: [{ space: home }]
          - note: status
            url: https://status.acme.dev
`);
  const live: Live = {
    objects: [
      { kind: 'space', id: 'h1', parentId: null, fields: {} },
      { kind: 'site', id: 's1', parentId: null, fields: {} },
    ],
    lists: [...shapes.keys()].flatMap((kind) => [null, 's1'].map((parentId) => ({ kind, parentId }))),
    orders: {},
  };
  const ledger = { ...emptyLedger, resources: { 'spaces/home': { id: 'h1' }, 'sites/docs': { id: 's1' } } };
  const steps = desired === undefined ? [] : plan({ desired, live, ledger, shapes }).steps;
  const stepAt = (id: string) => steps.find((step) => step.id === id);
  expect(stepAt('sites/docs/groups/more#create')?.fields).toEqual({
    title: 'More',
    sections: [{ ref: 'sites/docs/sections/guides' }],
  });
  const join = stepAt('sites/docs/notes/status#join');
  expect(join?.container).toBe('sites/docs/groups/more');
  expect([...(join?.needs ?? [])]).toEqual(
    expect.arrayContaining(['sites/docs/groups/more#create', 'sites/docs/notes/status#create']),
  );
});

test('an additional item is read at its declared place, and in the order of its own list', () => {
  const { desired } = load(`      - note: status
        url: https://status.acme.dev
      - section: guides
        spaces: [{ space: home }]
      - note: blog
        url: https://blog.acme.dev
`);
  const noteTo = (id: string) => ({
    kind: 'site-note',
    id,
    parentId: 's1',
    fields: { url: `https://${id}.acme.dev`, group: null },
  });
  const live: Live = {
    objects: [
      { kind: 'site', id: 's1', parentId: null, fields: { title: 'Docs' } },
      { kind: 'section', id: 'c1', parentId: 's1', fields: { title: 'Guides', path: 'guides', group: null } },
      ...['blog', 'forum', 'status'].map(noteTo),
    ],
    lists: [...shapes.keys()].flatMap((kind) => [null, 's1', 'c1'].map((parentId) => ({ kind, parentId }))),
    orders: { s1: [['c1'], ['blog', 'forum', 'status']] },
  };
  const ids = {
    'sites/docs': 's1',
    'sites/docs/sections/guides': 'c1',
    'sites/docs/notes/blog': 'blog',
    'sites/docs/notes/status': 'status',
  };
  const ledger = {
    ...emptyLedger,
    resources: Object.fromEntries(Object.entries(ids).map(([address, id]) => [address, { id }])),
  };
  const { orders } = adopt({ live, ledger, shapes, ...(desired && { desired }) });
  expect(orders['sites/docs']?.map((address) => address.split('/').at(-1))).toEqual([
    'blog',
    'guides',
    expect.stringMatching(/forum/),
    'status',
  ]);
});
