/** Tests that blocks take over the keys of templates. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { load } from './memory-files.ts';

const head = 'version: 1\norganization: acme\n';
const loaded = (text: string, files: { readonly [file: string]: string } = {}) =>
  load({ 'docform.yaml': head + text, ...files });
const codesIn = (text: string) => loaded(text).problems.map(({ code, message }) => `${code} ${message}`);

test('the keys of a block win over the keys of its template, and maps merge deeply', () => {
  const text = `
templates:
  base: { visibility: unlisted, shareLinks: { reviewers: { name: Reviewers } } }
  docs: { extends: base, title: Docs, structure: [{ space: home }] }
spaces: { home: { title: Home }, other: { title: Other } }
sites:
  one: { extends: docs }
  two: { extends: docs, title: Two, shareLinks: { press: { name: Press } }, structure: [{ space: other }] }
`;
  const same = `
spaces: { home: { title: Home }, other: { title: Other } }
sites:
  one:
    title: Docs
    visibility: unlisted
    shareLinks: { reviewers: { name: Reviewers } }
    structure: [{ space: home }]
  two:
    title: Two
    visibility: unlisted
    shareLinks: { reviewers: { name: Reviewers }, press: { name: Press } }
    structure: [{ space: other }]
`;
  expect(withoutPlaces(loaded(text))).toEqual(withoutPlaces(loaded(same)));
});

test('null in a block clears the value of the template', () => {
  const text = `
templates: { a: { title: Home, collection: product } }
collections: { product: { title: Product } }
spaces: { home: { extends: a, collection: null } }`;
  const home = loaded(text).desired?.resources.find(({ address }) => address === 'spaces/home');
  expect(home?.fields).toMatchObject({ title: 'Home', collection: null });
});

test('templates of an included file can be used, and two templates with one name are an error', () => {
  const parts = { 'a.yaml': 'templates: { a: { title: Home } }\n' };
  expect(loaded('include: [a.yaml]\nspaces: { home: { extends: a } }', parts).problems).toEqual([]);
  const twice = loaded('include: [a.yaml]\ntemplates: { a: { title: Start } }', parts);
  expect(twice.problems.map(({ code }) => code)).toEqual(['E-DUPLICATE-KEY']);
});

test.each([
  [
    'an unknown template',
    'templates: { site: {} }\nspaces: { home: { extends: sites } }',
    'E-TEMPLATE-UNKNOWN unknown template "sites"',
  ],
  [
    'a cycle',
    'templates: { a: { extends: b }, b: { extends: a } }',
    'E-TEMPLATE-CYCLE template a extends itself: a → b → a',
  ],
  ['a template that is not a block', 'templates: { a: [1] }', 'E-TYPE template a must be a block, not a list'],
  ['templates that are not a map', 'templates: [a]', 'E-TYPE templates must be a map of names to blocks, not a list'],
])('%s is an error', (_, text, problem) => {
  expect(codesIn(text)).toContain(problem);
});

test('a problem in a template names the template and a block that extends it', () => {
  const { problems } = loaded('templates:\n  a: { title: Home, emojy: x }\nspaces:\n  home: { extends: a }\n');
  expect(problems).toMatchObject([
    { code: 'E-KEY-UNKNOWN', span: { line: 4 }, related: [{ message: 'extended here', span: { line: 6 } }] },
  ]);
});

test('templates that repeat each other exponentially are refused', () => {
  const levels = Array.from(
    { length: 40 },
    (_, at) => `  t${at}: { x: { extends: t${at + 1} }, y: { extends: t${at + 1} } }`,
  );
  const { problems } = loaded(`templates:\n${levels.join('\n')}\n  t40: {}\n`);
  expect(problems.map(({ code }) => code)).toContain('E-LIMIT-NODES');
});

test('moving any keys of a block to a template does not change the desired state', () => {
  const block = {
    title: 'Docs',
    visibility: 'unlisted',
    shareLinks: { press: { name: 'Press' } },
    structure: [{ space: 'home' }],
  };
  const spaces = { home: { title: 'Home' } };
  const plain = withoutPlaces(loaded(stringify({ spaces, sites: { docs: block } })));
  fc.assert(
    fc.property(fc.subarray(Object.keys(block)), fc.subarray(Object.keys(block)), (inTemplate, inBoth) => {
      const entries = Object.entries(block);
      const template = Object.fromEntries(entries.filter(([key]) => inTemplate.includes(key) || inBoth.includes(key)));
      const own = Object.fromEntries(entries.filter(([key]) => !inTemplate.includes(key) || inBoth.includes(key)));
      const text = stringify({ templates: { t: template }, spaces, sites: { docs: { extends: 't', ...own } } });
      expect(withoutPlaces(loaded(text))).toEqual(plain);
    }),
  );
});

/** Sorted, because keys of templates come first. */
function withoutPlaces({ desired, problems }: ReturnType<typeof loaded>) {
  expect(problems).toEqual([]);
  const plain = JSON.parse(
    JSON.stringify(desired, (key, value) => (/span$|spans$/i.test(key) ? undefined : value)),
  ) as {
    readonly resources: readonly { readonly address: string }[];
    readonly lists: readonly { readonly list: string }[];
  };
  const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        )
      : value;
  return {
    ...plain,
    resources: plain.resources.map((each) => sorted(each) as object).sort(byText),
    lists: plain.lists.map((each) => sorted(each) as object).sort(byText),
  };
}

test('templates that repeat too many values are one problem, and are refused before anything is copied', () => {
  const fields = Array.from({ length: 2_000 }, (_, at) => `f${at}: { title: T${at} }`).join(', ');
  const uses = Array.from({ length: 400 }, (_, at) => `s${at}: { extends: big }`).join(', ');
  const wide = `templates: { big: { ${fields} } }\nspaces: { ${uses} }\nsites: { docs: { title: Docs, structure: [{ space: s1 }] } }`;
  // Each template contains the former one twice: 2 to the power of 60 values.
  const doubling = Array.from(
    { length: 60 },
    (_, at) => `t${at + 1}: { a: { extends: t${at} }, b: { extends: t${at} } }`,
  );
  const deep = `templates: { t0: { x: 1 }, ${doubling.join(', ')} }\nspaces: { home: { title: Home } }`;
  for (const text of [wide, deep])
    expect(codesIn(text)).toEqual(['E-LIMIT-NODES templates are repeated as more than 1000000 values']);
});
