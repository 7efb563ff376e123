/** Reads `policy` and the `prune` setting of blocks. */
import type { KindName, Policy, PruneWord } from '../core/state.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource, PruneSetting } from './draft.ts';
import { directoryOf, joinPath } from './file-reader.ts';
import { checkFixed, type FixedKey, reportUnknownKey } from './fixed-map.ts';
import { policyNames, prunedKinds } from './grammar.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkBoolean, checkChoice, checkText, itemsOf, reportRepeated, scalarOf } from './scalar-values.ts';

export const defaultMaxDeletes = 10;
export const largestMaxDeletes = 1_000_000;

interface PolicyDraft extends Policy {
  readonly isNamed: (kind: KindName) => boolean;
}

interface PolicySettings {
  prune?: PruneWords;
  self?: string | undefined;
  maxDeletes?: number | undefined;
  invite?: boolean | undefined;
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
  const said: PolicySettings = {};
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
    invite: {
      check: (value) => Object.assign(said, { invite: checkBoolean(problems, value, 'policy: invite') }),
    },
  };
  if (node !== undefined) checkFixed(problems, node, 'policy', keys);
  reportBoth(draft, said);
  return policyOf(said, draft.shapes);
}

/** A separate function, because closures live as long as the plan and would keep the parsed nodes alive. */
function policyOf(
  { prune, self, maxDeletes = defaultMaxDeletes, invite, ...said }: PolicySettings,
  shapes: Shapes,
): PolicyDraft {
  const [protect = [], unprotect = []] = [said.protect, said.unprotect].map((items) => items?.map(({ kind }) => kind));
  const isProtected = ({ name, protectedByDefault }: KindShape): boolean =>
    protect.includes(name) || (protectedByDefault === true && !unprotect.includes(name));
  return {
    prune: (kind) => prune?.byKind.get(kind) ?? prune?.fallback ?? 'owned',
    isNamed: (kind) => prune?.byKind.has(kind) === true,
    ...(self === undefined ? {} : { self: self.toLowerCase() }),
    protect: [...shapes.values()].filter(isProtected).map(({ name }) => name),
    maxDeletes,
    ...(invite === false ? { invite } : {}),
  };
}

/** Paths are relative to the file that names them. */
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

function reportBoth({ problems }: ConfigurationDraft, { protect = [], unprotect = [] }: PolicySettings): void {
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

export const pruneWords: readonly PruneWord[] = ['owned', 'all', 'never'];

interface PruneWords {
  readonly fallback: PruneWord | undefined;
  readonly byKind: ReadonlyMap<KindName, PruneWord>;
}

/** `names`: kinds by their local names. */
function readPrune(
  problems: ProblemList,
  node: ConfigurationNode,
  names: ReadonlyMap<string, KindShape>,
  what: string,
): PruneWords {
  if (node.is !== 'map') return { fallback: word(problems, node, what), byKind: new Map() };
  const byKind = new Map<KindName, PruneWord>();
  let fallback: PruneWord | undefined;
  for (const { key, keySpan, value } of node.entries) {
    const shape = names.get(key);
    if (key !== 'default' && shape === undefined) {
      const dotted = [...names.keys()].find((name) => name.endsWith(`.${key}`));
      reportUnknownKey(
        problems,
        key,
        keySpan,
        what,
        ['default', ...names.keys()],
        dotted === undefined ? undefined : `did you mean "${dotted}"?`,
      );
      continue;
    }
    const said = word(problems, value, `${what}: ${key}`);
    if (said === undefined) continue;
    if (shape === undefined) fallback = said;
    else byKind.set(shape.name, said);
  }
  return { fallback, byKind };
}

function word(problems: ProblemList, node: ConfigurationNode, name: string): PruneWord | undefined {
  const said = checkChoice(problems, node, pruneWords, name);
  return pruneWords.find((each) => each === said);
}

/** Returns the setting for the lists in a block. Reports a setting for a block without lists. */
export function pruneSetting(
  draft: ConfigurationDraft,
  resource: DraftResource,
  map: MapNode,
  outer: PruneSetting,
): PruneSetting {
  const entry = entryOf(map, 'prune');
  if (entry === undefined) return outer;
  const kinds = prunedKinds(resource.shape.name, draft.shapes);
  if (kinds.length === 0) return outer;
  const names = new Map(kinds.map((shape) => [shape.segment, shape]));
  const { fallback, byKind } = readPrune(draft.problems, entry.value, names, `${resource.address}: prune`);
  const { parts } = draft.grammar(resource.shape.name);
  const declares = map.entries.some(({ key }) => ['map', 'group', 'sequence'].includes(parts.get(key)?.is ?? ''));
  if (!declares) {
    draft.problems.add('E-PRUNE-UNUSED', entry.keySpan, {
      message: `${resource.address} sets \`prune\` but declares no list`,
      label: 'nothing to prune',
      hint: `declare ${[...names.keys()].join(', ')}, or remove \`prune\``,
    });
  }
  return (kind) =>
    byKind.get(kind) ?? (kinds.some((shape) => shape.name === kind) ? fallback : undefined) ?? outer(kind);
}
