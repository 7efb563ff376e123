/** The order of a site's parts, derived from lists. */
import { expect, test } from 'vitest';
import { ordersOfSite } from '../../src/remote/live/site-structure.ts';

/** `a` at the root, `a:g` in group g. */
function rootOrder(sections: readonly string[], groups: readonly string[] | undefined) {
  const parsed = sections.map((text) => {
    const [id = '', group = null] = text.split(':');
    return { id, group };
  });
  return ordersOfSite('site', parsed, groups, []);
}

test('sections and groups form one run if the members of each group are adjacent', () => {
  expect(rootOrder(['a', 'b:g', 'c:g', 'd', 'e:h'], ['h', 'g'])).toEqual({
    site: [['a', 'g', 'd', 'h']],
    g: [['b', 'c']],
    h: [['e']],
  });
  expect(rootOrder(['a', 'b'], [])).toEqual({ site: [['a', 'b']] });
});

test('an empty group has a run of its own', () => {
  expect(rootOrder(['a', 'b:g'], ['g', 'h'])).toEqual({ site: [['a', 'g'], ['h']], g: [['b']], h: [] });
});

test('if the members of a group are scattered, the list shows no order', () => {
  expect(rootOrder(['a:g', 'b', 'c:g'], ['g'])).toEqual({ site: [], g: [] });
});

test('without groups, only root sections are ordered', () => {
  expect(rootOrder(['a', 'b:g', 'c'], undefined)).toEqual({ site: [['a', 'c']] });
});

test('site-spaces are ordered in their containers', () => {
  const siteSpaces = [
    { id: '1', parentId: 'a' },
    { id: '2', parentId: 'b' },
    { id: '3', parentId: 'a' },
  ];
  expect(ordersOfSite('site', [], [], [siteSpaces])).toEqual({ site: [], a: [['1', '3']], b: [['2']] });
  expect(ordersOfSite('site', [], [], [[{ id: '1', parentId: 'site' }]])).toEqual({ site: [['1']] });
});
