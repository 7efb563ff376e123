/** Why somebody has a level: as far as defaults and roles explain it, and never an invented grant. */
import { expect, test } from 'vitest';
import type { CollectionFact, Level, SpaceFact } from '../../src/access/facts.ts';
import { openingOf, reasonOf } from '../../src/access/reason.ts';

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
  ['in a collection that inherits as well', space('inherit', 'top'), { by: 'organization' }],
  ['in one with a default', space('inherit', 'read'), { by: 'collection', collection: 'read', level: 'read' }],
  ['further down', space('inherit', 'below'), { by: 'collection', collection: 'read', level: 'read' }],
  ['with a default of its own', space('edit', 'read'), { by: 'space', level: 'edit' }],
  ['closed', space(null, 'read'), { by: 'closed' }],
  ['closed by its collection', space('inherit', 'shut'), { by: 'closed', collection: 'shut' }],
  ['in a collection that is not shown', space('inherit', 'elsewhere'), { by: 'unseen' }],
  ['in a collection that says nothing', space('inherit', 'silent'), { by: 'unseen' }],
  ['that says nothing', space(undefined), { by: 'unseen' }],
  ['in collections that go round', space('inherit', 'left'), { by: 'unseen' }],
])('a space %s', (_, declared, opening) => {
  expect(openingOf(declared, collections)).toEqual(opening);
});

const inherited = { by: 'organization' } as const;
const byDefault = { by: 'space', level: 'read' } as const;
const closed = { by: 'closed' } as const;

test.each([
  ['an admin', 'admin', 'admin', closed, 'admin'],
  ['a role that is inherited', 'edit', 'edit', inherited, 'organization'],
  ['a default', 'edit', 'read', byDefault, 'space'],
  ['a default that is the role as well', 'read', 'read', byDefault, 'space'],
  ['the role where a default says less', 'edit', 'edit', byDefault, 'role-or-grant'],
  ['a closed space, even at the level of the role', 'edit', 'edit', closed, 'grant'],
  ['more than role and default', 'read', 'create', byDefault, 'grant'],
  ['less than the role, inherited', 'edit', 'comment', inherited, 'grant'],
  ['a guest, even at the level of the default', null, 'read', byDefault, 'grant'],
  ['a default that was not read', 'edit', 'edit', { by: 'unseen' }, 'unseen'],
  ['a role that was not told', undefined, 'read', byDefault, 'unseen'],
  ['an admin who is told less', 'admin', 'read', inherited, 'grant'],
] as const)('%s', (_, role, level, opening, reason) => {
  expect(reasonOf(role, level, opening)).toBe(reason);
});
