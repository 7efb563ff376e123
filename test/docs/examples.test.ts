/** The examples of the pages are what they say they are. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { load } from '../config/memory-files.ts';
import { readCase } from '../support/case.ts';
import { blocksOf, pageAt } from './pages.ts';

test('test/README.md shows a case that is one, and an invalid file with the problems that it names', () => {
  const [shownCase = '', invalid = ''] = blocksOf(pageAt('test/README.md'), 'yaml');
  const { live, ledger, desired, plan, requests } = readCase('team/title-changes');
  expect(parse(shownCase)).toEqual({ live, ledger, desired, plan, requests });
  const named = [...invalid.matchAll(/E-[A-Z-]+/g)].map(([code]) => code);
  expect(
    load(invalid)
      .problems.map(({ code }) => code)
      .sort(),
  ).toEqual(named.sort());
});
