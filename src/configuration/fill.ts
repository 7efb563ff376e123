/** Fills variables into a tree: `${vars.name}` in texts, and in keys where the language allows it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration language.
import type { SourceSpan } from '../core/problem.ts';
import { reportDuplicateKey } from './duplicate-key.ts';
import type { Entry, MapNode, Node, Report, Scalar, ScalarNode } from './node.ts';
import { nearest } from './suggest.ts';
import type { Variables } from './variables.ts';

/** Texts may grow by this many characters in all; a few bytes of configuration must not become gigabytes. */
const maxFilledCharacters = 20_000_000;

interface Filling {
  readonly variables: Variables;
  readonly report: Report;
  /** Aliases share nodes; each is filled, and complained about, once. */
  readonly done: Map<Node, Node>;
  filledCharacters: number;
}

export function fillVariables(root: MapNode, variables: Variables, report: Report): MapNode {
  const filling: Filling = { variables, report, done: new Map(), filledCharacters: 0 };
  const entries = root.entries.map((entry): Entry => {
    if (entry.key === 'vars') return entry;
    if (entry.key !== 'linkInvites' || entry.value.is !== 'map') return { ...entry, value: fillNode(entry.value, filling) };
    return { ...entry, value: { ...entry.value, entries: fillKeys(entry.value.entries, filling) } };
  });
  for (const entry of entries) refuseInKey(entry, filling);
  return { ...root, entries };
}

function fillNode(node: Node, filling: Filling): Node {
  const known = filling.done.get(node);
  if (known !== undefined) return known;
  const filled = fillOnce(node, filling);
  filling.done.set(node, filled);
  return filled;
}

function fillOnce(node: Node, filling: Filling): Node {
  if (node.is === 'scalar') {
    return typeof node.value === 'string' ? { ...node, value: fillText(node.value, node, filling) } : node;
  }
  if (node.is === 'list') return { ...node, items: node.items.map((item) => fillNode(item, filling)) };
  for (const entry of node.entries) refuseInKey(entry, filling);
  return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: fillNode(entry.value, filling) })) };
}

/** Ids of link invites differ between organizations, so their keys may be variables. */
function fillKeys(entries: readonly Entry[], filling: Filling): readonly Entry[] {
  const filled = new Map<string, Entry>();
  for (const entry of entries) {
    const key = String(fillText(entry.key, { value: entry.key, span: entry.keySpan }, filling));
    const first = filled.get(key);
    if (first !== undefined) reportDuplicateKey(key, first.keySpan, entry.keySpan, filling.report);
    else filled.set(key, { ...entry, key, value: fillNode(entry.value, filling) });
  }
  return [...filled.values()];
}

function refuseInKey({ key, keySpan }: Entry, { report }: Filling): void {
  if (!key.includes('${')) return;
  report({
    code: 'E-VAR-KEY',
    message: 'a variable cannot stand in this key',
    span: keySpan,
    label: 'only keys of linkInvites can be variables',
    hint: 'write the key out: addresses are the same in every environment',
  });
}

/** `$${` is a literal `${`; everything else that begins with `${` must be a variable. */
const references = /\$\$\{|\$\{([^}]*)(\})?/g;
const reference = /^vars\.([A-Za-z_][A-Za-z0-9_-]*)$/;

function fillText(text: string, at: Pick<ScalarNode, 'value' | 'span'>, filling: Filling): Scalar {
  if (!text.includes('${')) return text;
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(references)) {
    const [whole, inner, close] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (whole === '$${') {
      parts.push('${');
      continue;
    }
    const value = variableValue(close === undefined ? undefined : inner, whole, spanInside(text, match.index, whole, at.span), filling);
    if (value === undefined) parts.push(whole);
    else if (whole.length === text.length) return value;
    else parts.push(grown(String(value), at.span, filling));
  }
  parts.push(text.slice(end));
  return parts.join('');
}

function variableValue(inner: string | undefined, whole: string, span: SourceSpan, { variables, report }: Filling): Scalar | undefined {
  const name = inner === undefined ? undefined : reference.exec(inner)?.[1];
  if (name === undefined) {
    report({
      code: 'E-VAR-SYNTAX',
      message: `${shortened(whole)} is not a variable`,
      span,
      label: `only \${vars.name} has a meaning`,
      hint: `write \${vars.name} for a variable, or $\${ for a literal \${`,
    });
    return undefined;
  }
  const variable = variables.get(name);
  if (variable === undefined) {
    const near = nearest(name, variables.keys());
    report({
      code: 'E-VAR-UNKNOWN',
      message: `unknown variable "${shortened(name)}"`,
      span,
      label: 'not declared under vars',
      hint: near === undefined ? 'declare it under `vars` of the main file' : `did you mean "${near}"?`,
    });
    return undefined;
  }
  if (variable.value !== null) return variable.value;
  report({
    code: 'E-VAR-MISSING',
    message: `the variable "${name}" has no value`,
    span,
    label: 'declared without a value, and nothing gives it one',
    hint: `give it in env/<name>.yaml and use --env, or with --var ${name}=VALUE or DOCFORM_VAR_${name}`,
    related: [{ message: 'declared here', span: variable.span }],
  });
  return undefined;
}

/** Text that a variable brought; beyond the limit it is left out, which is said once. */
function grown(value: string, span: SourceSpan, filling: Filling): string {
  const before = filling.filledCharacters;
  filling.filledCharacters += value.length;
  if (filling.filledCharacters <= maxFilledCharacters) return value;
  if (before <= maxFilledCharacters) {
    const message = `variables make the configuration longer than ${maxFilledCharacters / 1_000_000} million characters`;
    filling.report({
      code: 'E-VAR-LIMIT',
      message,
      span,
      label: 'here it becomes too much',
      hint: 'use shorter values, or fewer variables',
    });
  }
  return '';
}

/** The exact place where the text is written as it reads; the whole scalar where escapes or line breaks make that unsure. */
function spanInside(text: string, index: number, part: string, span: SourceSpan): SourceSpan {
  const quotes = span.length - text.length;
  if ((quotes !== 0 && quotes !== 2) || text.includes('\n')) return span;
  return { ...span, column: span.column + quotes / 2 + index, length: part.length };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
