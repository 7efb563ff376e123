/** Variables: what is declared under `vars`, and which value each has after the environment's file and the overrides. */
import type { SourceSpan } from '../core/problem.ts';
import { type Entry, entryOf, kindOfNode, type MapNode, type Node, type Report, type Scalar } from './node.ts';
import { beginningOf } from './place.ts';
import { nearest } from './suggest.ts';

export const maxValueLength = 4_096;

/** A variable as declared, with the value that won; null means that it still has none. */
export interface Variable {
  readonly value: Scalar;
  readonly span: SourceSpan;
}

export type Variables = ReadonlyMap<string, Variable>;

/** Values given from outside: `texts` are flags and DOCFORM_VAR_NAME already merged, and beat the environment's file. */
export interface Overrides {
  readonly texts: { readonly [name: string]: string };
  readonly environment?: MapNode | undefined;
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export function readVariables(main: MapNode, overrides: Overrides, report: Report): Variables {
  const vars = entryOf(main, 'vars');
  const variables = declared(vars, report);
  for (const entry of overrides.environment?.entries ?? []) overrideByFile(variables, entry, report);
  const place = placeOf(vars, main);
  for (const [name, text] of Object.entries(overrides.texts)) overrideByText(variables, name, text, place, report);
  return variables;
}

function declared(vars: Entry | undefined, report: Report): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  if (vars === undefined) return variables;
  if (vars.value.is !== 'map') {
    complainValue(report, vars.value.span, `vars must be a map of names and values, not ${kindOfNode(vars.value)}`);
    return variables;
  }
  for (const { key, keySpan, value } of vars.value.entries) {
    if (!isNameAccepted(key, keySpan, report)) continue;
    // A variable with a bad value stays known, so that its uses are not problems of their own.
    const scalar = scalarOf(key, value, report);
    variables.set(key, { value: scalar === undefined ? '' : scalar, span: value.span });
  }
  return variables;
}

/** Names of tokens are refused: their values would end up in titles, plans and logs. */
function isNameAccepted(name: string, span: SourceSpan, report: Report): boolean {
  const plain = name.toLowerCase().replace(/[_-]/g, '');
  const isToken = plain.startsWith('docform') || plain.endsWith('token');
  if (!isToken && namePattern.test(name)) return true;
  report({
    code: 'E-VAR-NAME',
    message: isToken ? `a variable cannot be called "${name}": that is how tokens are named` : `"${name}" is not a name for a variable`,
    span,
    label: isToken ? 'looks like a token' : 'letters, digits, _ and - after a letter or _',
    hint: isToken ? 'tokens and other secrets never belong into the configuration; choose another name' : 'rename it, such as `apiHost`',
  });
  return false;
}

function scalarOf(name: string, value: Node, report: Report): Scalar | undefined {
  if (value.is !== 'scalar') {
    complainValue(report, value.span, `the variable "${name}" must be a text, a number, true or false, not ${kindOfNode(value)}`);
    return undefined;
  }
  if (typeof value.value !== 'string') return value.value;
  if (value.value.length > maxValueLength) {
    complainValue(report, value.span, `the variable "${name}" has more than ${maxValueLength} characters`);
    return undefined;
  }
  if (!value.value.includes('${')) return value.value;
  complainValue(report, value.span, `the variable "${name}" cannot be made of other variables`);
  return undefined;
}

function complainValue(report: Report, span: SourceSpan, message: string): void {
  const hint = 'give each variable one plain value; null if every environment must give its own';
  report({ code: 'E-VAR-VALUE', message, span, label: 'not a value for a variable', hint });
}

function overrideByFile(variables: Map<string, Variable>, { key, keySpan, value }: Entry, report: Report): void {
  const variable = variables.get(key);
  if (variable === undefined) {
    undeclared(variables, key, keySpan, 'no such variable under vars', report);
    return;
  }
  const scalar = scalarOf(key, value, report);
  if (scalar === undefined) return;
  const fits = scalar !== null && (variable.value === null || typeof scalar === typeof variable.value);
  if (fits) variables.set(key, { value: scalar, span: value.span });
  else wrongType(key, variable, kindOfNode(value), value.span, report);
}

function overrideByText(variables: Map<string, Variable>, name: string, text: string, vars: Place, report: Report): void {
  const variable = variables.get(name);
  if (variable === undefined) {
    undeclared(variables, name, vars.span, `"${shortened(name)}" was given with --var or DOCFORM_VAR_NAME`, report);
    return;
  }
  const span = vars.spanOf(name);
  if (text.length > maxValueLength) {
    complainValue(report, span, `the value given for "${name}" has more than ${maxValueLength} characters`);
    return;
  }
  const value = valueOfText(text, variable.value);
  if (value === undefined) wrongType(name, variable, `"${shortened(text)}"`, span, report);
  else variables.set(name, { value, span });
}

/** Where `vars` stands, and each variable in it. */
interface Place {
  readonly span: SourceSpan;
  readonly spanOf: (name: string) => SourceSpan;
}

function placeOf(vars: Entry | undefined, main: MapNode): Place {
  const span = vars?.keySpan ?? beginningOf(main.span.file);
  const value = vars?.value;
  return { span, spanOf: (name) => (value?.is === 'map' ? entryOf(value, name)?.value.span : undefined) ?? span };
}

/** The text as a value of the same type as the one it replaces; undefined if it is not one. */
function valueOfText(text: string, like: Scalar): Scalar | undefined {
  if (typeof like === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (typeof like !== 'number') return text;
  const number = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
}

function wrongType(name: string, { value }: Variable, given: string, span: SourceSpan, report: Report): void {
  const expected =
    value === null ? 'a value' : typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false';
  report({
    code: 'E-VAR-TYPE',
    message: `the variable "${name}" must be ${expected}, but is overridden by ${given}`,
    span,
    label: `expected ${expected}`,
    hint: 'an override keeps the type that the value under `vars` has; in a file, put texts that look like numbers into quotes',
  });
}

function undeclared(variables: Map<string, Variable>, name: string, span: SourceSpan, label: string, report: Report): void {
  const near = nearest(name, variables.keys());
  report({
    code: 'E-VAR-UNDECLARED',
    message: `the variable "${shortened(name)}" is overridden, but vars does not declare it`,
    span,
    label,
    hint: near === undefined ? `declare it under \`vars\` of the main file, or do not give it` : `did you mean "${near}"?`,
  });
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
