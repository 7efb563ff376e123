/** Reads policy rules: files with a message and a JSON Schema. Reports properties that no plan has, because such a rule would never apply. */
import { withoutUndefined } from '../../core/defined.ts';
import { type PolicyRule, type RuleSubject, ruleActions, ruleSeverities, ruleSubjects } from '../../core/policy.ts';
import type { Problem, SourceSpan } from '../../core/problem.ts';
import type { Bound } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { type FixedFields, readFixed } from '../blocks/values.ts';
import { readWithin } from '../blocks/within.ts';
import { createSources, defaultLimits, type FileReader, joinPath, type Limits, noUsage } from '../files/file-reader.ts';
import { createProblemList, type ProblemList } from '../problem-list.ts';
import { type ConfigurationNode, childrenOf, entryOf, type MapEntry, type MapNode } from '../yaml/node.ts';
import { parseFile } from '../yaml/parse.ts';
import { createRuleCompiler } from './rule-schema.ts';

/** A rule file or a directory of rule files. `span`: the place that names it. */
export interface NamedRules {
  readonly path: string;
  readonly span: SourceSpan;
  readonly files: FileReader;
}

export interface LoadedRules {
  readonly rules: readonly PolicyRule[];
  /** Limits of the whole configuration (`within`). */
  readonly bounds: readonly Bound[];
  readonly problems: readonly Problem[];
  readonly sources: ReadonlyMap<string, string>;
}

const ruleFile = /\.(ya?ml|json)$/;

const maxFiles = 1_000;
/** Limits far above the size of real rules: bytes for one file, tokens for all files. */
const limits: Limits = { ...defaultLimits, fileBytes: 256 * 1024, pieces: 300_000 };

export interface RuleSubjects {
  readonly kinds: readonly string[];
  readonly shapes: Shapes;
  /** Schema of the documents. `kinds`: limited to changes of these kinds. */
  readonly documentOf: (on: RuleSubject, kinds: readonly string[] | undefined) => DocumentSchema;
}

interface Reading extends RuleSubjects {
  readonly problems: ProblemList;
  readonly compile: ReturnType<typeof createRuleCompiler>;
}

export async function loadRules(named: readonly NamedRules[], subjects: RuleSubjects): Promise<LoadedRules> {
  const problems = createProblemList();
  const { roots, sources } = parseRules(named, problems);
  // The pattern engine has 250 kB, so it is loaded only if needed.
  const patterns = [...roots.values()].some(hasPattern) ? await import('./linear-pattern.ts') : undefined;
  const compile = createRuleCompiler(problems, patterns?.compilePattern);
  const read = [...roots].flatMap(([file, root]) => readRule({ ...subjects, problems, compile }, root, file) ?? []);
  const rules = read.filter((each) => 'isKept' in each);
  const bounds = read.filter((each) => 'patterns' in each);
  return { rules, bounds, problems: problems.sorted(sources.keys()), sources };
}

function parseRules(named: readonly NamedRules[], problems: ProblemList) {
  const roots = new Map<string, MapNode>();
  const sources = new Map<string, string>();
  const used = noUsage();
  for (const { path, span, files } of named) {
    const reading = createSources(files, problems, limits);
    for (const file of filesIn(path, span, files, problems)) {
      if (sources.has(file)) continue;
      if (sources.size >= maxFiles) {
        problems.add('E-LIMIT-FILES', span, {
          message: `there are more than ${maxFiles} rules`,
          hint: 'combine related rules',
        });
        return { roots, sources };
      }
      const text = reading.read(file, span);
      if (text === undefined) continue;
      sources.set(file, text);
      const root = parseFile(file, text, problems, limits, used);
      if (root !== undefined) roots.set(file, root);
    }
  }
  return { roots, sources };
}

function hasPattern(node: ConfigurationNode): boolean {
  const keys = node.is === 'map' ? node.entries.map(({ key }) => key) : [];
  return keys.some((key) => /^pattern(Properties)?$/.test(key)) || childrenOf(node).some(hasPattern);
}

/** Ignores other files in a directory, such as a README. */
function filesIn(path: string, span: SourceSpan, files: FileReader, problems: ProblemList) {
  const listed = files.list(path);
  if (listed.length === 0) return [path];
  const found = listed
    .filter(({ name, isDirectory }) => !isDirectory && ruleFile.test(name))
    .map(({ name }) => joinPath(path, name));
  if (found.length === 0)
    problems.add('E-FILE-MISSING', span, {
      message: `${path} contains no rule`,
      hint: 'correct the path, or add a .yaml or .json file',
    });
  return found.sort();
}

const text = { is: 'text', min: 1, max: 1_000 } as const;

const listOf = (values: readonly string[]) =>
  ({ type: { is: 'list', compare: 'set', of: { is: 'choice', values }, mayRepeat: true } }) as const;

const ruleFields: FixedFields = {
  name: { type: text },
  message: { type: text, required: true },
  severity: { type: { is: 'choice', values: ruleSeverities } },
  on: { type: { is: 'choice', values: ruleSubjects } },
};

function readRule({ problems, compile, kinds, shapes, documentOf }: Reading, root: MapNode, file: string) {
  const within = entryOf(root, 'within')?.value;
  if (within !== undefined) return readBoundRule(problems, root, within, shapes);
  const before = problems.count();
  const fields: FixedFields = { ...ruleFields, kinds: listOf(kinds), actions: listOf(ruleActions) };
  const read = readFixed(problems, root, 'a rule', fields, (key) => `rule: ${key}`, ['must', 'never']);
  reportForms(problems, root);
  const said = read?.values as Partial<PolicyRule>;
  const { message, name = file.replace(/^.*\//, '').replace(ruleFile, ''), severity = 'error', on = 'change' } = said;
  let isKept: PolicyRule['isKept'] | undefined;
  for (const form of ['must', 'never']) {
    const node = read?.nodes[form];
    const fits = node && compile(node);
    if (node === undefined || fits === undefined) continue;
    isKept = (document) => fits(document) === (form === 'must');
    checkProperties(problems, node, documentOf(on, said.kinds));
  }
  if (message === undefined || isKept === undefined || problems.count() > before) return undefined;
  return withoutUndefined({ name, file, message, severity, on, kinds: said.kinds, actions: said.actions, isKept });
}

/** A rule that limits the configuration has no schema. */
function readBoundRule(problems: ProblemList, root: MapNode, within: ConfigurationNode, shapes: Shapes) {
  const fields = { name: { type: text }, message: { type: text } };
  readFixed(problems, root, 'a rule with within', fields, (key) => `rule: ${key}`, ['within']);
  return readWithin(problems, within, shapes, 'rule: within');
}

function reportForms(problems: ProblemList, root: MapNode) {
  const forms = ['must', 'never'].flatMap((key) => entryOf(root, key) ?? []);
  if (forms.length !== 1) {
    problems.add('E-ONE-OF', forms[1]?.keySpan ?? root.span, {
      message: 'a rule needs exactly one of must, never, within',
      label: forms.length === 0 ? 'has none' : 'has both',
      hint: 'use `must` for a JSON Schema that every change has to match, or `never` for one that none may match',
    });
  }
  const narrow = ['kinds', 'actions'].flatMap((key) => entryOf(root, key) ?? []);
  const on = entryOf(root, 'on')?.value;
  const isOfState = on?.is === 'scalar' && on.value === 'state';
  const [first] = narrow.filter(({ key }) => !isOfState || key !== 'kinds');
  if (first !== undefined && on?.is === 'scalar' && on.value !== 'change')
    problems.add('E-KEY-UNKNOWN', first.keySpan, {
      message: `a rule with on: ${on.value} cannot have ${first.key}`,
      hint: 'remove `kinds` and `actions`: they select changes',
    });
  const severity = entryOf(root, 'severity');
  if (isOfState && severity?.value.is === 'scalar' && severity.value.value === 'warning')
    problems.add('E-KEY-UNKNOWN', severity.keySpan, {
      message: 'a rule with on: state cannot have severity',
      hint: 'remove `severity`: only the plan that causes a violation is blocked',
    });
}

/** The part of a JSON Schema that describes documents. A schema without keywords allows everything. */
interface DocumentSchema {
  readonly [keyword: string]: unknown;
}

/** Possible forms of a value, with references and alternatives resolved. Empty: no document has the value. */
type Forms = readonly DocumentSchema[];

const anything: DocumentSchema = {};

interface Check {
  readonly problems: ProblemList;
  readonly definitions: { readonly [name: string]: DocumentSchema };
}

/** `document`: the schema of the documents that the rule checks. */
function checkProperties(problems: ProblemList, rule: ConfigurationNode, document: DocumentSchema) {
  const check = { problems, definitions: (document.definitions ?? {}) as Check['definitions'] };
  checkSchema(check, rule, formsOf(check, document));
}

function formsOf(check: Check, schema: DocumentSchema): Forms {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return formsOf(check, check.definitions[$ref.slice('#/definitions/'.length)] ?? {});
  if (Array.isArray(anyOf)) return anyOf.flatMap((each: DocumentSchema) => formsOf(check, each));
  return [schema];
}

/** The schema describes no content. */
function isOpen({ type, properties, const: only, enum: choices }: DocumentSchema) {
  return (
    properties === undefined && only === undefined && choices === undefined && (type === undefined || type === 'object')
  );
}

function propertyOf(check: Check, forms: Forms, name: string): Forms {
  const found = forms.flatMap((form) => {
    if (isOpen(form)) return [anything];
    const properties = (form.properties ?? {}) as Check['definitions'];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property === undefined ? [] : formsOf(check, property);
  });
  return [...new Set(found)];
}

function namesIn(forms: Forms) {
  return [...new Set(forms.flatMap(({ properties }) => Object.keys((properties ?? {}) as object)))];
}

function propertyForms(check: Check, forms: Forms): Forms {
  if (forms.some(isOpen)) return [anything];
  return [...new Set(namesIn(forms).flatMap((name) => propertyOf(check, forms, name)))];
}

function itemFormsOf(check: Check, forms: Forms): Forms {
  const found = forms.flatMap((form) => {
    if (form.items !== undefined) return formsOf(check, form.items as DocumentSchema);
    return form.type === undefined && isOpen(form) ? [anything] : [];
  });
  return [...new Set(found)];
}

/** Applies the schemas in each keyword to the parts of a document that the keyword checks. */
function checkSchema(check: Check, node: ConfigurationNode, forms: Forms): void {
  for (const { key, keySpan, value } of entriesOf(node))
    switch (key) {
      case 'properties':
        for (const each of entriesOf(value)) {
          const property = nameProperty(check, each.key, each.keySpan, forms);
          if (property.length > 0) checkSchema(check, each.value, property);
        }
        break;
      case 'required':
        nameProperties(check, value, forms);
        break;
      case 'additionalProperties':
        checkSchema(check, value, propertyForms(check, forms));
        break;
      case 'patternProperties':
        for (const each of entriesOf(value)) checkSchema(check, each.value, propertyForms(check, forms));
        break;
      case 'dependencies':
        for (const each of entriesOf(value)) {
          nameProperty(check, each.key, each.keySpan, forms);
          if (each.value.is === 'list') nameProperties(check, each.value, forms);
          else checkSchema(check, each.value, forms);
        }
        break;
      case 'items':
      case 'additionalItems':
      case 'contains': {
        const items = itemFormsOf(check, forms);
        if (items.length === 0) report(check, keySpan, `"${key}": a plan has no list here`);
        else for (const each of value.is === 'list' ? value.items : [value]) checkSchema(check, each, items);
        break;
      }
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        checkSchema(check, value, forms);
        break;
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        for (const each of value.is === 'list' ? value.items : []) checkSchema(check, each, forms);
    }
}

function entriesOf(node: ConfigurationNode): readonly MapEntry[] {
  return node.is === 'map' ? node.entries : [];
}

function nameProperties(check: Check, node: ConfigurationNode, forms: Forms) {
  for (const { value, span } of node.is === 'list' ? node.items.filter((item) => item.is === 'scalar') : [])
    if (typeof value === 'string') nameProperty(check, value, span, forms);
}

/** Returns the possible forms of a property, and reports a name that no document has. */
function nameProperty(check: Check, name: string, span: SourceSpan, forms: Forms): Forms {
  const property = propertyOf(check, forms, name);
  if (property.length > 0) return property;
  const names = namesIn(forms);
  report(check, span, `unknown property "${name}" of a plan`, {
    meant: check.problems.suggest(name, names),
    hint: names.length === 0 ? undefined : `possible properties: ${names.join(', ')}`,
  });
  return [];
}

function report(
  { problems }: Check,
  span: SourceSpan,
  message: string,
  more: Pick<Parameters<ProblemList['add']>[2], 'hint' | 'meant'> = {},
): void {
  problems.add('E-POLICY-PROPERTY', span, {
    message,
    hint: 'run `docform explain --schema plan` to see the properties of a plan',
    ...more,
  });
}
