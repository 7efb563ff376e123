/** A file with a bound adds resources inside of it, and changes nothing else of the desired state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileAddressPattern } from '../../src/core/address.ts';
import { load, loadDesired } from './memory-files.ts';

const main = `version: 1
organization: acme
include:
  - { files: "part/*.yaml", within: [sites/p-*, spaces/p-*, spaces/e*] }
  - "**/*.yaml"
vars: { key: x }
templates: { page: { title: Page }, all: { taken: { title: Taken } } }
spaces: { shared: { title: Shared, collection: c } }
collections: { c: { title: C } }
sites: { docs: { title: Docs, visibility: unlisted, structure: [{ space: shared }] } }
members: { ada@acme.com: { role: admin } }
settings: { title: Acme }
policy: { prune: owned }
`;

function desiredWith(part: string) {
  return load({ 'docform.yaml': main, 'part/a.yaml': part }).desired;
}

const block = fc.constantFrom(
  '{ title: Mine }',
  '{ title: Shared }',
  '{ extends: page }',
  '{ external: { title: Changelog } }',
  '{ id: aaaaaaaaaaaaaaaaaaaa, title: Pin }',
  '{ title: In, collection: c }',
  '{ title: Copy, copyOf: shared }',
  '{ title: Portal, visibility: unlisted, structure: [{ space: shared }] }',
  '{ prune: all }',
  'all',
  '{}',
);
const key = fc.constantFrom(
  'p-a',
  'p-b',
  'shared',
  'docs',
  'c',
  'new',
  'extends',
  `"p-$\{vars.key}"`,
  'ada@acme.com',
  'title',
);
const segment = fc.constantFrom(
  'spaces',
  'sites',
  'collections',
  'teams',
  'members',
  'settings',
  'policy',
  'templates',
);
const lines = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('spaces', 'sites'), fc.constantFrom('p-a', 'p-b', 'taken'), block) },
  { weight: 2, arbitrary: fc.tuple(segment, key, block) },
);
const fixed = fc.constantFrom(
  'policy: { maxDeletes: 1 }',
  'spaces: { extends: all }',
  'policy: { prune: all, protect: [] }',
  'moved: [{ from: spaces/old, to: spaces/p-a }]',
  'drift: { ignore: [{ address: sites/docs, reason: None }] }',
  'templates: { page: { title: Other } }',
  'name: other',
  'teams: {}',
  'settings: { hostname: docs.example.com }',
  'order: [shared]',
);

test('a valid file with a bound changes no resource, list, order or setting outside of the bound', () => {
  const isInside = (address: string) =>
    ['sites/p-**', 'spaces/p-**', 'spaces/e**'].some((each) => compileAddressPattern(each)(address));
  const without = loadDesired({ 'docform.yaml': main, 'part/a.yaml': 'version: 1\n' });
  const outside = ({ resources, orders, lists, ...rest }: typeof without) => ({
    rest: JSON.stringify(rest),
    resources: resources.filter(({ address, isExternal }) => !isExternal && !isInside(address)),
    orders: Object.entries(orders).filter(([address]) => !isInside(address)),
    lists: lists.filter(({ list }) => !isInside(list)),
  });
  let valid = 0;
  const part = fc.tuple(
    fc.uniqueArray(lines, { maxLength: 4, selector: ([list]) => list }),
    fc.option(fixed, { freq: 4 }),
  );
  fc.assert(
    fc.property(part, ([blocks, setting]) => {
      const text = [...blocks.map(([list, name, body]) => `${list}: { ${name}: ${body} }`), setting ?? ''].join('\n');
      const desired = desiredWith(text);
      if (desired === undefined) return;
      if (desired.resources.some(({ address }) => isInside(address))) valid += 1;
      expect(outside(desired), text).toEqual(outside(without));
    }),
    { numRuns: 1000 },
  );
  expect(valid).toBeGreaterThan(20);
});
