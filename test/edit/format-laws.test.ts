/** For any style, formatting is stable and keeps the meaning, and texts that docform writes are already formatted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import { parseAllDocuments } from 'yaml';
import { composeConfiguration } from '../../src/edit/compose/compose.ts';
import { configurationText } from '../../src/edit/compose/configuration-files.ts';
import { formatOrder, formatText } from '../../src/edit/format.ts';
import { meaningOf } from '../../src/edit/yaml/source-file.ts';
import { shapes } from '../../src/kinds/index.ts';
import { configurationDigest } from '../../src/plan/approval/configuration-digest.ts';
import { load, loadDesired } from '../config/memory-files.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { type Draw, drawn } from '../laws/draw.ts';
import { settings } from '../laws/law.ts';
import { drawOutline } from '../laws/outline.ts';
import { seedTexts } from '../support/seed-texts.ts';
import { drawConfiguration } from './drawn-configuration.ts';
import { drawText } from './drawn-text.ts';
import { strewnText, withOddLines } from './odd-lines.ts';

const order = formatOrder(shapes);

function textsBelow(directory: string): readonly (readonly [string, string])[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
  return names.sort().map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
}

function formatted(text: string): string {
  const result = formatText(text, order);
  if ('refused' in result) throw new Error(`${result.refused}:\n${text}`);
  return result.text;
}

/** The data as another parser reads it, without comments. */
function dataOf(text: string): unknown {
  const documents = parseAllDocuments(text, { version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  return (documents as readonly { toJS: (options: object) => unknown }[]).map((document) =>
    document.toJS({ maxAliasCount: 200 }),
  );
}

function expectSame(text: string): void {
  const after = formatted(text);
  expect(formatted(after)).toBe(after);
  expect(meaningOf(after)).toBe(meaningOf(text));
  expect(dataOf(after)).toEqual(dataOf(text));
  expect(after).not.toMatch(/^\n|\n\n$/);
}

const examples = textsBelow('examples').filter(([name]) => !name.startsWith('pipelines/'));

test.each(examples)('examples/%s has the canonical layout', (_, text) => {
  expect(formatted(text)).toBe(text);
});

test.each(['small', 'medium'] as const)(
  'the configuration that the seed %s is written as has the canonical layout',
  async (seed) => {
    for (const [path, text] of await seedTexts(seed, 1)) if (path.endsWith('.yaml')) expect(formatted(text)).toBe(text);
  },
);

test('every case has the same meaning after formatting', () => {
  const cases = textsBelow('test/cases');
  expect(cases.length).toBeGreaterThan(300);
  for (const [, text] of cases) expectSame(text.replace(/\n{2,}$/, '\n'));
});

test('formatting keeps the problems of invalid configurations', () => {
  const invalid = textsBelow('test/invalid').filter(([name]) => !/^(yaml|depth|alias|size)/.test(name));
  expect(invalid.length).toBeGreaterThan(25);
  for (const [, text] of invalid) {
    expectSame(text);
    const codes = (source: string) =>
      load({ 'docform.yaml': source })
        .problems.map(({ code }) => code)
        .sort();
    expect(codes(formatted(text))).toEqual(codes(text));
  }
});

test('configurations in any style declare the same resources after formatting', () => {
  const texts = drawn((draw) => drawText(draw, drawConfiguration(draw)));
  fc.assert(
    fc.property(texts, ({ files }) => {
      const after = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, formatted(text)]));
      for (const text of Object.values(after)) expect(formatted(text)).toBe(text);
      const digest = (each: typeof files) => configurationDigest(loadDesired(each), shapes.keys());
      expect(digest(after)).toBe(digest(files));
    }),
    settings(10),
  );
});

test('comments, empty lines and spaces can be anywhere', () => {
  const texts = [...textsBelow('test/cases/section'), ...examples].map(([, text]) => text);
  const disturbedTexts = drawn((draw) => disturbed(draw, draw.pick(texts)));
  let valid = 0;
  fc.assert(
    fc.property(disturbedTexts, (text) => {
      if (meaningOf(text) === undefined) return;
      valid += 1;
      expectSame(text);
    }),
    { numRuns: 60 },
  );
  expect(valid).toBeGreaterThan(30);
});

test('valid YAML is never refused, with comments and empty lines at any place', () => {
  let valid = 0;
  fc.assert(
    fc.property(drawn(strewnText), (text) => {
      if (meaningOf(text) === undefined) return;
      valid += 1;
      expectSame(text);
    }),
    { numRuns: 800 },
  );
  expect(valid).toBeGreaterThan(600);
});

test('rare YAML syntax is formatted', () => {
  const texts = drawn((draw) =>
    withOddLines(draw, drawText(draw, drawConfiguration(draw)).files['docform.yaml'] ?? ''),
  );
  let valid = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (meaningOf(text) === undefined) return;
      valid += 1;
      expectSame(text);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect(valid).toBeGreaterThan(20);
});

/** Mistakes of quick manual edits. */
function disturbed(draw: Draw, text: string): string {
  const lines = text.trimEnd().split('\n');
  for (const change of draw.some(
    ['comment', 'deep comment', 'aside', 'empty', 'empties', 'spaces', 'in brackets'],
    1,
  )) {
    const at = lines.indexOf(draw.pick(lines));
    const line = lines[at] ?? '';
    if (change === 'comment') lines.splice(at, 0, '# own');
    else if (change === 'deep comment') lines.splice(at, 0, `${' '.repeat(draw.pick([1, 2, 3, 4, 7]))}# deep`);
    else if (change === 'aside') lines[at] = `${line}  # aside`;
    else if (change === 'empty') lines.splice(at, 0, '');
    else if (change === 'empties') lines.splice(at, 0, '', ' ', '');
    else if (change === 'spaces') lines[at] = `${line}   `;
    else lines[at] = line.replace(/([[{,]) /, (_, sign: string) => `${sign} # in\n          `);
  }
  return `${lines.join('\n')}\n`;
}

test('composed configurations have the canonical layout', () => {
  const outlines = drawn((draw) => drawOutline(draw));
  fc.assert(
    fc.property(outlines, (outline) => {
      const { resources, orders, lists } = desiredOf(outline, 'acme', { home: 'id-home', notes: 'id-notes' });
      const declaration = { resources, orders, lists: lists.map(({ list }) => list) };
      const blocks = { version: 1, organization: 'acme', ...composeConfiguration(declaration, shapes) };
      const text = configurationText({ blocks, shapes, comment: ['Brought in.'] });
      expect(formatted(text)).toBe(text);
    }),
    settings(10),
  );
});
