/** Puts the values of variables into texts: `${vars.x}`; a text that is one whole variable takes its type; `$${` is a literal `${`. */
import type { ConfigurationNode, MapNode, Scalar, ScalarNode } from './node.ts';
import { didYouMean, hints, type ProblemList } from './problem-list.ts';
import type { Variables } from './variables.ts';

const whole = /^\$\{vars\.([A-Za-z_][A-Za-z0-9_-]*)\}$/;
const mark = /\$\$\{|\$\{(?:vars\.([A-Za-z_][A-Za-z0-9_-]*)\})?/g;

/** Characters that variables may add to all texts together. */
const mostAdded = 4_000_000;

export interface Interpolation {
  readonly problems: ProblemList;
  readonly variables: Variables;
  /** False: a variable that is not known may be declared in a file that is missing. */
  readonly isWhole: boolean;
  readonly added: { count: number };
}

/** Nodes without variables stay the same objects. */
export function interpolate(context: Interpolation, node: ConfigurationNode): ConfigurationNode {
  if (node.is === 'scalar')
    return typeof node.value === 'string' && node.value.includes('${')
      ? interpolateText(context, node, node.value)
      : node;
  if (node.is === 'list') {
    const items = changed(node.items, (item) => interpolate(context, item));
    return items === node.items ? node : { ...node, items };
  }
  if (node.is !== 'map') return node;
  const entries = changed(node.entries, (entry) => {
    const value = interpolate(context, entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries === node.entries ? node : { ...node, entries };
}

/** The same list where none of its members is another one then. */
function changed<T>(members: readonly T[], change: (member: T) => T): readonly T[] {
  let result: T[] | undefined;
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] as T;
    const other = change(member);
    if (other !== member) result ??= members.slice(0, at);
    result?.push(other);
  }
  return result ?? members;
}

/** Keys that are ids of the platform take variables as well. */
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
    if (context.added.count <= mostAdded) return put;
    isLost = true;
    return '';
  });
  if (context.added.count > mostAdded)
    context.problems.add('E-LIMIT-SIZE', node.span, { message: `variables add more than ${mostAdded} characters` });
  return isLost ? { is: 'lost', span: node.span } : { is: 'scalar', value: result, source: result, span: node.span };
}

function variableValue(
  { problems, variables, isWhole }: Interpolation,
  node: ScalarNode,
  name: string,
): Scalar | undefined {
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
