/** Reasons for a level: explained by defaults and roles where possible, and never by an invented grant. */
import { expect, test } from 'vitest';
import type { CollectionFact, Level, SpaceFact } from '../../src/access/facts.ts';
import { defaultAccessOf, explainLevel } from '../../src/access/reason.ts';

const collections = new Map<string, CollectionFact>(
  (
    [
      { id: 'top', title: 'Top', parent: null, defaultLevel: 'inherit' },
      { id: 'read', title: 'Read', parent: 'top', defaultLevel: 'read' },
      { id: 'below', title: 'Below', parent: 'read', defaultLevel: 'inherit' },
      { id: 'shut', title: 'Shut', parent: null, defaultLevel: null },
      { id: 'silent', title: 'Silent', parent: null },
      { id: 'left', title: 'Left', parent: 'right', defaultLevel: 'inherit' },
      { id: 'right', title: 'Right', parent: 'left', defaultLevel: 'inherit' },
    ] satisfies CollectionFact[]
  ).map((each) => [each.id, each]),
);

function space(defaultLevel: Level | null | undefined, parent: string | null = null): SpaceFact {
  return { id: 's', title: 'S', parent, ...(defaultLevel === undefined ? {} : { defaultLevel }) };
}

test.each([
  ['at the top level', space('inherit'), { by: 'organization' }],
  ['in a collection without a default', space('inherit', 'top'), { by: 'organization' }],
  ['in a collection with a default', space('inherit', 'read'), { by: 'collection', collection: 'read', level: 'read' }],
  [
    'in a child of a collection with a default',
    space('inherit', 'below'),
    { by: 'collection', collection: 'read', level: 'read' },
  ],
  ['with a default of its own', space('edit', 'read'), { by: 'space', level: 'edit' }],
  ['closed', space(null, 'read'), { by: 'closed' }],
  ['closed by its collection', space('inherit', 'shut'), { by: 'closed', collection: 'shut' }],
  ['in a collection that was not read', space('inherit', 'elsewhere'), { by: 'unseen' }],
  ['in a collection with an unknown default', space('inherit', 'silent'), { by: 'unseen' }],
  ['with an unknown default', space(undefined), { by: 'unseen' }],
  ['in collections with a cycle', space('inherit', 'left'), { by: 'unseen' }],
])('the default level is resolved for a space %s', (_, declared, opening) => {
  expect(defaultAccessOf(declared, collections)).toEqual(opening);
});

const inherited = { by: 'organization' } as const;
const byDefault = { by: 'space', level: 'read' } as const;
const closed = { by: 'closed' } as const;

test.each([
  ['an admin', 'admin', 'admin', closed, 'admin'],
  ['a role that is inherited', 'edit', 'edit', inherited, 'organization'],
  ['a default', 'edit', 'read', byDefault, 'space'],
  ['a default that equals the role', 'read', 'read', byDefault, 'space'],
  ['a role above the default', 'edit', 'edit', byDefault, 'role-or-grant'],
  ['a closed space, even at the level of the role', 'edit', 'edit', closed, 'grant'],
  ['a level above role and default', 'read', 'create', byDefault, 'grant'],
  ['a level below the inherited role', 'edit', 'comment', inherited, 'grant'],
  ['a guest, even at the level of the default', null, 'read', byDefault, 'grant'],
  ['a default that was not read', 'edit', 'edit', { by: 'unseen' }, 'unseen'],
  ['an unknown role', undefined, 'read', byDefault, 'unseen'],
  ['an admin with a lower level', 'admin', 'read', inherited, 'grant'],
] as const)('the reason for a level is found for %s', (_, role, level, opening, reason) => {
  expect(explainLevel(role, level, opening)).toBe(reason);
});
