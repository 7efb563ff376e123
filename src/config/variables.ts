/** Variables: `vars`, overridden by an environment file, DOCFORM_VAR_* and flags. Replaces `${vars.NAME}` in texts. */
import type { SourceSpan } from '../core/problem.ts';
import { directoryOf, expandGlob, joinPath } from './file-reader.ts';
import { type Merged, type Reading, readFileTree } from './include.ts';
import {
  type ConfigurationNode,
  describeNode,
  entryOf,
  type MapEntry,
  type MapNode,
  type Scalar,
  type ScalarNode,
  withChildren,
} from './node.ts';
import { didYouMean, hints, type ProblemList } from './problem-list.ts';

/** `unset`: no value. `lost`: its problem is already reported. */
type Variable =
  | { readonly is: 'value'; readonly value: Exclude<Scalar, null> }
  | { readonly is: 'unset' }
  | { readonly is: 'lost' };

export type Variables = ReadonlyMap<string, Variable>;

/** If a file is missing, it may declare the variable. */
type Scope = Reading & Pick<Merged, 'isWhole'>;

interface Overrides {
  /** Name of env/NAME.yaml next to the main file, a map of names to values. */
  readonly environment?: string;
  /** Values by name. `API_HOST`, as written in environment variables, sets `apiHost`. */
  readonly variables: { readonly [name: string]: string };
}

export const variablePattern = '^[A-Za-z_][A-Za-z0-9_-]*$';

export function resolveVariables(
  given: Reading,
  { root, isWhole }: Pick<Merged, 'root' | 'isWhole'>,
  file: string,
  overrides: Overrides,
): Variables {
  const { problems } = given;
  const reading = { ...given, isWhole };
  const declared = entryOf(root, 'vars');
  const values = new Map<string, Variable>();
  for (const entry of entriesOf(reading, declared?.value)) {
    if (!new RegExp(variablePattern).test(entry.key)) {
      problems.add('E-KEY-NAME', entry.keySpan, {
        message: `invalid variable name "${entry.key}"`,
        hint: 'begin with a letter or _, and use letters, digits, _ and -',
      });
    } else values.set(entry.key, variableOf(reading, entry));
  }
  const place = declared?.keySpan ?? root.span;
  applyEnvironment(reading, values, file, overrides.environment, place);
  for (const [name, text] of Object.entries(overrides.variables)) override(reading, values, name, text, place);
  return values;
}

function entriesOf({ problems }: Reading, node: ConfigurationNode | undefined): readonly MapEntry[] {
  if (node === undefined || node.is === 'lost') return [];
  if (node.is === 'map') return node.entries;
  problems.add('E-TYPE', node.span, { message: `vars must be a map of names to values, not ${describeNode(node)}` });
  return [];
}

/** Values are scalars without variables. Null declares a variable without a value. */
function variableOf({ problems }: Reading, { key, value: node }: MapEntry): Variable {
  if (node.is === 'lost') return { is: 'lost' };
  if (node.is !== 'scalar') {
    problems.add('E-TYPE', node.span, {
      message: `variable ${key} must be text, a number or a boolean, not ${describeNode(node)}`,
    });
    return { is: 'lost' };
  }
  const { value } = node;
  if (value === null) return { is: 'unset' };
  if (typeof value !== 'string') return { is: 'value', value };
  if (!/(^|[^$])\$\{/.test(value)) return { is: 'value', value: value.replaceAll('$${', '${') };
  problems.add('E-VAR-PLACE', node.span, {
    message: `the value of variable ${key} cannot contain a variable`,
    hint: 'write the value out, or `$${` for a literal `${`',
  });
  return { is: 'lost' };
}

function applyEnvironment(
  reading: Scope,
  values: Map<string, Variable>,
  file: string,
  name: string | undefined,
  place: SourceSpan,
): void {
  if (name === undefined) return;
  const { problems, files } = reading;
  const directory = joinPath(directoryOf(file), 'env');
  const known = expandGlob('*.yaml', directory, files, () => true);
  const path = joinPath(directory, `${name}.yaml`);
  if (!known.includes(path)) {
    const names = known.map((each) => each.slice(directory.length + (directory === '' ? 0 : 1), -'.yaml'.length));
    const hint = hints(
      didYouMean(problems.suggest(name, names)),
      names.length > 0 ? `possible environments: ${names.slice(0, 10).join(', ')}` : `create ${path}`,
    );
    return void problems.add('E-ENVIRONMENT', place, { message: `environment "${name}" has no file ${path}`, hint });
  }
  for (const entry of readFileTree(reading, path, place)?.entries ?? []) {
    if (values.has(entry.key)) values.set(entry.key, variableOf(reading, entry));
    else reportUndeclared(reading, values, entry.key, entry.keySpan);
  }
}

/** Matches the exact name, or a name that differs only in case, `_` and `-`. */
function override(reading: Scope, values: Map<string, Variable>, name: string, text: string, place: SourceSpan) {
  const fold = (word: string) => word.toLowerCase().replace(/[-_]/g, '');
  const folded = [...values.keys()].filter((each) => fold(each) === fold(name));
  const target = values.has(name) ? name : folded.length === 1 ? folded[0] : undefined;
  if (target === undefined) return void reportUndeclared(reading, values, name, place);
  const value = typed(text, values.get(target));
  if (value !== undefined) return void values.set(target, { is: 'value', value });
  reading.problems.add('E-VAR-TYPE', place, {
    message: `variable ${target} must be a number or a boolean, not "${text}"`,
  });
  values.set(target, { is: 'lost' });
}

/** Converts the text to the type of the declared value. */
function typed(text: string, declared: Variable | undefined): Exclude<Scalar, null> | undefined {
  const type = declared?.is === 'value' ? typeof declared.value : 'string';
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type !== 'number') return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function reportUndeclared({ problems, isWhole }: Scope, values: Variables, name: string, span: SourceSpan) {
  if (!isWhole) return;
  const hint = hints(didYouMean(problems.suggest(name, values.keys())), 'declare the variable under `vars`');
  problems.add('E-VAR-UNDECLARED', span, { message: `variable "${name}" has a value but is not declared`, hint });
}

const whole = /^\$\{vars\.([A-Za-z_][A-Za-z0-9_-]*)\}$/;
const mark = /\$\$\{|\$\{(?:vars\.([A-Za-z_][A-Za-z0-9_-]*)\})?/g;

/** Characters that variables can add in total. */
const maxAdded = 4_000_000;

export interface Interpolation {
  readonly problems: ProblemList;
  readonly variables: Variables;
  /** False if a file is missing that may declare the variable. */
  readonly isWhole: boolean;
  readonly added: { count: number };
}

/** Returns the same object if a node contains no variables. */
export function interpolate(context: Interpolation, node: ConfigurationNode): ConfigurationNode {
  if (node.is === 'scalar')
    return typeof node.value === 'string' && node.value.includes('${')
      ? interpolateText(context, node, node.value)
      : node;
  return withChildren(node, (child) => interpolate(context, child));
}

/** Keys that are platform ids can contain variables. */
export function interpolateKeys(context: Interpolation, node: MapNode): MapNode {
  const entries = node.entries.flatMap((entry) => {
    if (!entry.key.includes('${')) return [entry];
    const key = interpolateText(
      context,
      { is: 'scalar', value: entry.key, source: entry.key, span: entry.keySpan },
      entry.key,
    );
    return key.is === 'scalar' ? [{ ...entry, key: String(key.value) }] : [];
  });
  return { ...node, entries };
}

function interpolateText(context: Interpolation, node: ScalarNode, text: string): ConfigurationNode {
  const only = whole.exec(text)?.[1];
  if (only !== undefined) {
    const value = variableValue(context, node, only);
    return value === undefined
      ? { is: 'lost', span: node.span }
      : { is: 'scalar', value, source: String(value), span: node.span };
  }
  let isLost = false;
  const result = text.replace(mark, (found: string, name: string | undefined) => {
    if (found === '$${') return '${';
    const value = name === undefined ? reportSyntax(context, node) : variableValue(context, node, name);
    if (value === undefined) isLost = true;
    const put = String(value ?? '');
    context.added.count += put.length;
    if (context.added.count <= maxAdded) return put;
    isLost = true;
    return '';
  });
  if (context.added.count > maxAdded)
    context.problems.add('E-LIMIT-SIZE', node.span, { message: `variables add more than ${maxAdded} characters` });
  return isLost ? { is: 'lost', span: node.span } : { is: 'scalar', value: result, source: result, span: node.span };
}

function variableValue({ problems, variables, isWhole }: Interpolation, node: ScalarNode, name: string) {
  const variable = variables.get(name);
  if (variable?.is === 'value') return variable.value;
  if (variable?.is === 'lost') return undefined;
  if (variable?.is === 'unset') {
    const environment = name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase();
    const hint = `set the variable with --var ${name}=VALUE, DOCFORM_VAR_${environment}, an environment file, or \`vars\``;
    problems.add('E-VAR-UNSET', node.span, { message: `variable "${name}" has no value`, label: 'used here', hint });
  } else if (isWhole) {
    const hint = hints(didYouMean(problems.suggest(name, variables.keys())), 'declare the variable under `vars`');
    problems.add('E-VAR-UNKNOWN', node.span, { message: `unknown variable "${name}"`, label: 'not declared', hint });
  }
  return undefined;
}

function reportSyntax({ problems }: Interpolation, node: ScalarNode): undefined {
  problems.add('E-VAR-SYNTAX', node.span, {
    message: '`${` without a valid variable name',
    hint: `write \${vars.${/\$\{\s*([A-Za-z][\w-]*)\s*\}/.exec(node.source)?.[1] ?? 'NAME'}}, or $\${ for a literal \${`,
  });
}
