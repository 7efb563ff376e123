/** Reads `policy`: what may be deleted, what is protected, whose token this is. */
import type { KindName, Policy } from '../core/state.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { ConfigurationDraft } from './draft.ts';
import { checkFixed, type FixedKey } from './fixed-map.ts';
import { directoryOf, joinPath } from './glob.ts';
import { policyNames } from './grammar.ts';
import { itemsOf, reportRepeated } from './list-values.ts';
import { type ConfigurationNode, describeNode } from './node.ts';
import { type PruneWords, readPrune } from './prune.ts';
import { checkChoice, checkText, scalarOf } from './scalar-values.ts';

export const defaultMaxDeletes = 10;
export const largestMaxDeletes = 1_000_000;

export interface PolicyDraft extends Policy {
  /** Whether the word for a kind was said for that very kind. */
  readonly isNamed: (kind: KindName) => boolean;
}

interface PolicySaid {
  prune?: PruneWords;
  self?: string | undefined;
  maxDeletes?: number | undefined;
  protect?: readonly KindItem[];
  unprotect?: readonly KindItem[];
}

interface KindItem {
  readonly kind: KindName;
  readonly word: string;
  readonly span: ConfigurationNode['span'];
}

export function readPolicy(draft: ConfigurationDraft, node: ConfigurationNode | undefined): PolicyDraft {
  const { problems } = draft;
  const names = policyNames(draft.shapes);
  const said: PolicySaid = {};
  const keys: { readonly [key: string]: FixedKey } = {
    prune: { check: (value) => Object.assign(said, { prune: readPrune(problems, value, names, 'policy: prune') }) },
    self: {
      check: (value) =>
        Object.assign(said, { self: checkText(problems, value, { is: 'text', format: 'email' }, 'policy: self') }),
    },
    protect: { check: (value) => Object.assign(said, { protect: readKinds(draft, value, names, 'protect') }) },
    unprotect: {
      check: (value) => Object.assign(said, { unprotect: readKinds(draft, value, protectedNames(names), 'unprotect') }),
    },
    rules: { check: (value) => draft.ruleFiles.push(...readRuleFiles(draft, value)) },
    maxDeletes: { check: (value) => Object.assign(said, { maxDeletes: readMaxDeletes(draft, value) }) },
  };
  if (node !== undefined) checkFixed(problems, node, 'policy', keys);
  reportBoth(draft, said);
  return policyOf(said, draft.shapes);
}

/** Apart from what reads it: its functions live as long as the plan, and would hold all that was parsed. */
function policyOf({ prune, self, maxDeletes = defaultMaxDeletes, ...said }: PolicySaid, shapes: Shapes): PolicyDraft {
  const [protect = [], unprotect = []] = [said.protect, said.unprotect].map((items) => items?.map(({ kind }) => kind));
  const isProtected = ({ name, protectedByDefault }: KindShape): boolean =>
    protect.includes(name) || (protectedByDefault === true && !unprotect.includes(name));
  return {
    prune: (kind) => prune?.byKind.get(kind) ?? prune?.fallback ?? 'owned',
    isNamed: (kind) => prune?.byKind.has(kind) === true,
    ...(self === undefined ? {} : { self: self.toLowerCase() }),
    protect: [...shapes.values()].filter(isProtected).map(({ name }) => name),
    maxDeletes,
  };
}

/** Paths of rules over plans, from the directory of the file that names them. */
function readRuleFiles({ problems }: ConfigurationDraft, node: ConfigurationNode): ConfigurationDraft['ruleFiles'] {
  const items = itemsOf(problems, node, 'policy: rules') ?? [];
  const paths = items.map((item) => checkText(problems, item, { is: 'text', min: 1 }, 'an item of policy: rules'));
  reportRepeated(problems, items, paths, 'policy: rules');
  return items.flatMap(({ span }, at) => {
    const path = paths[at];
    return path === undefined ? [] : [{ path: joinPath(directoryOf(span.file), path), span }];
  });
}

type KindNames = ReturnType<typeof policyNames>;

/** Kinds that are protected unless `unprotect` names them. */
export function protectedNames(names: KindNames): KindNames {
  return new Map([...names].filter(([, { protectedByDefault }]) => protectedByDefault));
}

function readKinds(
  { problems }: ConfigurationDraft,
  node: ConfigurationNode,
  names: KindNames,
  key: string,
): readonly KindItem[] {
  const items = itemsOf(problems, node, `policy: ${key}`) ?? [];
  const words = items.map((item) => checkChoice(problems, item, [...names.keys()], `an item of policy: ${key}`));
  reportRepeated(problems, items, words, `policy: ${key}`);
  return items.flatMap(({ span }, at) => {
    const word = words[at] ?? '';
    const kind = names.get(word)?.name;
    return kind === undefined ? [] : [{ kind, word, span }];
  });
}

function reportBoth({ problems }: ConfigurationDraft, { protect = [], unprotect = [] }: PolicySaid): void {
  for (const { kind, word, span } of unprotect) {
    const other = protect.find((each) => each.kind === kind);
    if (other === undefined) continue;
    const related = [{ span: other.span, message: `\`protect\` lists ${word} here` }];
    problems.add('E-PROTECT-BOTH', span, { message: `\`protect\` and \`unprotect\` both list ${word}`, related });
  }
}

function readMaxDeletes({ problems }: ConfigurationDraft, node: ConfigurationNode): number | undefined {
  const scalar = scalarOf(problems, node, 'policy: maxDeletes', 'a whole number');
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    problems.add('E-TYPE', span, { message: `policy: maxDeletes must be a whole number, not ${describeNode(scalar)}` });
    return undefined;
  }
  if (value >= 0 && value <= largestMaxDeletes) return value;
  problems.add('E-RANGE', span, { message: `policy: maxDeletes must be from 0 to ${largestMaxDeletes}` });
  return undefined;
}
