/** Variables: precedence, types, where they may stand, and every way to get them wrong. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration language.
import { describe, expect, test } from 'vitest';
import { fillVariables } from '../../src/configuration/fill.ts';
import { mergeFiles } from '../../src/configuration/include.ts';
import { readVariables } from '../../src/configuration/variables.ts';
import type { Problem } from '../../src/core/problem.ts';
import { codes, incomplete, mapIn, marked, plain } from './reading.ts';

function fill(text: string, texts: { readonly [name: string]: string } = {}, environment?: string) {
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const main = mapIn(text);
  const overrides = { texts, environment: environment === undefined ? undefined : mapIn(environment, 'env/live.yaml') };
  const root = fillVariables(main, readVariables(main, overrides, report), report);
  expect(incomplete(problems)).toEqual([]);
  const { vars, ...values } = plain(root) as Record<string, unknown>;
  return { vars, values, problems };
}

function merge(main: string, ...others: readonly string[]) {
  const problems: Problem[] = [];
  const included = others.map((text, at) => mapIn(text, `part${at + 1}.yaml`));
  const root = mergeFiles(mapIn(main), included, (problem) => problems.push(problem));
  expect(incomplete(problems)).toEqual([]);
  return { values: plain(root), problems };
}

describe('values', () => {
  test('stand alone with their type, inside of a text as text, and in lists', () => {
    const { values, problems } = fill(
      'vars: {n: 3, b: true, s: x}\nn: "${vars.n}"\nb: ${vars.b}\nmix: "${vars.s}-${vars.n}/${vars.b}"\nlist: ["${vars.s}"]\n',
    );
    expect(values).toEqual({ n: 3, b: true, mix: 'x-3/true', list: ['x'] });
    expect(problems).toEqual([]);
  });

  test('$${ is a literal ${, also beside a variable', () => {
    expect(fill('vars: {s: x}\na: $${vars.s}\nb: $${${vars.s}}\nc: cost $5 {}\n').values).toEqual({
      a: '${vars.s}',
      b: '${x}',
      c: 'cost $5 {}',
    });
  });

  test('a flag beats the file of the environment, which beats vars', () => {
    const text = 'vars: {a: 1, b: 1, c: 1}\na: ${vars.a}\nb: ${vars.b}\nc: ${vars.c}\n';
    expect(fill(text, { c: '3' }, 'b: 2\nc: 2\n').values).toEqual({ a: 1, b: 2, c: 3 });
  });

  test('an override given as text has the type of the declared value', () => {
    const text = 'vars: {n: 1, b: false, s: x, none: null}\nn: ${vars.n}\nb: ${vars.b}\ns: ${vars.s}\nnone: ${vars.none}\n';
    expect(fill(text, { n: '-2.5', b: 'true', s: '7', none: '8' }).values).toEqual({ n: -2.5, b: true, s: '7', none: '8' });
  });

  test('an override is taken literally, and not looked through for variables', () => {
    expect(fill('vars: {s: x}\na: ${vars.s}!\n', { s: '${vars.s} $${' }).values).toEqual({ a: '${vars.s} $${!' });
  });

  test('keys can be variables under linkInvites, and nowhere else', () => {
    const { values, problems } = fill(
      'vars: {i: inv_1}\nlinkInvites: {"${vars.i}": {role: read}}\nteams: {"${vars.i}": {title: x}}\n"${vars.i}": 1\n',
    );
    expect(values['linkInvites']).toEqual({ inv_1: { role: 'read' } });
    expect([...codes(problems)].sort()).toEqual(['E-VAR-KEY docform.yaml:3:9', 'E-VAR-KEY docform.yaml:4:1']);
  });

  test('two keys that become the same are a duplicate', () => {
    const { problems } = fill('vars: {i: inv_1}\nlinkInvites:\n  inv_1: {}\n  ${vars.i}: {}\n');
    expect(codes(problems)).toEqual(['E-DUPLICATE-KEY docform.yaml:4:3']);
  });
});

describe('problems', () => {
  test.each([
    ['unknown', 'vars: {host: x}\na: https://${vars.hots}/\n', 'E-VAR-UNKNOWN docform.yaml:2:12', 'did you mean "host"?'],
    [
      'far from any',
      'vars: {host: x}\na: ${vars.something}\n',
      'E-VAR-UNKNOWN docform.yaml:2:4',
      'declare it under `vars` of the main file',
    ],
    ['another form', 'a: ${env.HOME}\n', 'E-VAR-SYNTAX docform.yaml:1:4', undefined],
    ['spaces', 'vars: {a: 1}\nb: x ${ vars.a }\n', 'E-VAR-SYNTAX docform.yaml:2:6', undefined],
    ['not closed', 'vars: {a: 1}\nb: "${vars.a"\n', 'E-VAR-SYNTAX docform.yaml:2:5', undefined],
    ['without a value', 'vars:\n  a: null\nb: ${vars.a}\n', 'E-VAR-MISSING docform.yaml:3:4', undefined],
    ['not a scalar', 'vars: {a: [1]}\n', 'E-VAR-VALUE docform.yaml:1:11', undefined],
    ['vars is a list', 'vars: [a]\n', 'E-VAR-VALUE docform.yaml:1:7', undefined],
    ['made of another', 'vars: {a: 1, b: "${vars.a}"}\nc: ${vars.b}\n', 'E-VAR-VALUE docform.yaml:1:17', undefined],
    ['a token', 'vars: {DOCFORM_TOKEN: x}\n', 'E-VAR-NAME docform.yaml:1:8', undefined],
    ['another token', 'vars: {github-token: x}\n', 'E-VAR-NAME docform.yaml:1:8', undefined],
    ['no name', 'vars: {"a b": x}\n', 'E-VAR-NAME docform.yaml:1:8', undefined],
  ])('%s', (_, text, code, hint) => {
    const { problems } = fill(text);
    expect(codes(problems)).toEqual([code]);
    if (hint !== undefined) expect(problems[0]?.hint).toBe(hint);
  });

  test('the place is that of the variable within its text', () => {
    const text = 'a: "x ${vars.b} y"\n';
    const [problem] = fill(text).problems;
    expect(problem && marked(text, problem.span)).toBe('${vars.b}');
  });

  test('a declared null is no problem while nobody uses it, or when something overrides it', () => {
    expect(fill('vars: {a: null}\n').problems).toEqual([]);
    expect(fill('vars: {a: null}\nb: ${vars.a}\n', {}, 'a: true\n')).toMatchObject({ values: { b: true }, problems: [] });
  });

  test('overrides of what is not declared: at the key of the file, at vars, or at the beginning', () => {
    expect(codes(fill('vars: {host: x}\n', {}, 'a: 1\nhots: 2\n').problems)).toEqual([
      'E-VAR-UNDECLARED env/live.yaml:1:1',
      'E-VAR-UNDECLARED env/live.yaml:2:1',
    ]);
    expect(codes(fill('version: 1\nvars: {host: x}\n', { toString: 'x' }).problems)).toEqual(['E-VAR-UNDECLARED docform.yaml:2:1']);
    expect(codes(fill('version: 1\n', { a: 'x' }).problems)).toEqual(['E-VAR-UNDECLARED docform.yaml:1:1']);
    expect(fill('vars: {host: x}\n', { hots: 'x' }).problems[0]?.hint).toBe('did you mean "host"?');
  });

  test('overrides of another type, and overrides that are no value', () => {
    expect(codes(fill('vars: {n: 1, b: true}\n', { n: '1x', b: 'yes' }).problems)).toEqual([
      'E-VAR-TYPE docform.yaml:1:11',
      'E-VAR-TYPE docform.yaml:1:17',
    ]);
    expect(codes(fill('vars: {s: x, n: 1, m: 1}\n', {}, 's: 5\nn: null\nm: {}\n').problems)).toEqual([
      'E-VAR-TYPE env/live.yaml:1:4',
      'E-VAR-TYPE env/live.yaml:2:4',
      'E-VAR-VALUE env/live.yaml:3:4',
    ]);
    expect(codes(fill('vars: {n: 1}\n', { n: '12345678901234567890' }).problems)).toEqual(['E-VAR-TYPE docform.yaml:1:11']);
  });

  test('a shared value is complained about once', () => {
    expect(codes(fill('a: &x {k: "${vars.no}"}\nb: *x\nc: *x\n').problems)).toEqual(['E-VAR-UNKNOWN docform.yaml:1:12']);
  });

  test('variables cannot blow up a configuration', () => {
    const { problems } = fill(`vars: {a: ${'x'.repeat(4_096)}}\nb: "${'${vars.a}'.repeat(10_000)}"\n`);
    expect(codes(problems)).toEqual(['E-VAR-LIMIT docform.yaml:2:4']);
    expect(codes(fill(`vars: {a: ${'x'.repeat(4_097)}}\n`).problems)).toEqual(['E-VAR-VALUE docform.yaml:1:11']);
  });
});

describe('merging files', () => {
  test('maps are merged, moved is joined, new keys are added', () => {
    const { values, problems } = merge('version: 1\nteams: {a: 1}\nmoved: [x]\n', 'teams: {b: 2}\nmoved: [y, z]\n', 'members: {c: 3}\n');
    expect(values).toEqual({ version: 1, teams: { a: 1, b: 2 }, moved: ['x', 'y', 'z'], members: { c: 3 } });
    expect(problems).toEqual([]);
  });

  test('a key that stands in two files names both places', () => {
    const { values, problems } = merge('teams:\n  a: 1\n', 'x: 1\nteams: {a: 2}\n');
    expect(codes(problems)).toEqual(['E-DUPLICATE-KEY part1.yaml:2:9']);
    expect(problems[0]?.message).toBe('"teams/a" is defined twice: at docform.yaml:2:3 and at part1.yaml:2:9');
    expect(values).toEqual({ teams: { a: 1 }, x: 1 });
  });

  test('what is said once stands in the main file', () => {
    const { problems } = merge('teams: {}\n', 'version: 1\norganization: o\npolicy: {}\nvars: {}\ninclude: [a]\n');
    expect(problems.map(({ code }) => code)).toEqual([
      'E-INCLUDE-KEY',
      'E-INCLUDE-KEY',
      'E-INCLUDE-KEY',
      'E-INCLUDE-KEY',
      'E-INCLUDE-NESTED',
    ]);
  });

  test('a map and something else under the same key are a duplicate', () => {
    expect(codes(merge('teams: {}\n', 'teams: null\n').problems)).toEqual(['E-DUPLICATE-KEY part1.yaml:1:1']);
  });
});
