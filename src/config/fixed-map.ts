/** Checks maps with fixed keys, such as `policy` or an entry of `moved`. */
import type { SourceSpan } from '../core/problem.ts';
import { type ConfigurationNode, describeNode, indented, type MapNode, typeHint } from './node.ts';
import { didYouMean, hints, type ProblemList, replacementFix } from './problem-list.ts';

export interface FixedKey {
  readonly isRequired?: true;
  readonly check: (node: ConfigurationNode) => void;
}

export function checkFixed(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
  keys: { readonly [key: string]: FixedKey },
): MapNode | undefined {
  const map = mapOf(problems, node, name);
  if (map === undefined) return undefined;
  const stated = new Set<string | undefined>(map.entries.map((entry) => entry.key));
  for (const entry of map.entries) {
    const known = Object.hasOwn(keys, entry.key) ? keys[entry.key] : undefined;
    if (known !== undefined) known.check(entry.value);
    else stated.add(reportUnknownKey(problems, entry.key, entry.keySpan, name, Object.keys(keys)));
  }
  for (const [key, { isRequired }] of Object.entries(keys))
    if (isRequired && !stated.has(key)) reportMissing(problems, name, key, map.span);
  return map;
}

export function mapOf(problems: ProblemList, node: ConfigurationNode, name: string): MapNode | undefined {
  if (node.is === 'map') return node;
  return reportWrongType(problems, node, name, 'map', {
    hint: `write \`{}\` for an empty map, or remove the key to leave the value unchanged; ${indented}`,
  });
}

/** Reports null, or a value of another type. `expected` describes the type, such as \`a map\`. */
export function reportWrongType(
  problems: ProblemList,
  node: ConfigurationNode,
  name: string,
  type: 'map' | 'list' | 'scalar',
  { expected = `a ${type}`, hint }: { readonly expected?: string; readonly hint: string },
): undefined {
  if (node.is === 'scalar' && node.value === null)
    return problems.add('E-NULL', node.span, {
      message: `${name} cannot be null`,
      label: `expected ${expected}`,
      hint,
    });
  if (node.is === 'lost') return undefined;
  return problems.add('E-TYPE', node.span, {
    message: `${name} must be ${expected}, not ${describeNode(node)}`,
    hint: typeHint(type, node),
  });
}

export function reportMissing(problems: ProblemList, name: string, key: string, span: SourceSpan): void {
  problems.add('E-REQUIRED', span, { message: `missing key "${key}" in ${name}`, label: `\`${key}\` is required` });
}

/** Returns the known key that was probably meant. Such a key is not also reported as missing. */
export function reportUnknownKey(
  problems: ProblemList,
  key: string,
  span: SourceSpan,
  name: string,
  known: readonly string[],
  more?: string,
): string | undefined {
  const possible = known.length > 0 ? `possible keys: ${known.join(', ')}` : 'remove the key: none is allowed here';
  const merge = key === '<<' ? 'copy the keys: YAML 1.2 has no merge keys' : undefined;
  const meant = merge === undefined ? problems.suggest(key, known) : undefined;
  const hint = merge ?? more ?? didYouMean(meant);
  problems.add('E-KEY-UNKNOWN', span, {
    message: `unknown key "${key}" in ${name}`,
    label: 'not a key of this block',
    hint: hints(hint ?? possible),
    fix: more === undefined ? replacementFix(meant) : undefined,
  });
  return meant;
}
