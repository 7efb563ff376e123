/** Entries of `moved` form chains, because a resource can be renamed twice before a ledger is updated. */
import { expect, test } from 'vitest';
import { shapes } from '../../src/kinds/index.ts';
import { resolveRenames } from '../../src/kinds/renames.ts';
import { head, load, loadDesired } from './memory-files.ts';

function moves(moved: string): readonly string[] {
  const text = `${head}teams: { c: { title: C } }\nsites: { main: { title: Main, shareLinks: { x: { name: X } } } }\nmoved:\n${moved}`;
  return resolveRenames(loadDesired(text).moved, shapes).entries.map(({ from, now }) => `${from} ${now}`);
}

test('a chain of entries leads to the last name', () => {
  const chain = '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/c }\n';
  expect(moves(chain)).toEqual(['teams/a teams/c', 'teams/b teams/c']);
});

test('the order of the entries does not matter', () => {
  const chain = '  - { from: teams/b, to: teams/c }\n  - { from: teams/a, to: teams/b }\n';
  expect(moves(chain)).toEqual(['teams/b teams/c', 'teams/a teams/c']);
});

test('a child moves with a parent that was renamed later', () => {
  const chain =
    '  - { from: sites/docs/shareLinks/y, to: sites/docs/shareLinks/x }\n  - { from: sites/docs, to: sites/main }\n';
  expect(moves(chain)).toEqual(['sites/main/shareLinks/y sites/main/shareLinks/x', 'sites/docs sites/main']);
});

test.each([
  ['its first name', 'sites/docs'],
  ['a name in between', 'sites/help'],
  ['its name of today', 'sites/main'],
])('a child of a renamed resource is named by %s, in any order of the entries', (_, site) => {
  const nested = `  - { from: ${site}/shareLinks/y, to: ${site}/shareLinks/x }\n`;
  const outer = '  - { from: sites/docs, to: sites/help }\n  - { from: sites/help, to: sites/main }\n';
  for (const chain of [nested + outer, outer + nested])
    expect(moves(chain)).toContain('sites/main/shareLinks/y sites/main/shareLinks/x');
});

test('two entries can lead to one address, because a ledger can contain either', () => {
  const both = '  - { from: teams/a, to: teams/c }\n  - { from: teams/b, to: teams/c }\n';
  expect(moves(both)).toEqual(['teams/a teams/c', 'teams/b teams/c']);
});

test('two resources can swap names if each entry is marked as reused', () => {
  const text = (entries: string) => `${head}teams: { a: { title: A }, b: { title: B } }\nmoved:\n${entries}`;
  const swap = '  - { from: teams/a, to: teams/b, reused: true }\n  - { from: teams/b, to: teams/a, reused: true }\n';
  const { entries } = resolveRenames(loadDesired(text(swap)).moved, shapes);
  expect(entries.map(({ from, now }) => `${from} ${now}`)).toEqual(['teams/a teams/b', 'teams/b teams/a']);
  const codes = load(text(swap.replaceAll(', reused: true', ''))).problems.map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['E-MOVED-TO', 'E-MOVED-FROM']));
});

test('four thousand chained names take no longer for each entry than a few', () => {
  let reads = 0;
  const counted = new Map(shapes);
  counted.get = (kind) => {
    reads += 1;
    return shapes.get(kind);
  };
  const chain = (length: number) =>
    Array.from({ length }, (_, at) => ({ from: `teams/t${at}`, to: `teams/t${at + 1}` }));
  const cost = (length: number) => {
    reads = 0;
    const { entries } = resolveRenames(chain(length), counted);
    expect(entries.every(({ now }) => now === `teams/t${length}`)).toBe(true);
    return reads;
  };
  expect(cost(4000)).toBeLessThan(cost(40) * 150);
});

test.each([
  ['a cycle', '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/a }\n', ['E-MOVED-TO', 'E-MOVED-TO']],
  [
    'an undeclared end of a chain',
    '  - { from: teams/a, to: teams/b }\n  - { from: teams/b, to: teams/d }\n',
    ['E-MOVED-TO', 'E-MOVED-TO'],
  ],
  [
    'a chain through a declared resource',
    '  - { from: teams/a, to: teams/c }\n  - { from: teams/c, to: teams/d }\n',
    ['E-MOVED-TO', 'E-MOVED-TO', 'E-MOVED-FROM'],
  ],
])('%s is a problem', (_, moved, codes) => {
  const { problems } = load(`${head}teams: { c: { title: C } }\nmoved:\n${moved}`);
  expect(problems.map(({ code }) => code).sort()).toEqual([...codes].sort());
});
