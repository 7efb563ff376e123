/** Entries of `moved` lead on from one to the next, as a resource may be renamed twice before a ledger hears of it. */
import { expect, test } from 'vitest';
import { head, load, loadDesired } from './memory-files.ts';

function moves(moved: string): readonly string[] {
  const text = `${head}teams: { c: { title: C } }\nsites: { main: { title: Main, shareLinks: { x: { name: X } } } }\nmoved:\n${moved}`;
  return loadDesired(text).moved.map(({ from, to }) => `${from} ${to}`);
}

test('one name after the other leads to the last', () => {
  const chain = '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/c }\n';
  expect(moves(chain)).toEqual(['teams/a teams/c', 'teams/b teams/c']);
});

test('the order of the entries does not count', () => {
  const chain = '  - { from: teams/b, to: teams/c }\n  - { from: teams/a, to: teams/b }\n';
  expect(moves(chain)).toEqual(['teams/b teams/c', 'teams/a teams/c']);
});

test('what stood in something that was renamed later goes along', () => {
  const chain = '  - { from: sites/docs/shareLinks/y, to: sites/docs/shareLinks/x }\n  - { from: sites/docs, to: sites/main }\n';
  expect(moves(chain)).toEqual(['sites/docs/shareLinks/y sites/main/shareLinks/x', 'sites/docs sites/main']);
});

test.each([
  ['a circle', '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/a }\n', ['E-MOVED-TO', 'E-MOVED-TO']],
  ['an end that is not declared', '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/d }\n', ['E-MOVED-TO', 'E-MOVED-TO']],
  [
    'a way through what is declared',
    '  - { from: teams/a, to: teams/c }\n  - { from: teams/c, to: teams/d }\n',
    ['E-MOVED-TO', 'E-MOVED-TO', 'E-MOVED-FROM'],
  ],
])('%s is a problem', (_, moved, codes) => {
  const { problems } = load(`${head}teams: { c: { title: C } }\nmoved:\n${moved}`);
  expect(problems.map(({ code }) => code).sort()).toEqual([...codes].sort());
});
