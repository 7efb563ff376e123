/** Expands templates (`extends: NAME` in a block) and variables (`${vars.NAME}` in texts). */
import type { SourceSpan } from '../../core/problem.ts';
import { directoryOf, expandGlob, joinPath, type Limits, type Reading } from '../files/file-reader.ts';
import { readFileTree } from '../files/include.ts';
import { didYouMean, hints, type ProblemList } from '../problem-list.ts';
import {
  type ConfigurationNode,
  childrenOf,
  describeNode,
  entryOf,
  type MapEntry,
  type MapNode,
  type Scalar,
  withChildren,
  writtenText,
} from './node.ts';
import { isNumber } from './plain-yaml.ts';

/** The entries of `templates` or `vars`. */
function entriesIn(problems: ProblemList, root: MapNode, key: string, content: string): readonly MapEntry[] {
  const node = entryOf(root, key)?.value;
  if (node === undefined || node.is === 'lost') return [];
  if (node.is === 'map') return node.entries;
  const message = `${key} must be a map of names to ${content}, not ${describeNode(node)}`;
  problems.add('E-TYPE', node.span, { message });
  return [];
}

interface TemplateContext {
  readonly problems: ProblemList;
  readonly templates: ReadonlyMap<string, MapEntry>;
  /** False if a file is missing, which may contain the template. */
  readonly isWhole: boolean;
  /** Templates after their own `extends`. Those in a cycle are missing. */
  readonly expanded: Map<string, ConfigurationNode>;
  /** Cycles found so far. */
  cycles: number;
}

/** The keys of a block win over those of its template: maps merge deeply, other values replace. */
export function expandTemplates(
  root: MapNode,
  { problems, isWhole, limits }: { readonly problems: ProblemList; readonly isWhole: boolean; readonly limits: Limits },
): MapNode {
  const templates = new Map(entriesIn(problems, root, 'templates', 'blocks').map((entry) => [entry.key, entry]));
  const context: TemplateContext = { problems, templates, isWhole, expanded: new Map(), cycles: 0 };
  const entries = root.entries.filter(({ key }) => key !== 'templates');
  const excess = excessIn([...templates.values(), ...entries], templates, limits.templateNodes);
  if (excess !== undefined) {
    const message = `templates are repeated as more than ${limits.templateNodes} values`;
    problems.add('E-LIMIT-NODES', excess, { message });
    return { ...root, entries: entries.map((entry) => ({ ...entry, value: withoutUses(entry.value) })) };
  }
  for (const { key, value } of templates.values()) {
    if (value.is !== 'map' && value.is !== 'lost')
      problems.add('E-TYPE', value.span, { message: `template ${key} must be a block, not ${describeNode(value)}` });
    expandedTemplate(context, key, value, []);
  }
  return { ...root, entries: entries.map((entry) => ({ ...entry, value: expandNode(context, entry.value, []) })) };
}

/** `within`: the templates that are being expanded. */
function expandNode(context: TemplateContext, node: ConfigurationNode, within: readonly string[]): ConfigurationNode {
  const expanded = withChildren(node, (child) => expandNode(context, child, within));
  if (expanded.is !== 'map') return expanded;
  const use = useIn(expanded);
  if (use === undefined) return expanded;
  const block = { ...expanded, entries: expanded.entries.filter((entry) => entry !== use) };
  const base = templateOf(context, use, within);
  return base === undefined ? block : merged(base, block);
}

/** `extends: NAME` of a block. */
function useIn(node: MapNode) {
  return node.entries.find(({ key, value }) => key === 'extends' && value.is === 'scalar');
}

function nameIn({ value }: MapEntry) {
  return value.is === 'scalar' ? writtenText(value) : '';
}

/** The place where the entries repeat more than `most` values of templates. Copies take memory, so they are counted before any is made. */
function excessIn(entries: readonly MapEntry[], templates: TemplateContext['templates'], most: number) {
  const sizes = new Map<string, number>();
  let repeated = 0;
  let excess: SourceSpan | undefined;
  const sizeOf = (name: string): number => {
    const known = sizes.get(name);
    const template = templates.get(name);
    if (known !== undefined || template === undefined) return known ?? 0;
    // A template that extends itself repeats nothing.
    sizes.set(name, 0);
    const size = valuesIn(template.value);
    sizes.set(name, size);
    return size;
  };
  const valuesIn = (node: ConfigurationNode): number => {
    const use = node.is === 'map' ? useIn(node) : undefined;
    const own = use === undefined ? 1 : 1 + sizeOf(nameIn(use));
    return childrenOf(node).reduce((sum, child) => sum + valuesIn(child), own);
  };
  const visit = (node: ConfigurationNode): void => {
    for (const child of childrenOf(node)) visit(child);
    const use = node.is === 'map' ? useIn(node) : undefined;
    if (use === undefined) return;
    repeated += sizeOf(nameIn(use));
    if (repeated > most) excess ??= use.value.span;
  };
  for (const { value } of entries) visit(value);
  return excess;
}

/** Blocks with a template are lost, because their other keys are unknown. */
function withoutUses(node: ConfigurationNode): ConfigurationNode {
  if (node.is === 'map' && useIn(node) !== undefined) return { is: 'lost', span: node.span };
  return withChildren(node, withoutUses);
}

/** Each template is expanded once, except in a cycle. */
function expandedTemplate(
  context: TemplateContext,
  name: string,
  value: ConfigurationNode,
  within: readonly string[],
): ConfigurationNode {
  const known = context.expanded.get(name);
  if (known !== undefined) return known;
  const before = context.cycles;
  const expanded = expandNode(context, value, [...within, name]);
  if (context.cycles === before) context.expanded.set(name, expanded);
  return expanded;
}

/** A copy of the expanded template; undefined after a problem. */
function templateOf(context: TemplateContext, use: MapEntry, within: readonly string[]) {
  const { problems, templates, isWhole } = context;
  const { value, keySpan } = use;
  const name = nameIn(use);
  const template = templates.get(name);
  if (template === undefined) {
    if (!isWhole) return undefined;
    return problems.add('E-TEMPLATE-UNKNOWN', value.span, {
      message: `unknown template "${name}"`,
      hint: hints(didYouMean(problems.suggest(name, templates.keys())), 'declare the template under `templates`'),
    });
  }
  if (within.includes(name)) {
    context.cycles += 1;
    return problems.add('E-TEMPLATE-CYCLE', value.span, {
      message: `template ${name} extends itself: ${[...within.slice(within.indexOf(name)), name].join(' → ')}`,
      related: [{ message: 'the template', span: template.keySpan }],
    });
  }
  if (template.value.is !== 'map') return undefined;
  const copy = copied(expandedTemplate(context, name, template.value, within), { ...keySpan, template: name });
  return copy.is === 'map' ? copy : undefined;
}

/** The places of a copy also name the block that extends the template. */
function copied(node: ConfigurationNode, usedBy: NonNullable<SourceSpan['usedBy']>): ConfigurationNode {
  const span = { ...node.span, usedBy };
  if (node.is === 'list') return { ...node, span, items: node.items.map((item) => copied(item, usedBy)) };
  if (node.is !== 'map') return { ...node, span };
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    key,
    keySpan: { ...keySpan, usedBy },
    value: copied(value, usedBy),
  }));
  return { ...node, span, entries };
}

/** Keys that both have stay at their place in the template. */
function merged(base: MapNode, block: MapNode): MapNode {
  const own = new Map(block.entries.map((entry) => [entry.key, entry]));
  const shared = base.entries.map((entry) => {
    const over = own.get(entry.key);
    own.delete(entry.key);
    if (over === undefined) return entry;
    const isDeep = entry.value.is === 'map' && over.value.is === 'map';
    return isDeep ? { ...over, value: merged(entry.value as MapNode, over.value as MapNode) } : over;
  });
  return { ...block, entries: [...shared, ...own.values()] };
}

/** A value with its characters as written, which texts contain. `4.10` is the number 4.1. */
interface Variable {
  /** null: no value. */
  readonly value: Scalar;
  readonly text: string;
  /** The type of the first value that is not null. Overrides have the same type. */
  readonly type?: 'text' | 'number' | 'boolean' | undefined;
}

/** undefined: the problem of its value is already reported. */
type Variables = ReadonlyMap<string, Variable | undefined>;

/** If a file is missing, it may declare the variable. */
type Scope = Reading & { readonly isWhole: boolean };

interface Overrides {
  /** Name of env/NAME.yaml next to the main file, a map of names to values. */
  readonly environment?: string;
  /** Values by name. `API_HOST`, as written in environment variables, sets `apiHost`. */
  readonly variables: { readonly [name: string]: string };
}

export const variablePattern = '^[A-Za-z_][A-Za-z0-9_-]*$';

/** The values of `vars`, overridden by an environment file, DOCFORM_VAR_* and flags. An override has the type of the value in `vars`. */
export function resolveVariables(scope: Scope, root: MapNode, file: string, overrides: Overrides): Variables {
  const { problems } = scope;
  const values = new Map<string, Variable | undefined>();
  for (const entry of entriesIn(problems, root, 'vars', 'values')) {
    if (new RegExp(variablePattern).test(entry.key)) values.set(entry.key, variableOf(problems, entry));
    else
      problems.add('E-KEY-NAME', entry.keySpan, {
        message: `invalid variable name "${entry.key}"`,
        hint: 'begin with a letter or _, and use letters, digits, _ and -',
      });
  }
  const place = entryOf(root, 'vars')?.keySpan ?? root.span;
  applyEnvironment(scope, values, file, overrides.environment, place);
  for (const [name, text] of Object.entries(overrides.variables)) override(scope, values, name, text, place);
  return values;
}

/** Values are scalars without variables. Null declares a variable without a value. */
function variableOf(problems: ProblemList, { key, value: node }: MapEntry): Variable | undefined {
  if (node.is === 'lost') return undefined;
  if (node.is !== 'scalar')
    return problems.add('E-TYPE', node.span, {
      message: `variable ${key} must be text, a number or a boolean, not ${describeNode(node)}`,
    });
  const { value } = node;
  if (value === null) return { value, text: node.source };
  if (typeof value !== 'string')
    return { value, text: node.source, type: typeof value === 'number' ? 'number' : 'boolean' };
  if (!/(^|[^$])\$\{/.test(value)) return textVariable(value.replaceAll('$${', '${'));
  return problems.add('E-VAR-PLACE', node.span, {
    message: `the value of variable ${key} cannot contain a variable`,
    hint: 'write the value out, or `$${` for a literal `${`',
  });
}

function textVariable(text: string): Variable {
  return { value: text, text, type: 'text' };
}

function applyEnvironment(
  scope: Scope,
  values: Map<string, Variable | undefined>,
  file: string,
  name: string | undefined,
  place: SourceSpan,
): void {
  if (name === undefined) return;
  const { problems, files } = scope;
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
  for (const entry of readFileTree(scope, path, place)?.entries ?? []) {
    if (!values.has(entry.key)) {
      reportUndeclared(scope, values, entry.key, entry.keySpan);
      continue;
    }
    const given = variableOf(problems, entry);
    values.set(entry.key, given && overriding(scope, values, entry.key, given, entry.value.span));
  }
}

/** Matches the exact name, or a name that differs only in case, `_` and `-`. */
function override(
  scope: Scope,
  values: Map<string, Variable | undefined>,
  name: string,
  text: string,
  place: SourceSpan,
): void {
  const fold = (word: string) => word.toLowerCase().replace(/[-_]/g, '');
  const folded = [...values.keys()].filter((each) => fold(each) === fold(name));
  const target = values.has(name) ? name : folded.length === 1 ? folded[0] : undefined;
  if (target === undefined) return void reportUndeclared(scope, values, name, place);
  values.set(target, overriding(scope, values, target, textVariable(text), place));
}

/** The given value with the declared type. A variable without a type takes any value. */
function overriding(
  { problems }: Scope,
  values: Variables,
  name: string,
  given: Variable,
  place: SourceSpan,
): Variable | undefined {
  const { value, text } = given;
  const type = values.get(name)?.type ?? given.type;
  if (value === null || type === given.type) return { value, text, type };
  const converted = typed(text, type);
  if (converted !== undefined) return { value: converted, text, type };
  return problems.add('E-VAR-TYPE', place, {
    message: `variable ${name} must be ${type === 'number' ? 'a number' : '`true` or `false`'}, not "${text}"`,
  });
}

function typed(text: string, type: Variable['type']): Scalar | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type !== 'number') return text;
  return isNumber(text) ? Number(text) : undefined;
}

function reportUndeclared({ problems, isWhole }: Scope, values: Variables, name: string, span: SourceSpan): void {
  if (!isWhole) return;
  const hint = hints(didYouMean(problems.suggest(name, values.keys())), 'declare the variable under `vars`');
  problems.add('E-VAR-UNDECLARED', span, { message: `variable "${name}" has a value but is not declared`, hint });
}

const onlyVariable = /^\$\{vars\.([A-Za-z_][A-Za-z0-9_-]*)\}$/;
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

/** A text that is one variable has the type of its value. Returns the same object if a node contains no variables. */
export function interpolate(context: Interpolation, node: ConfigurationNode): ConfigurationNode {
  if (node.is !== 'scalar') return withChildren(node, (child) => interpolate(context, child));
  if (typeof node.value !== 'string' || !node.value.includes('${')) return node;
  const { span } = node;
  const only = onlyVariable.exec(node.value)?.[1];
  const found = only === undefined ? replaced(context, node.value, span) : variableValue(context, span, only);
  if (found === undefined) return { is: 'lost', span };
  const scalar = { is: 'scalar', value: found.value, source: found.text, span } as const;
  return only === undefined ? scalar : { ...scalar, variable: only };
}

/** Keys that are platform ids can contain variables. */
export function interpolateKeys(context: Interpolation, node: MapNode): MapNode {
  const entries = node.entries.flatMap((entry) => {
    if (!entry.key.includes('${')) return [entry];
    const key = replaced(context, entry.key, entry.keySpan);
    return key === undefined ? [] : [{ ...entry, key: key.text }];
  });
  return { ...node, entries };
}

/** undefined: after a problem. */
function replaced(context: Interpolation, text: string, span: SourceSpan): Variable | undefined {
  let isLost = false;
  const result = text.replace(mark, (found: string, name: string | undefined) => {
    if (found === '$${') return '${';
    const value = name === undefined ? reportSyntax(context, text, span) : variableValue(context, span, name);
    const put = value?.text ?? '';
    context.added.count += put.length;
    if (value !== undefined && context.added.count <= maxAdded) return put;
    isLost = true;
    return '';
  });
  if (context.added.count > maxAdded)
    context.problems.add('E-LIMIT-SIZE', span, { message: `variables add more than ${maxAdded} characters` });
  return isLost ? undefined : textVariable(result);
}

function variableValue({ problems, variables, isWhole }: Interpolation, span: SourceSpan, name: string) {
  const variable = variables.get(name);
  if (variable?.value === null) {
    const environment = name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase();
    const hint = `set the variable with --var ${name}=VALUE, DOCFORM_VAR_${environment}, an environment file, or \`vars\``;
    return problems.add('E-VAR-UNSET', span, { message: `variable "${name}" has no value`, label: 'used here', hint });
  }
  if (variables.has(name) || !isWhole) return variable;
  const hint = hints(didYouMean(problems.suggest(name, variables.keys())), 'declare the variable under `vars`');
  return problems.add('E-VAR-UNKNOWN', span, { message: `unknown variable "${name}"`, label: 'not declared', hint });
}

function reportSyntax({ problems }: Interpolation, text: string, span: SourceSpan): undefined {
  problems.add('E-VAR-SYNTAX', span, {
    message: '`${` without a valid variable name',
    hint: `write \${vars.${/\$\{\s*([A-Za-z][\w-]*)\s*\}/.exec(text)?.[1] ?? 'NAME'}}, or $\${ for a literal \${`,
  });
}
