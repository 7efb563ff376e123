/** Parsing of conditions: permitted expressions, claims, and positions of errors. */
import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../src/core/condition.ts';

/** Claims without `visitor.claims.`. Throws the error of an invalid condition. */
function claimsIn(text: string): readonly string[] {
  const condition = parseCondition(text);
  if ('fault' in condition) throw new Error(condition.fault.message);
  return condition.claims.map(({ name, isUnsigned }) => (isUnsigned ? `unsigned.${name}` : name));
}

/** The part of the text with the error, and its message. */
function faultIn(text: string): readonly [string, string] {
  const condition = parseCondition(text);
  if (!('fault' in condition)) throw new Error(`${text} was accepted`);
  const { start, end, message } = condition.fault;
  return [text.slice(start, end), message];
}

describe('valid conditions', () => {
  test.each([
    ['visitor.claims.partner', ['partner']],
    ['visitor.claims.unsigned.beta == true', ['unsigned.beta']],
    ['visitor.claims["is-partner"] === true', ['is-partner']],
    ['visitor["claims"]["unsigned"]["beta"]', ['unsigned.beta']],
    ['visitor.claims.plan != "free" && !(visitor.claims.a || visitor.claims.unsigned.b)', ['plan', 'a', 'unsigned.b']],
    ['visitor.claims.seats >= 10 && visitor.claims.seats < 1000', ['seats', 'seats']],
    ['["team", "enterprise"].includes(visitor.claims.plan)', ['plan']],
    [
      'visitor.claims.plan.toLowerCase().startsWith("ent") || visitor.claims.mail.endsWith("@acme.dev")',
      ['plan', 'mail'],
    ],
    ['visitor.claims.a ? visitor.claims.b : false', ['a', 'b']],
    ['visitor.claims.a == null', ['a']],
    ['true', []],
  ])('the claims are found in %s', (text, claims) => {
    expect(claimsIn(text)).toEqual(claims);
  });

  test.each([
    '(visitor.claims.a)',
    '((visitor.claims.a == true))',
    ' ( visitor.claims.a ) ',
    '(visitor.claims).a',
    '(visitor.claims.a == true) || (visitor.claims.a == false)',
  ])('parentheses are accepted: %s', (text) => {
    expect(new Set(claimsIn(text))).toEqual(new Set(['a']));
  });
});

test('each claim has its position', () => {
  const text = '!visitor.claims.partner || visitor.claims.unsigned.beta';
  const condition = parseCondition(text);
  if ('fault' in condition) throw new Error(condition.fault.message);
  expect(condition.claims.map(({ start, end }) => text.slice(start, end))).toEqual([
    'visitor.claims.partner',
    'visitor.claims.unsigned.beta',
  ]);
});

describe('invalid conditions', () => {
  test.each([
    ['an assignment', 'visitor.claims.a = true', 'visitor.claims.a = true'],
    ['an update', 'visitor.claims.a++', 'visitor.claims.a++'],
    ['a name other than visitor', 'visitor.claims.a && process', 'process'],
    ['a property of the visitor other than claims', 'visitor.name == "ana"', 'visitor.name'],
    ['a function', '(() => true)', '() => true'],
    ['a template', '`a` == visitor.claims.a', '`a`'],
    ['new', 'new Date()', 'new Date()'],
    ['this', 'this.visitor', 'this'],
    ['a call of an unknown function', 'fetch("https://example.com")', 'fetch'],
    ['a call of an unknown method', 'visitor.claims.a.constructor("return 1")', 'visitor.claims.a.constructor'],
    ['a regular expression', '/x/ == visitor.claims.a', '/x/'],
    ['a big integer', 'visitor.claims.a == 1n', '1n'],
    ['optional chaining', 'visitor?.claims.a', 'visitor?.claims.a'],
    ['a sequence', '(visitor.claims.a, visitor.claims.b)', 'visitor.claims.a, visitor.claims.b'],
    ['an import', 'import("x")', 'import("x")'],
    ['an object', '({ a: 1 })', '{ a: 1 }'],
    ['a spread', '["a"].includes(...["a"])', '...["a"]'],
    ['typeof', 'typeof visitor.claims.a', 'typeof visitor.claims.a'],
    ['visitor.claims without a claim', 'visitor.claims', 'visitor.claims'],
    ['visitor.claims.unsigned without a claim', 'visitor.claims.unsigned', 'visitor.claims.unsigned'],
    ['a second expression', 'visitor.claims.a; visitor.claims.b', '; visitor.claims.b'],
    ['an unmatched bracket', '(visitor.claims.a))', ')'],
  ])('%s is refused', (_what, text, part) => {
    expect(faultIn(text)[0]).toBe(part);
  });

  test.each(['in', 'instanceof', '+', '**', '&', '??'])('the operator %s is refused', (operator) => {
    expect(faultIn(`visitor.claims.a ${operator} visitor.claims.b`)[1]).toContain(operator);
  });

  test.each(['', '  ', 'visitor.claims.', '(visitor.claims.a', '"unfinished', 'visitor.claims.a ==', '\u0000'])(
    'text that is not an expression is refused: %j',
    (text) => {
      const condition = parseCondition(text);
      expect(condition).toHaveProperty('fault');
      if ('fault' in condition) expect(condition.fault.start).toBeLessThanOrEqual(text.length);
    },
  );
});

test('hostile texts are rejected', () => {
  for (const text of [
    '('.repeat(100_000),
    '!'.repeat(100_000),
    `${'['.repeat(1_000)}`,
    `${'('.repeat(500)}1${')'.repeat(500)}x`,
    'visitor.claims.a'.padEnd(1025, ' '),
  ])
    expect(parseCondition(text)).toHaveProperty('fault');
});

test('a single equals sign is refused with a hint at the comparison', () => {
  expect(parseCondition("visitor.claims.plan = 'x'")).toMatchObject({
    fault: { message: expect.stringContaining('use `==`') },
  });
});
