/** Compiles the JSON Schemas of policy rules, with limits, because rules can come from a pull request. */

import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { errorMessage } from '../../core/docform-error.ts';
import { canonicalJson } from '../../core/json.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { mapOf } from '../blocks/values.ts';
import type { ProblemList } from '../problem-list.ts';
import { type ConfigurationNode, childrenOf, entryOf, type MapNode } from '../yaml/node.ts';

/** Limits for the values in one rule and in all rules, because each value costs compile time. */
export const maxNodes = { ofRule: 1_000, ofAll: 20_000 } as const;

/** Throws an Error with a message for users if the pattern is invalid. */
export type CompilePattern = (pattern: string) => { readonly test: (text: string) => boolean };

/**
 * Returns a function that compiles a JSON Schema to the check of a document; undefined after a problem. `compilePattern` is missing if no
 * rule has a pattern.
 */
export function createRuleCompiler(problems: ProblemList, compilePattern?: CompilePattern) {
  const ajv = createAjv(compilePattern);
  let nodes = 0;
  return (node: ConfigurationNode): ((document: unknown) => boolean) | undefined => {
    const map = mapOf(problems, node, 'a JSON Schema');
    if (map === undefined) return undefined;
    const count = nodesIn(map);
    nodes += count;
    if (count > maxNodes.ofRule || nodes > maxNodes.ofAll)
      return problems.add('E-LIMIT-RULE', map.span, {
        message: `this rule has ${count} values, but the limit is ${maxNodes.ofRule} for one rule, and ${maxNodes.ofAll} for all rules together`,
        hint: 'use a pattern instead of a long list of values, or split the rule',
      });
    const before = problems.count();
    reportRefused(problems, map, compilePattern);
    return problems.count() > before ? undefined : compiled(problems, ajv, map);
  };
}

function createAjv(compilePattern: CompilePattern | undefined): Ajv {
  const loose = { strictTypes: false, strictTuples: false, strictRequired: false, allowUnionTypes: true };
  const regExp = compilePattern && Object.assign(compilePattern, { code: 'compilePattern' });
  const ajv = new Ajv({ strict: true, ...loose, logger: false, ...(regExp === undefined ? {} : { code: { regExp } }) });
  // The format `url` takes quadratic time; `uri` is equivalent.
  formats.default(
    ajv,
    Object.keys(fullFormats).filter((name) => name !== 'url') as Parameters<typeof formats.default>[1] as never,
  );
  // The built-in keyword compares every item with every other.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: readonly unknown[]) =>
      !isWanted || new Set(items.map(canonicalJson)).size === items.length,
  });
  return ajv;
}

function nodesIn(node: ConfigurationNode): number {
  return childrenOf(node).reduce((sum, child) => sum + nodesIn(child), 1);
}

/** Keywords whose value is data or property names, not a schema. */
const ofData: readonly string[] = ['const', 'enum', 'default', 'examples', 'required'];
const ofNames: readonly string[] = ['properties', 'patternProperties', 'dependencies', 'definitions', '$defs'];

/** Reports unsupported references and patterns. */
function reportRefused(problems: ProblemList, node: ConfigurationNode, compilePattern?: CompilePattern): void {
  for (const item of node.is === 'list' ? node.items : []) reportRefused(problems, item, compilePattern);
  for (const { key, keySpan, value } of node.is === 'map' ? node.entries : []) {
    if (key.startsWith('$') && !['$schema', '$comment', '$defs'].includes(key))
      problems.add('E-POLICY-SCHEMA', keySpan, {
        message: `${key} is not supported in a rule`,
        hint: 'remove the keyword, and write the schema out',
      });
    else if (key === 'pattern')
      reportPattern(problems, value.is === 'scalar' ? value.value : null, value.span, compilePattern);
    else if (ofNames.includes(key) && value.is === 'map')
      for (const each of value.entries) {
        if (key === 'patternProperties') reportPattern(problems, each.key, each.keySpan, compilePattern);
        reportRefused(problems, each.value, compilePattern);
      }
    else if (!ofData.includes(key)) reportRefused(problems, value, compilePattern);
  }
}

function reportPattern(problems: ProblemList, pattern: unknown, span: SourceSpan, compilePattern?: CompilePattern) {
  try {
    if (typeof pattern === 'string') compilePattern?.(pattern);
  } catch (error) {
    const hint = 'use RE2 syntax, without lookahead, lookbehind and references to groups';
    problems.add('E-POLICY-SCHEMA', span, { message: `invalid pattern: ${errorMessage(error).split('\n')[0]}`, hint });
  }
}

function compiled(problems: ProblemList, ajv: Ajv, map: MapNode): ((document: unknown) => boolean) | undefined {
  try {
    const schema = plain(map) as AnySchemaObject;
    if (ajv.validateSchema(schema) === true) {
      const fits = ajv.compile(schema);
      return (document) => fits(document) === true;
    }
    const [error] = ajv.errors ?? [];
    report(problems, map, messageOf(error), error?.instancePath.split('/').slice(1) ?? []);
  } catch (error) {
    const message = errorMessage(error);
    report(problems, map, message, [/"([^"]+)"/.exec(message)?.[1] ?? ''], true);
  }
  return undefined;
}

function messageOf(error: ErrorObject | undefined) {
  const allowed = error?.params?.allowedValues as readonly unknown[] | undefined;
  return `${error?.message ?? 'unknown reason'}${allowed === undefined ? '' : `: ${allowed.join(', ')}`}`;
}

/** Reports at the part that the path names. `anywhere`: at the first key with this name. */
function report(problems: ProblemList, map: MapNode, message: string, path: readonly string[], anywhere = false) {
  const span = anywhere ? (keyNamed(map, path[0] ?? '') ?? map.span) : spanAt(map, path);
  problems.add('E-POLICY-SCHEMA', span, {
    message: `invalid JSON Schema: ${message}`,
    hint: 'use JSON Schema draft-07',
  });
}

function spanAt(node: ConfigurationNode, [key, ...rest]: readonly string[]): SourceSpan {
  if (key === undefined) return node.span;
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const next =
    node.is === 'map' ? entryOf(node, name)?.value : node.is === 'list' ? node.items[Number(name)] : undefined;
  return next === undefined ? node.span : spanAt(next, rest);
}

function keyNamed(node: ConfigurationNode, name: string): SourceSpan | undefined {
  const own = node.is === 'map' ? entryOf(node, name)?.keySpan : undefined;
  const inside = () => childrenOf(node).map((child) => keyNamed(child, name));
  return own ?? inside().find((span) => span !== undefined);
}

function plain(node: ConfigurationNode): unknown {
  if (node.is === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  if (node.is === 'list') return node.items.map(plain);
  return node.is === 'scalar' ? node.value : null;
}
