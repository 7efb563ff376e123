/** Loads policy rules from schemas, and generates unusual ones. */
import fc from 'fast-check';
import type { FileReader } from '../../src/config/files/file-reader.ts';
import { loadRules } from '../../src/config/policy/rules.ts';
import { nowhere } from '../../src/core/problem.ts';
import { ruleSubjects } from '../../src/library/rule-subjects.ts';

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Patterns that take a backtracking engine exponential time. */
export const hostilePatterns = [
  '^(([a-z/]+)+)+$',
  '(x+x+)+y',
  '(a|a)*b',
  '^(a|aa)+$',
  '(.*)*!',
  '(a?){30}a{30}b',
  '([a-z]+)*[0-9]',
  '(\\s*,)*$',
];

const subjects = ruleSubjects();

/** JSON is YAML. */
export function loadRuleSchemas(...schemas: readonly unknown[]) {
  const texts = new Map(schemas.map((must, at) => [`rules/${at}.json`, JSON.stringify({ message: 'm', must })]));
  const files: FileReader = {
    read: (path) => {
      const text = texts.get(path) ?? '';
      return { text, bytes: text.length };
    },
    list: () => [...texts.keys()].map((path) => ({ name: path.slice('rules/'.length), isDirectory: false })),
  };
  return loadRules([{ path: 'rules', span: nowhere, files }], subjects);
}

/** Returns a function that checks the title of a change with the schema. */
export async function titleCheck(schema: object): Promise<((title: unknown) => boolean) | undefined> {
  const { rules } = await loadRuleSchemas({ properties: { title: schema } });
  return rules[0] && ((title) => rules[0]?.isKept({ title }) === true);
}

const keywords = [
  'properties',
  'patternProperties',
  'items',
  'not',
  'anyOf',
  'allOf',
  'oneOf',
  'if',
  'then',
  'else',
  'const',
  'enum',
];
const others = [
  'pattern',
  'format',
  'required',
  'dependencies',
  'contains',
  'additionalProperties',
  '$ref',
  '$id',
  'uniqueItems',
  'title',
];
const keyword = fc.constantFrom(...keywords, ...others);
const text = fc.constantFrom(
  '^((a+)+)+$',
  '(',
  '(a{99}){99}',
  '#',
  '#/must',
  'title',
  'uri',
  'regex',
  '\\p{L}{500}',
  '[a-z]{1,999}',
);

/** Unusual schemas: any keyword with any value, wide, deep, and with any pattern. */
const odd = fc.letrec((tie) => ({
  schema: fc.dictionary(
    keyword,
    fc.oneof({ maxDepth: 6 }, fc.constant(true), fc.integer(), text, tie('schema'), tie('list')),
    {
      maxKeys: 6,
    },
  ),
  list: fc.array(fc.oneof({ maxDepth: 6 }, text, fc.integer(), tie('schema')), { maxLength: 6 }),
})).schema;
const repeatedSchema = fc
  .tuple(odd, fc.integer({ min: 1, max: 300 }))
  .map(([schema, count]) => ({ anyOf: Array(count).fill(schema) }));

export const oddSchema = fc.oneof(odd, repeatedSchema);
