/** For any style and change, edited files have the intended declaration, and keep the other text. */
import fc, { type Parameters } from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import { composeBlock } from '../../src/edit/compose/compose.ts';
import type { Wanted } from '../../src/edit/rewrite/rewrite.ts';
import { unifiedDiff } from '../../src/edit/text-diff.ts';
import { meaningOf } from '../../src/edit/yaml/source-file.ts';
import { renameInDeclaration } from '../../src/kinds/declaration/rename.ts';
import { shapes } from '../../src/kinds/index.ts';
import { load, loadDesired } from '../config/memory-files.ts';
import { drawn } from '../laws/draw.ts';
import { settings } from '../laws/law.ts';
import { asWanted, edit, faults } from './case-file.ts';
import { type Data, drawConfiguration, drawConfigurations, withVariables } from './drawn-configuration.ts';
import { drawText } from './drawn-text.ts';
import { withOddLines } from './odd-lines.ts';

const pairs = drawn((draw) => {
  const { before, after } = drawConfigurations(draw);
  return { before, text: drawText(draw, before), after, which: draw.count(0, 999) };
});
// Shrinking a whole configuration takes minutes, and the first counterexample is as informative.
const options = <T>(runs: number): Parameters<T> => ({ ...settings<T>(runs), endOnFailure: true });

/** The value of a text: `$${` is a literal `${`. */
function asSaid(value: Data[string]): unknown {
  return typeof value === 'string' ? value.replaceAll('$${', '${') : value;
}

function asJson(data: Data): { readonly 'docform.yaml': string } {
  return { 'docform.yaml': JSON.stringify({ version: 1, organization: 'acme', ...data }) };
}

function withoutEmptyLines(texts: { readonly [path: string]: string }): string {
  return Object.values(texts)
    .join('\n')
    .replace(/(\r?\n)(?:[ \t]*\r?\n)+/g, '$1');
}

function blockIn(declaration: Wanted, address: string): string {
  return JSON.stringify(composeBlock(declaration, address, shapes));
}

test('an edit without changes leaves files in any style unchanged', () => {
  fc.assert(
    fc.property(pairs, ({ before, text }) => {
      expect(load(text.files).problems).toEqual([]);
      const edited = edit(text.files, loadDesired(text.files), asWanted(loadDesired(asJson(before))));
      expect(edited.refused).toEqual([]);
      expect([...edited.texts.values()]).toEqual([]);
    }),
    options(25),
  );
});

test('edited files have the intended declaration, keep unchanged lines, and can be edited back', () => {
  fc.assert(
    fc.property(pairs, ({ text, after }) => {
      const desired = loadDesired(text.files);
      const original = asWanted(desired);
      const wanted = asWanted(loadDesired(asJson(after)));
      const edited = edit(text.files, desired, wanted);
      expect(edited.refused).toEqual([]);
      expect(faults(edited, desired, wanted)).toEqual([]);
      const there = new Set(wanted.resources.map(({ address }) => address));
      const same = [...text.chunks].filter(
        ([address]) => there.has(address) && blockIn(wanted, address) === blockIn(original, address),
      );
      const whole = withoutEmptyLines(edited.files);
      expect(same.filter(([, lines]) => !whole.includes(lines))).toEqual([]);
      const now = loadDesired(edited.files);
      const back = edit(edited.files, now, original);
      expect(back.refused).toEqual([]);
      expect(faults(back, now, original)).toEqual([]);
    }),
    options(25),
  );
});

test('an edit of one field changes one line', () => {
  fc.assert(
    fc.property(pairs, ({ text, which }) => {
      const desired = loadDesired(text.files);
      const titled = desired.resources.filter(({ fields }) => typeof fields.title === 'string');
      const chosen = titled[which % titled.length];
      if (chosen === undefined || JSON.stringify(text.files).includes(' &')) return;
      const resources = desired.resources.map((each) =>
        each === chosen ? { ...each, fields: { ...each.fields, title: 'Another' } } : each,
      );
      const edited = edit(text.files, desired, { ...asWanted(desired), resources });
      const diff = unifiedDiff(new Map(Object.entries(text.files)), new Map(Object.entries(edited.files)));
      expect(diff.split('\n').filter((line) => /^[+-](?![+-])/.test(line))).toHaveLength(2);
      expect(edited.refused).toEqual([]);
    }),
    options(40),
  );
});

test('an edit of one field keeps all variables in other fields', () => {
  const texts = drawn((draw) => {
    const data = withVariables(draw, drawConfiguration(draw));
    return {
      text: drawText(draw, data),
      which: draw.count(0, 999),
      held: Object.values(data.vars as Data).map(asSaid),
    };
  });
  let edits = 0;
  fc.assert(
    fc.property(texts, ({ text, which, held }) => {
      const desired = loadDesired(text.files);
      const titled = desired.resources.filter(
        ({ fields }) => typeof fields.title === 'string' && !held.includes(fields.title),
      );
      const chosen = titled[which % titled.length];
      if (chosen === undefined || JSON.stringify(text.files).includes(' &')) return;
      const wanted = asWanted({
        ...desired,
        resources: desired.resources.map((each) =>
          each === chosen ? { ...each, fields: { ...each.fields, title: 'Another' } } : each,
        ),
      });
      const edited = edit(text.files, desired, wanted);
      edits += 1;
      expect(edited.refused).toEqual([]);
      expect(faults(edited, desired, wanted)).toEqual([]);
      const diff = unifiedDiff(new Map(Object.entries(text.files)), new Map(Object.entries(edited.files)));
      expect(diff.split('\n').filter((line) => /^[+-](?![+-])/.test(line))).toHaveLength(2);
    }),
    options(60),
  );
  expect(edits).toBeGreaterThan(20);
});

test('a key can be renamed everywhere, and back', () => {
  fc.assert(
    fc.property(pairs, ({ text, which }) => {
      const desired = loadDesired(text.files);
      const free = desired.resources.filter(
        ({ kind }) => shapes.get(kind)?.key === 'name' && !shapes.get(kind)?.singleton,
      );
      const from = free[which % free.length]?.address ?? '';
      const to = `${from.slice(0, from.lastIndexOf('/'))}/fresh`;
      const wanted = renameInDeclaration({ desired, shapes, from, to });
      const edited = edit(text.files, desired, wanted, [{ from, to }]);
      expect(edited.refused).toEqual([]);
      expect(faults(edited, desired, wanted, [{ from, to }])).toEqual([]);
      const now = loadDesired(edited.files);
      const original = renameInDeclaration({ desired: now, shapes, from: to, to: from });
      const back = edit(edited.files, now, original, [{ from: to, to: from }]);
      expect(faults(back, now, original, [{ from: to, to: from }])).toEqual([]);
    }),
    options(25),
  );
});

test('rare YAML syntax can be edited', () => {
  const oddPairs = drawn((draw) => {
    const { before, after } = drawConfigurations(draw);
    const { files } = drawText(draw, before);
    const odd = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withOddLines(draw, text)]));
    return { odd, after };
  });
  let valid = 0;
  fc.assert(
    fc.property(oddPairs, ({ odd, after }) => {
      const { desired } = load(odd);
      if (desired === undefined) return;
      valid += 1;
      expect([...edit(odd, desired, asWanted(desired)).texts.keys()]).toEqual([]);
      const wanted = asWanted(loadDesired(asJson(after)));
      expect(faults(edit(odd, desired, wanted), desired, wanted)).toEqual([]);
    }),
    options(40),
  );
  expect(valid).toBeGreaterThan(30);
});

test('an edit of values keeps every comment in rare YAML syntax', () => {
  const texts = drawn((draw) => {
    const { files } = drawText(draw, drawConfiguration(draw));
    const odd = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withOddLines(draw, text)]));
    return { odd, which: Array.from({ length: 20 }, () => draw.chance(40)) };
  });
  let edits = 0;
  fc.assert(
    fc.property(texts, ({ odd, which }) => {
      const { desired } = load(odd);
      if (desired === undefined) return;
      const resources = desired.resources.map((each, at) =>
        typeof each.fields.title === 'string' && which[at % which.length]
          ? { ...each, fields: { ...each.fields, title: `T${at}` } }
          : each,
      );
      const wanted = { ...asWanted(desired), resources };
      const edited = edit(odd, desired, wanted);
      edits += edited.texts.size;
      expect(faults(edited, desired, wanted)).toEqual([]);
      for (const [path, text] of edited.texts) expect(commentsIn(text)).toEqual(commentsIn(odd[path] ?? ''));
    }),
    options(50),
  );
  expect(edits).toBeGreaterThan(30);
});

/** Comments as the parser finds them, sorted, because comments can move. */
function commentsIn(text: string): unknown {
  return (JSON.parse(meaningOf(text) ?? '{}') as { readonly comments?: unknown }).comments;
}
