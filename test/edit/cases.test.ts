/** Runs every case: the files are as expected, have the intended declaration, and can be edited back. */
import { describe, expect, test } from 'vitest';
import { loadDesired } from '../config/memory-files.ts';
import { asWanted, edit, faults, readCases } from './case-file.ts';

const cases = readCases();

test('the folder contains at least 40 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
});

describe.each(cases)('$name', ({ before, after, desired, wanted, renamed, refused }) => {
  const edited = edit(before, desired, wanted, renamed);

  test('the edited files are as expected', () => {
    expect(edited.files).toEqual(after);
    expect(
      Object.fromEntries(
        edited.refused.map(({ address, field, reason }) => [
          field === undefined ? address : `${address}: ${field}`,
          reason,
        ]),
      ),
    ).toEqual(refused);
  });

  test('the edited files declare the intended resources', () => {
    expect(faults(edited, desired, wanted, renamed)).toEqual([]);
  });

  test('the edit can be reverted, and an edit without changes leaves the files unchanged', () => {
    const now = loadDesired(edited.files);
    const back = renamed.map(({ from, to }) => ({ from: to, to: from }));
    const original = asWanted(desired);
    expect(faults(edit(edited.files, now, original, back), now, original, back)).toEqual([]);
    expect([...edit(before, desired, asWanted(desired)).texts.keys()]).toEqual([]);
  });
});
