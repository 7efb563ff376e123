/** Reads rules over plans: files that hold a message and a JSON Schema; what is wrong with one is told at its place. */
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { type PolicyRule, ruleActions, ruleSeverities, ruleSubjects } from '../core/policy.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { FileReader } from './file-reader.ts';
import { checkFixed, type FixedKey, mapOf } from './fixed-map.ts';
import { joinPath } from './glob.ts';
import { defaultLimits } from './limits.ts';
import { itemsOf } from './list-values.ts';
import { type ConfigurationNode, entryOf, type MapNode } from './node.ts';
import { parseFile } from './parse.ts';
import { createProblemList, type ProblemList } from './problem-list.ts';
import { createSources } from './read-sources.ts';
import { checkChoice, checkText } from './scalar-values.ts';

/** A file with a rule, or a directory of such files; `span`: where it is named. */
export interface NamedRules {
  readonly path: string;
  readonly span: SourceSpan;
  readonly files: FileReader;
}

export interface LoadedRules {
  readonly rules: readonly PolicyRule[];
  readonly problems: readonly Problem[];
  /** Text of each file, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

const ruleFile = /\.(ya?ml|json)$/;

/** `kinds`: names of the kinds of changes. */
export function loadRules(named: readonly NamedRules[], kinds: readonly string[]): LoadedRules {
  const problems = createProblemList();
  const rules = new Map<string, PolicyRule>();
  const texts = new Map<string, string>();
  for (const { path, span, files } of named) {
    const sources = createSources(files, problems, defaultLimits);
    for (const file of filesIn(path, span, files, problems)) {
      const text = rules.has(file) ? undefined : sources.read(file, span);
      if (text === undefined) continue;
      texts.set(file, text);
      const root = parseFile(file, text, problems, defaultLimits);
      const rule = root && readRule(problems, root, file, kinds);
      if (rule !== undefined) rules.set(file, rule);
    }
  }
  return { rules: [...rules.values()], problems: problems.sorted(texts.keys()), sources: texts };
}

/** What else stands in a directory, a README for instance, is none. */
function filesIn(path: string, span: SourceSpan, files: FileReader, problems: ProblemList): readonly string[] {
  const listed = files.list(path);
  if (listed.length === 0) return [path];
  const found = listed.filter(({ name, isDirectory }) => !isDirectory && ruleFile.test(name)).map(({ name }) => joinPath(path, name));
  if (found.length === 0)
    problems.add('E-FILE-MISSING', span, { message: `${path} holds no rule`, hint: 'rules are .yaml or .json files' });
  return found.sort();
}

function readRule(problems: ProblemList, root: MapNode, file: string, kinds: readonly string[]): PolicyRule | undefined {
  const before = problems.sorted([]).length;
  const said: { -readonly [K in keyof PolicyRule]?: PolicyRule[K] | undefined } = {};
  const text = (key: 'name' | 'message') => (node: ConfigurationNode) => {
    said[key] = checkText(problems, node, { is: 'text', min: 1, max: 1_000 }, `rule: ${key}`);
  };
  const words = (key: 'kinds' | 'actions', known: readonly string[]) => (node: ConfigurationNode) => {
    const items = itemsOf(problems, node, `rule: ${key}`) ?? [];
    said[key] = items.flatMap((item) => checkChoice(problems, item, known, `an item of rule: ${key}`) ?? []);
  };
  const schema = (isWanted: boolean) => (node: ConfigurationNode) => {
    const fits = compiled(problems, node);
    if (fits !== undefined) said.isKept = (document) => fits(document) === isWanted;
  };
  const keys: { readonly [key: string]: FixedKey } = {
    name: { check: text('name') },
    message: { isRequired: true, check: text('message') },
    severity: { check: (node) => Object.assign(said, { severity: checkChoice(problems, node, ruleSeverities, 'rule: severity') }) },
    on: { check: (node) => Object.assign(said, { on: checkChoice(problems, node, ruleSubjects, 'rule: on') }) },
    kinds: { check: words('kinds', kinds) },
    actions: { check: words('actions', ruleActions) },
    must: { check: schema(true) },
    never: { check: schema(false) },
  };
  checkFixed(problems, root, 'a rule', keys);
  reportForms(problems, root);
  const { message, isKept, name = file.replace(/^.*\//, '').replace(ruleFile, ''), severity = 'error', on = 'change', ...rest } = said;
  if (message === undefined || isKept === undefined || problems.sorted([]).length > before) return undefined;
  const only = {
    ...(rest.kinds === undefined ? {} : { kinds: rest.kinds }),
    ...(rest.actions === undefined ? {} : { actions: rest.actions }),
  };
  return { name, file, message, severity, on, ...only, isKept };
}

function reportForms(problems: ProblemList, root: MapNode): void {
  const forms = ['must', 'never'].flatMap((key) => entryOf(root, key) ?? []);
  if (forms.length !== 1) {
    problems.add('E-ONE-OF', forms[1]?.keySpan ?? root.span, {
      message: 'a rule needs exactly one of must, never',
      label: forms.length === 0 ? 'it has none' : 'it has both',
      hint: '`must`: every change has to fit this JSON Schema; `never`: none may',
    });
  }
  const narrow = ['kinds', 'actions'].flatMap((key) => entryOf(root, key) ?? []);
  const on = entryOf(root, 'on')?.value;
  const [first] = narrow;
  if (first !== undefined && on?.is === 'scalar' && on.value !== 'change')
    problems.add('E-KEY-UNKNOWN', first.keySpan, {
      message: `a rule on ${on.value} has no ${first.key}`,
      hint: 'they choose among changes',
    });
}

/** Whether a document fits the schema; undefined: it is none, and the problem says why. */
function compiled(problems: ProblemList, node: ConfigurationNode): ((document: unknown) => boolean) | undefined {
  const map = mapOf(problems, node, 'a JSON Schema');
  if (map === undefined) return undefined;
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    logger: false,
  });
  formats.default(ajv);
  try {
    const schema = plain(map) as object;
    if (ajv.validateSchema(schema) === true) {
      const fits = ajv.compile(schema);
      return (document) => fits(document) === true;
    }
    const [error] = ajv.errors ?? [];
    report(problems, map, messageOf(error), error?.instancePath.split('/').slice(1) ?? []);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    report(problems, map, message, [/"([^"]+)"/.exec(message)?.[1] ?? ''], true);
  }
  return undefined;
}

function messageOf(error: ErrorObject | undefined): string {
  const allowed = error?.params?.allowedValues as readonly unknown[] | undefined;
  return `${error?.message ?? 'it is none'}${allowed === undefined ? '' : `: ${allowed.join(', ')}`}`;
}

/** At the part that the path leads to; `anywhere`: at the first key of that name. */
function report(problems: ProblemList, map: MapNode, message: string, path: readonly string[], anywhere = false): void {
  const span = anywhere ? (keyNamed(map, path[0] ?? '') ?? map.span) : spanAt(map, path);
  problems.add('E-POLICY-SCHEMA', span, { message: `this is no JSON Schema: ${message}`, hint: 'JSON Schema of draft-07' });
}

function spanAt(node: ConfigurationNode, [key, ...rest]: readonly string[]): SourceSpan {
  if (key === undefined) return node.span;
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const next = node.is === 'map' ? entryOf(node, name)?.value : node.is === 'list' ? node.items[Number(name)] : undefined;
  return next === undefined ? node.span : spanAt(next, rest);
}

function keyNamed(node: ConfigurationNode, name: string): SourceSpan | undefined {
  if (node.is === 'list') return node.items.map((item) => keyNamed(item, name)).find((span) => span !== undefined);
  if (node.is !== 'map') return undefined;
  const own = entryOf(node, name)?.keySpan;
  return own ?? node.entries.map(({ value }) => keyNamed(value, name)).find((span) => span !== undefined);
}

/** The value that a node writes down. */
function plain(node: ConfigurationNode): unknown {
  if (node.is === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  if (node.is === 'list') return node.items.map(plain);
  return node.is === 'scalar' ? node.value : null;
}
