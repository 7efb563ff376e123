/** Composed configurations are read back as the same declaration, and have the layout of the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import type { Declaration, Desired, DesiredValue } from '../../src/core/state.ts';
import { type ComposeOptions, composeBlock, composeConfiguration } from '../../src/edit/compose/compose.ts';
import { configurationFiles, configurationText } from '../../src/edit/compose/configuration-files.ts';
import { shapes } from '../../src/kinds/index.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { drawn } from '../laws/draw.ts';
import { drawOutline } from '../laws/outline.ts';
import { resourceAt } from '../support/declared.ts';
import '../support/law-seed.ts';
import { unicodeText } from '../support/unicode-text.ts';

function load(texts: { readonly [path: string]: string }, file = 'docform.yaml'): Desired {
  const { desired, problems } = loadConfiguration({ file, files: filesInMemory(texts), shapes });
  if (desired === undefined)
    throw new Error(`${JSON.stringify(problems, null, 1)}\n${Object.values(texts).join('\n')}`);
  return desired;
}

function declarationOf({ resources, orders, lists }: Desired): Declaration {
  return { resources, orders, lists: lists.map(({ list }) => list) };
}

function written(declaration: Declaration, options: ComposeOptions = {}): string {
  const blocks = { version: 1, organization: 'acme', ...composeConfiguration({ ...declaration, ...options }, shapes) };
  return configurationText({ blocks, shapes });
}

function readAgain(declaration: Declaration): Desired {
  return load({ 'docform.yaml': written(declaration) });
}

/** The declaration without the places of its resources. */
function meaning({ resources, orders, lists }: Declaration) {
  const plain = resources.map(({ span: _, fieldSpans: __, ...rest }) => [rest.address, rest] as const);
  return { resources: Object.fromEntries(plain), orders, lists: [...lists].sort() };
}

function expectSame(declaration: Declaration): void {
  expect(meaning(declarationOf(readAgain(declaration)))).toEqual(meaning(declaration));
}

function textsBelow(directory: string): { readonly [path: string]: string } {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ya?ml|pem|csv)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

function example(name: string): Declaration {
  const organization = name === 'two-environments' ? {} : { organization: 'acme' };
  const files = filesInMemory(textsBelow(join('examples', name)));
  const { desired, problems } = loadConfiguration({ file: 'docform.yaml', files, shapes, ...organization });
  if (desired === undefined) throw new Error(JSON.stringify(problems));
  return declarationOf(desired);
}

function spaceCalled(title: string): Declaration {
  return { resources: [resourceAt('spaces/home', { title })], orders: {}, lists: ['spaces'] };
}

test.each(['acme', 'one-site', 'people', 'two-environments'])(
  'examples/%s is the same after it was composed and read',
  (name) => {
    expectSame(example(name));
  },
);

test('a composed configuration declares the generated resources', () => {
  const outlines = drawn((draw) => drawOutline(draw));
  fc.assert(
    fc.property(outlines, (outline) => {
      expectSame(declarationOf(desiredOf(outline, 'acme', { home: 'id-home', notes: 'id-notes' })));
    }),
    { numRuns: 80 },
  );
});

test('any text is equal after writing and reading', () => {
  const piece = fc.constantFrom(
    '$',
    '{vars.x}',
    '{',
    '#',
    ': ',
    '- ',
    '\n',
    ' ',
    '\t',
    '\r\n',
    '"',
    "'",
    'yes',
    '1',
    '1f3e0',
    '~',
    '|',
    '\u0085',
    '\ud800',
    '…',
    '👋',
    '%',
    '@',
    '!',
    '&a',
    '*a',
    '---',
    '\u2028',
    '\ufeff',
    '\0',
  );
  const texts = fc.oneof(
    unicodeText({ maxLength: 40 }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      const claims: DesiredValue = { beta: { type: 'string', description: text, enum: [other === '' ? 'a' : other] } };
      const site = resourceAt('sites/docs', { title: 'Docs' });
      const visitor = resourceAt('sites/docs/visitor', { claims });
      const spec = resourceAt('openapi/pay', { slug: 'pay', text: `${text}\n${other}` });
      const field = resourceAt('customFields/f', { name: 'f', type: 'text', placeholder: text.slice(0, 50) });
      expectSame({ resources: [field, spec, site, visitor], orders: {}, lists: ['customFields', 'openapi', 'sites'] });
    }),
    { numRuns: 800 },
  );
});

test.each([
  ['Home', 'Home'],
  ['What is new?', 'What is new?'],
  ['2019', '"2019"'],
  ['1.0', '"1.0"'],
  ['1f3e0', '"1f3e0"'],
  ['no', '"no"'],
  ['null', '"null"'],
  ['2026-01-05', '"2026-01-05"'],
  ['12:30', '"12:30"'],
  ['v1.2.3', 'v1.2.3'],
  ['a: b', '"a: b"'],
  ['say "yes"', 'say "yes"'],
  ['"yes"', '\'"yes"\''],
  ['C#', 'C#'],
  ['# 1', '"# 1"'],
  ['costs $' + '{vars.x}', 'costs $$' + '{vars.x}'],
  ['', '""'],
  ['--- a', '"--- a"'],
])('%j is written as %s', (title, text) => {
  expect(
    written({
      resources: [resourceAt('sites/a', { title, basename: 'a', type: 'basic' })],
      orders: {},
      lists: ['sites'],
    }),
  ).toContain(`\n    title: ${text}\n`);
  expectSame(spaceCalled(title));
});

test('long texts are not folded, and long maps become blocks', () => {
  const title = 'word '.repeat(60).trim();
  const text = written({
    resources: [
      resourceAt('openapi/pay', { slug: 'pay', text: `# Pay\n\n  a: ${title}\n` }),
      resourceAt('translations/french', { title }),
    ],
    orders: {},
    lists: ['openapi', 'translations'],
  });
  expect(text).toContain(`  pay:\n    text: |\n      # Pay\n\n        a: ${title}\n`);
  expect(text).toContain(`  french:\n    title: ${title}\n`);
});

test('a composed configuration has the layout of the examples', () => {
  expect(
    written(example('acme'), { fileOf: (_, field) => (field === 'certificate' ? 'certs/okta.pem' : undefined) }),
  ).toBe(readFileSync(join('test', 'edit', 'acme.yaml'), 'utf8'));
});

test('a block contains its children, and an item starts with its key', () => {
  const acme = example('acme');
  expect(composeBlock(acme, 'members/eve@acme.dev', shapes)).toBe(null);
  expect(composeBlock(acme, 'teams/docs/members/bo@acme.dev', shapes)).toBe('member');
  expect(composeBlock(acme, 'spaces/home/fields', shapes)).toEqual({ owner: 'docs', status: 'live' });
  expect(composeBlock(acme, 'sites/partners/spaces/partner-guide', shapes)).toEqual({
    space: 'partner-guide',
    path: 'guide',
    default: true,
  });
  expect(JSON.stringify(composeBlock(acme, 'sites/docs/groups/products', shapes))).toBe(
    '{"group":"products","title":"Products","icon":"box","sections":[' +
      '{"section":"payments","title":"Payments","path":"payments","icon":"credit-card","default":"payments-en","spaces":[' +
      '{"space":"payments-en","path":"en"},{"space":"payments-fr","path":"fr","condition":"visitor.claims.unsigned.beta == true"}]},' +
      '{"section":"payments-2019","title":"Payments 2019","path":"payments-2019",' +
      '"condition":"visitor.claims.plan == \\"enterprise\\" || visitor.claims.partner == true","spaces":[{"space":"payments-2019","path":"en"}]}]}',
  );
  expect(() => composeBlock(acme, 'teams/none', shapes)).toThrow('teams/none is not declared');
});

test('an order contains an address if two children have the same key', () => {
  const inside = { ref: 'collections/all' };
  const resources = [
    resourceAt('collections/all', { title: 'All' }),
    resourceAt('collections/one', { title: 'One', parent: inside }),
    resourceAt('spaces/one', { title: 'One', collection: inside }),
    resourceAt('spaces/two', { title: 'Two', collection: inside }),
  ];
  const orders = { 'collections/all': ['spaces/one', 'collections/one', 'spaces/two'] };
  expect(composeBlock({ resources, orders, lists: [] }, 'collections/all', shapes)).toEqual({
    title: 'All',
    order: ['spaces/one', 'collections/one', 'two'],
  });
  expectSame({ resources, orders, lists: ['collections', 'spaces'] });
});

test('files of sites are never named like a device of Windows, or like another file in another case', () => {
  const sites = { con: 'Con', Docs: 'Docs', docs: 'Docs 2', 'lpt1.de': 'Lpt', context: 'Context' };
  const titles = Object.fromEntries(Object.entries(sites).map(([key, title]) => [key, { title }]));
  const text = `version: 1\norganization: acme\nsites: ${JSON.stringify(titles)}\n`;
  const declaration = declarationOf(load({ 'docform.yaml': text }));
  const files = configurationFiles({ declaration, organization: 'acme', file: 'docform.yaml', split: 'site', shapes });
  expect([...files.keys()].sort()).toEqual([
    ...['docform.yaml', 'sites/Docs.yaml', 'sites/con_.yaml', 'sites/context.yaml', 'sites/docs-2.yaml'],
    'sites/lpt1_.de.yaml',
  ]);
  expect(meaning(declarationOf(load(Object.fromEntries(files))))).toEqual(meaning(declaration));
});
