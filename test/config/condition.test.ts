/** Conditions: valid expressions, used claims, and places of errors. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCondition } from '../../src/core/condition.ts';
import { unicodeText } from '../support/unicode-text.ts';

test.each([
  'visitor.claims.partner',
  'visitor.claims.partner == true',
  'visitor.claims.plan === "team" || visitor.claims.plan !== "free"',
  '!(visitor.claims.partner && visitor.claims.unsigned.beta)',
  'visitor.claims["plan"] != null ? visitor.claims.partner : false',
  '["team", "enterprise"].includes(visitor.claims.plan)',
  'visitor.claims.plan.toLowerCase().startsWith("t")',
  'visitor.claims.level >= -1 && visitor.claims.level < 3.5',
  '  visitor.claims.partner  ',
])('%s is a valid condition', (text) => {
  expect(parseCondition(text)).toHaveProperty('claims');
});

test.each([
  ['', 0],
  ['visitor.claims.a ==', 19],
  ['visitor.claims.a; true', 16],
  ['visitor.claims.a = true', 0],
  ['visitor.claims.a++', 0],
  ['visitor.claims.a + 1', 0],
  ['visitor.claims.a ?? true', 0],
  ['visitor?.claims.a', 0],
  ['visitor', 0],
  ['visitor.claims', 0],
  ['visitor.claims.unsigned', 0],
  ['visitor.name', 0],
  ['true && other.claims.a', 8],
  ['alert(1)', 0],
  ['visitor.claims.a.constructor("x")', 0],
  ['visitor.claims.a.replace("x", "y")', 0],
  ['(() => 1)()', 0],
  ['function () {}', 0],
  ['new Date()', 0],
  ['`x`', 0],
  ['/x/', 0],
  ['1n', 0],
  ['typeof visitor.claims.a', 0],
  ['import("fs")', 0],
  ['[...visitor.claims.a]', 1],
  ['{ a: 1 }.a', 0],
  ['this', 0],
  ['a, b', 0],
])('%s cannot', (text, start) => {
  expect(parseCondition(text)).toMatchObject({ fault: { start } });
});

test('claims are found with their places', () => {
  const text = 'visitor.claims.partner == true && visitor.claims.unsigned["beta"].length';
  const condition = parseCondition(text);
  if ('fault' in condition) throw new Error(condition.fault.message);
  expect(
    condition.claims.map(({ name, isUnsigned, start, end }) => ({ name, isUnsigned, at: text.slice(start, end) })),
  ).toEqual([
    { name: 'partner', isUnsigned: false, at: 'visitor.claims.partner' },
    { name: 'beta', isUnsigned: true, at: 'visitor.claims.unsigned["beta"].length' },
  ]);
});

test('a condition is at most 1024 characters long', () => {
  const long = (length: number) => `visitor.claims.${'a'.repeat(length - 'visitor.claims.'.length)}`;
  expect(parseCondition(long(1024))).toHaveProperty('claims');
  expect(parseCondition(long(1025))).toMatchObject({ fault: { start: 1024, end: 1025 } });
});

test('no text makes the parser throw', () => {
  const piece = fc.constantFrom(
    'visitor',
    '.claims',
    '.a',
    '(',
    ')',
    '[',
    ']',
    '!',
    '==',
    '&&',
    '?',
    ':',
    '"',
    "'",
    ' ',
    '`',
    '\\',
    '\n',
    '/*',
    '0',
    'π',
    '{',
    '}',
    ',',
    '...',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        unicodeText(),
        fc.array(piece, { maxLength: 200 }).map((all) => all.join('')),
      ),
      (text) => {
        const condition = parseCondition(text);
        if (!('fault' in condition)) return;
        expect(condition.fault.message).toMatch(/^\S/);
        expect(condition.fault.start).toBeLessThanOrEqual(text.length);
        expect(condition.fault.end).toBeGreaterThan(condition.fault.start - 1);
      },
    ),
    { numRuns: 500 },
  );
  for (const deep of ['(', '[', '!', 'a?', '{']) expect(parseCondition(deep.repeat(1000))).toHaveProperty('fault');
});
