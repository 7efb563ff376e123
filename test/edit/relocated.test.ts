/** A block that moves to another file declares the same in any style, keeps its comments, and can be moved back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import type { DesiredResource } from '../../src/core/state.ts';
import { relocated } from '../../src/edit/rewrite/carried.ts';
import { differences } from '../../src/edit/rewrite/difference.ts';
import { commentsIn, EditRefusal } from '../../src/edit/yaml/source-file.ts';
import { createRenaming } from '../../src/kinds/declaration/rename.ts';
import { shapes } from '../../src/kinds/index.ts';
import { head, loadDesired } from '../config/memory-files.ts';
import { drawn } from '../laws/draw.ts';
import { settings } from '../laws/law.ts';
import { asWanted } from './case-file.ts';
import { drawConfiguration } from './drawn-configuration.ts';
import { drawText } from './drawn-text.ts';

type Files = { readonly [path: string]: string };

const texts = drawn((draw) => ({ drawnText: drawText(draw, drawConfiguration(draw)), which: draw.count(0, 999) }));

/** With a second file, which can be empty. */
function twoFiles(files: Files): Files {
  const { 'docform.yaml': main = '', 'more.yaml': more } = files;
  if (more !== undefined) return files;
  return { 'docform.yaml': main.replace(/organization: acme(\r?\n)/, '$&include: [more.yaml]$1'), 'more.yaml': '' };
}

function moved(files: Files, resources: readonly DesiredResource[], file: string): Files {
  return { ...files, ...Object.fromEntries(relocated(new Map(Object.entries(files)), resources, file)) };
}

function expectSame(files: Files, after: Files): void {
  const [before, found] = [loadDesired(files), loadDesired(after)];
  const renaming = createRenaming([], shapes);
  expect(differences({ found, before, after: asWanted(before), refused: [], renaming, shapes })).toEqual([]);
  expect(commentsOf(after)).toEqual(commentsOf(files));
}

const commentsOf = (files: Files) => Object.values(files).flatMap(commentsIn).sort();

/** In any order, because the block becomes the last one of its list, and without layout inside of brackets. */
const linesOf = (files: Files) =>
  Object.values(files)
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.replace(/[\s,]/g, ''))
    .filter((line) => line !== '')
    .sort();

test('a moved block declares the same, and moving it back restores its lines', () => {
  const seen = { moved: 0, refused: 0, restored: 0 };
  fc.assert(
    fc.property(texts, ({ drawnText, which }) => {
      const files = twoFiles(drawnText.files);
      const isBlock = ({ parent, kind, isExternal }: DesiredResource) =>
        parent === null && !isExternal && shapes.get(kind)?.singleton !== true;
      const blocks = loadDesired(files).resources.filter(isBlock);
      const chosen = blocks[which % blocks.length];
      if (chosen === undefined) return;
      const { file } = chosen.span;
      const target = file === 'more.yaml' ? 'docform.yaml' : 'more.yaml';
      let after: Files;
      try {
        after = moved(files, [chosen], target);
      } catch (error) {
        expect(error).toBeInstanceOf(EditRefusal);
        expect(drawnText.files[file]).toMatch(/[&*]a\d/);
        seen.refused += 1;
        return;
      }
      seen.moved += 1;
      expectSame(files, after);
      const now = loadDesired(after).resources.filter(({ address }) => address === chosen.address);
      expect(now.map(({ span }) => span.file)).toEqual([target]);
      const back = moved(after, now, file);
      expectSame(files, back);
      if (JSON.stringify(linesOf(back)) === JSON.stringify(linesOf(files))) seen.restored += 1;
    }),
    settings(100),
  );
  // Brackets over several lines, and lists on one line, get another layout.
  expect(seen.restored).toBeGreaterThan(seen.moved * 0.6);
  expect(seen.moved).toBeGreaterThan((seen.moved + seen.refused) * 0.75);
  expect(seen.refused).toBeGreaterThan(0);
});

const spaces = (files: Files) => loadDesired(files).resources.filter(({ address }) => address === 'spaces/home');

test.each([
  ['an anchor', `${head}include: [more.yaml]\nspaces: { home: { title: &t Home } }\nteams: { t: { title: *t } }\n`, ''],
  ['an alias', `${head}include: [more.yaml]\nteams: { t: { title: &t Home } }\nspaces: { home: { title: *t } }\n`, ''],
  [
    'a list that is an alias in the other file',
    `${head}include: [more.yaml]\nspaces: { home: {} }\n`,
    'teams: &none {}\nspaces: *none\n',
  ],
])('a move refuses %s', (_, main, more) => {
  const files = { 'docform.yaml': main, 'more.yaml': more };
  expect(() => moved(files, spaces(files), 'more.yaml')).toThrow(EditRefusal);
});

test('the last block takes all comments of its list, and leaves no empty list or file behind', () => {
  const main = `${head}include: [more.yaml]\n`;
  const more = 'spaces:\n  # Ours.\n\n  # Start page.\n  home: { title: Home } # public\n';
  const files = { 'docform.yaml': main, 'more.yaml': more };
  const after = moved(files, spaces(files), 'docform.yaml');
  expect(after).toEqual({ 'docform.yaml': main + more, 'more.yaml': '' });
  expect(moved(after, spaces(after), 'more.yaml')).toEqual(files);
});
