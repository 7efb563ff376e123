/** Editors get completions for any text and cursor. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configurationSchema } from '../../src/config/schema/schema.ts';
import { lineEdits } from '../../src/edit/text-diff.ts';
import { shapes } from '../../src/kinds/index.ts';
import { completionsAt } from '../../src/language/completions.ts';
import { addressesOf } from '../../src/language/meaning.ts';
import type { LanguageSchema } from '../../src/language/schema-at.ts';
import { standingAt } from '../../src/language/typed.ts';
import { load } from '../config/memory-files.ts';

const text = `version: 1 # the language
organization: acme
teams:
  docs: { title: 'It''s "docs"', members: { ana@acme.dev: owner } }
customFields:
  stage: { title: Stage, type: select:single, options: [draft, "on"] }
collections: { product: { title: Product, order: [start, api] } }
spaces:
  start: { title: "Start: here", collection: product, fields: { stage: draft } }
  api: &api
    title: API
    collection: product
  copy: *api
order: [product]
moved:
  - { from: teams/old, to: teams/docs }
expect:
  public: [sites/docs]
  readers: { spaces/start: [teams/docs] }
sites:
  docs:
    title: Docs
    structure:
    - section: guides
      title: Guides
      spaces:
      - space: start
    - group: more
      title: More
      sections:
        - section: reference
          title: Reference
          default: api
          spaces: [{ space: api }]
`;
const input = {
  ...{ shapes, schema: configurationSchema(shapes) as unknown as LanguageSchema },
  known: load(text.replace('  copy: *api\n', '')).known(),
};
const labelsAt = (typed: string) =>
  completionsAt(input, typed.replace('|', ''), typed.indexOf('|'))
    .map(({ label }) => label)
    .sort();

test('completions work at every place of a text, whole or cut off', () => {
  let offered = 0;
  let found = 0;
  for (let offset = 0; offset <= text.length; offset += 3) {
    offered += completionsAt(input, text, offset).length + completionsAt(input, text.slice(0, offset), offset).length;
    const path = standingAt(text, offset);
    found += path === undefined ? 0 : addressesOf(input, path).length;
  }
  expect({ offered: offered > 500, found: found > 20 }).toEqual({ offered: true, found: true });
});

test('completions work in any text', () => {
  const words = [
    'teams:',
    '\n  ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ': ',
    '#',
    '&a ',
    '*a',
    '|',
    '>',
    '? ',
    '!x ',
    '\r\n',
    '\t',
    '🦊',
    '---\n',
    ',',
    'a',
    '%',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 24 }), fc.nat(), (parts, at) => {
      const typed = parts.join('');
      completionsAt(input, typed, at % (typed.length + 1));
      standingAt(typed, at % (typed.length + 1));
    }),
    { numRuns: 1500 },
  );
});

test.each([
  ['sites of `public`', 'public: [sites/docs]', 'public: [|]', ['sites/docs']],
  ['teams and sites as readers', 'spaces/start: [teams/docs]', 'spaces/start: [|]', ['sites/docs', 'teams/docs']],
  ['spaces with readers', 'spaces/start: [', '|: [', ['spaces/api', 'spaces/start']],
  [
    'spaces and collections of a collection, without those that are listed',
    'order: [start, api]',
    'order: [start, |]',
    ['api'],
  ],
  ['collections at the top level', '\norder: [product]', '\norder: [|]', ['product']],
  ['options of a custom field', 'stage: draft', 'stage: |', ['draft', 'on']],
  ['names of custom fields', 'stage: draft', '|', ['stage']],
  [
    'words of a choice',
    'type: select:single',
    'type: sel|',
    ['boolean', 'number', 'select:multi', 'select:single', 'tags', 'text'],
  ],
  [
    'keys of an item after a dash with the indentation of its list',
    '- section: reference',
    '- |',
    ['condition', 'section'],
  ],
  ['spaces of the section', 'default: api', 'default: |', ['api']],
  ['flags', '    title: API', '    protect: |', ['false', 'true']],
  ['nothing in a comment', '# the language', '# the |', []],
  ['nothing in a title', 'title: API', 'title: A|', []],
])('completions offer %s', (_, was, typed, expected) => {
  expect(labelsAt(text.replace(was, typed))).toEqual(expect.arrayContaining([...expected]));
  if (expected.length < 2) expect(labelsAt(text.replace(was, typed))).toEqual(expected);
});

test('completions offer addresses as targets of moves', () => {
  expect(labelsAt(text.replace('to: teams/docs', 'to: |'))).toEqual(
    expect.arrayContaining(['teams/docs', 'spaces/api', 'sites/docs/sections/guides/spaces/start']),
  );
});

test('line edits turn one text into the other with any line endings', () => {
  const lines = fc
    .array(fc.constantFrom('a', 'b', '  c: 🦊', '', 'a\r'), { maxLength: 12 })
    .map((each) => each.join('\n'));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const edits = [...lineEdits(before, after)].reverse();
      expect(edits.reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), before)).toBe(
        after,
      );
    }),
    { numRuns: 500 },
  );
});
