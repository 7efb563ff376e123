/** Measures that an edit takes time proportional to the size of the file. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { loadDesired } from '../config/memory-files.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { asWanted, edit } from './case-file.ts';

const many = (size: number, make: (at: number) => string) => Array.from({ length: size }, (_, at) => make(at)).join('');

test.each<[string, (size: number) => string]>([
  [
    'in lines, with comments',
    (size) => `spaces:\n${many(size, (at) => `  # c\n  s${at}:\n    title: "S ${at}" # d\n\n`)}`,
  ],
  ['between brackets in one line', (size) => `spaces: { ${many(size, (at) => `s${at}: { title: S ${at} }, `)} }\n`],
  [
    'between brackets in lines',
    (size) => `spaces: {\n${many(size, (at) => `  # c\n  s${at}: { title: S ${at} }, # d\n`)}}\n`,
  ],
  [
    'with aliases',
    (size) => `customFields: { o: { type: text } }
spaces:
  all: { title: All, fields: &all { o: x } }
${many(size, (at) => `  s${at}: { title: S ${at}, fields: *all }\n`)}`,
  ],
])('editing a file takes linear time: %s', async (_, make) => {
  const known = new Map<number, { readonly files: { readonly 'docform.yaml': string }; readonly desired: Desired }>();
  const at = (size: number) => {
    const files = { 'docform.yaml': `version: 1\norganization: acme\n${make(size)}` };
    const made = known.get(size) ?? { files, desired: loadDesired(files) };
    known.set(size, made);
    return made;
  };
  const growth = await growthOf((size) => {
    const { files, desired } = at(size);
    // Removes a third of the spaces, changes another third, and changes the value that all others repeat.
    const resources = desired.resources.flatMap((each, index) => {
      if (each.address === 'spaces/all/fields') return [{ ...each, fields: { values: { o: 'y' } } }];
      if (index % 3 === 1 && each.kind === 'space' && each.key !== 'all' && each.parent === null) return [];
      return index % 3 === 2 && each.kind === 'space'
        ? [{ ...each, fields: { ...each.fields, title: `N ${index}` } }]
        : [each];
    });
    const there = new Set(resources.map(({ address }) => address));
    const kept = resources.filter(({ parent }) => parent === null || there.has(parent));
    expect(edit(files, desired, { ...asWanted(desired), resources: kept }).texts.size).toBe(1);
  }, 150);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
