/** Reads rules over plans: files that hold a message and a JSON Schema; what is wrong with one is told at its place. */
import { type PolicyRule, type RuleSubject, ruleActions, ruleSeverities, ruleSubjects } from '../core/policy.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { FileReader } from './file-reader.ts';
import { checkFixed, type FixedKey } from './fixed-map.ts';
import { joinPath } from './glob.ts';
import { defaultLimits, type Limits, nothingUsed } from './limits.ts';
import { itemsOf } from './list-values.ts';
import { type ConfigurationNode, entryOf, type MapNode } from './node.ts';
import { parseFile } from './parse.ts';
import { createProblemList, type ProblemList } from './problem-list.ts';
import { createSources } from './read-sources.ts';
import { checkProperties, type DocumentSchema } from './rule-document.ts';
import { type CompilePattern, createRuleCompiler, type RuleCompiler } from './rule-schema.ts';
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

const mostFiles = 1_000;
/** Of one file the bytes, of all files what they are read as: far more than rules of the largest size need. */
const limits: Limits = { ...defaultLimits, fileBytes: 256 * 1024, pieces: 300_000 };

/** What a rule may be about. */
export interface RuleSubjects {
  /** Names of the kinds of changes. */
  readonly kinds: readonly string[];
  /** What documents look like. `kinds`: the rule is about changes of these alone. */
  readonly documentOf: (on: RuleSubject, kinds: readonly string[] | undefined) => DocumentSchema;
}

interface Reading extends RuleSubjects {
  readonly problems: ProblemList;
  readonly compiler: RuleCompiler;
}

export async function loadRules(named: readonly NamedRules[], subjects: RuleSubjects): Promise<LoadedRules> {
  const problems = createProblemList();
  const { roots, sources } = parseRules(named, problems);
  const compiler = createRuleCompiler(problems, hasPattern([...roots.values()]) ? await patterns() : undefined);
  const rules = [...roots].flatMap(([file, root]) => readRule({ ...subjects, problems, compiler }, root, file) ?? []);
  return { rules, problems: problems.sorted(sources.keys()), sources };
}

/** The files by name, each once. */
function parseRules(named: readonly NamedRules[], problems: ProblemList) {
  const roots = new Map<string, MapNode>();
  const sources = new Map<string, string>();
  const used = nothingUsed();
  for (const { path, span, files } of named) {
    const reading = createSources(files, problems, limits);
    for (const file of filesIn(path, span, files, problems)) {
      if (sources.has(file)) continue;
      if (sources.size >= mostFiles) return reportFiles(problems, span, { roots, sources });
      const text = reading.read(file, span);
      if (text === undefined) continue;
      sources.set(file, text);
      const root = parseFile(file, text, problems, limits, used);
      if (root !== undefined) roots.set(file, root);
    }
  }
  return { roots, sources };
}

function reportFiles<T>(problems: ProblemList, span: SourceSpan, parsed: T): T {
  problems.add('E-LIMIT-FILES', span, {
    message: `there are more than ${mostFiles} rules`,
    hint: 'combine related rules',
  });
  return parsed;
}

/** The engine is a quarter of a megabyte: without patterns it is not loaded. */
async function patterns(): Promise<CompilePattern> {
  return (await import('./linear-pattern.ts')).compilePattern;
}

function hasPattern(nodes: readonly ConfigurationNode[]): boolean {
  return nodes.some((node) => {
    if (node.is === 'list') return hasPattern(node.items);
    return (
      node.is === 'map' &&
      node.entries.some(({ key, value }) => /^pattern(Properties)?$/.test(key) || hasPattern([value]))
    );
  });
}

/** What else stands in a directory, a README for instance, is none. */
function filesIn(path: string, span: SourceSpan, files: FileReader, problems: ProblemList): readonly string[] {
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

function readRule(
  { problems, compiler, kinds, documentOf }: Reading,
  root: MapNode,
  file: string,
): PolicyRule | undefined {
  const before = problems.sorted([]).length;
  const said: { -readonly [K in keyof PolicyRule]?: PolicyRule[K] | undefined } = {};
  const schemas: ConfigurationNode[] = [];
  const text = (key: 'name' | 'message') => (node: ConfigurationNode) => {
    said[key] = checkText(problems, node, { is: 'text', min: 1, max: 1_000 }, `rule: ${key}`);
  };
  const words = (key: 'kinds' | 'actions', known: readonly string[]) => (node: ConfigurationNode) => {
    const items = itemsOf(problems, node, `rule: ${key}`) ?? [];
    said[key] = items.flatMap((item) => checkChoice(problems, item, known, `an item of rule: ${key}`) ?? []);
  };
  const schema = (isWanted: boolean) => (node: ConfigurationNode) => {
    const fits = compiler.compile(node);
    if (fits === undefined) return;
    said.isKept = (document) => fits(document) === isWanted;
    schemas.push(node);
  };
  const keys: { readonly [key: string]: FixedKey } = {
    name: { check: text('name') },
    message: { isRequired: true, check: text('message') },
    severity: {
      check: (node) => Object.assign(said, { severity: checkChoice(problems, node, ruleSeverities, 'rule: severity') }),
    },
    on: { check: (node) => Object.assign(said, { on: checkChoice(problems, node, ruleSubjects, 'rule: on') }) },
    kinds: { check: words('kinds', kinds) },
    actions: { check: words('actions', ruleActions) },
    must: { check: schema(true) },
    never: { check: schema(false) },
  };
  checkFixed(problems, root, 'a rule', keys);
  reportForms(problems, root);
  for (const node of schemas) checkProperties(problems, node, documentOf(said.on ?? 'change', said.kinds));
  const {
    message,
    isKept,
    name = file.replace(/^.*\//, '').replace(ruleFile, ''),
    severity = 'error',
    on = 'change',
    ...rest
  } = said;
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
      label: forms.length === 0 ? 'has none' : 'has both',
      hint: 'use `must` for a JSON Schema that every change has to match, or `never` for one that none may match',
    });
  }
  const narrow = ['kinds', 'actions'].flatMap((key) => entryOf(root, key) ?? []);
  const on = entryOf(root, 'on')?.value;
  const [first] = narrow;
  if (first !== undefined && on?.is === 'scalar' && on.value !== 'change')
    problems.add('E-KEY-UNKNOWN', first.keySpan, {
      message: `a rule with on: ${on.value} cannot have ${first.key}`,
      hint: 'remove `kinds` and `actions`: they select changes',
    });
}
