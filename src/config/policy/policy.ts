/** Reads the settings `policy`, and `prune` of blocks. */
import type { AllowRule } from '../../core/allow-rule.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { KindName, Policy, PruneWord } from '../../core/state.ts';
import { largestMaxReaders } from '../../core/traffic.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource, PruneSetting } from '../blocks/draft.ts';
import { checkChoice, type FixedFields, readFixed, reportUnknownKey, scalarOf } from '../blocks/values.ts';
import { directoryOf, joinPath } from '../files/file-reader.ts';
import { grammarOf, policyNames, prunedKinds } from '../grammar.ts';
import type { ProblemList } from '../problem-list.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapNode, type ScalarNode } from '../yaml/node.ts';
import { readAllowRules } from './allow.ts';

export const defaultMaxDeletes = 10;

export const largestMaxDeletes = 1_000_000;

interface PolicyDraft extends Policy {
  readonly isNamed: (kind: KindName) => boolean;
}

interface PolicySettings {
  readonly prune?: PruneWords | undefined;
  readonly self?: string;
  readonly maxDeletes?: number | undefined;
  readonly maxReaders?: number | undefined;
  readonly invite?: boolean;
  readonly allow: readonly AllowRule[];
  readonly protect: readonly KindName[];
  readonly unprotect: readonly KindName[];
}

type KindNames = ReturnType<typeof policyNames>;

/** The keys of `policy`, except `prune`, `maxDeletes`, `maxReaders` and `allow`. */
export function policyFields(names: KindNames): FixedFields {
  const listOf = (kinds: KindNames) =>
    ({ is: 'list', compare: 'set', of: { is: 'choice', values: [...kinds.keys()] } }) as const;
  return {
    self: { type: { is: 'text', format: 'email' } },
    protect: { type: listOf(names) },
    unprotect: { type: listOf(protectedByDefault(names)) },
    rules: { type: { is: 'list', compare: 'set', of: { is: 'text', min: 1 } } },
    invite: { type: { is: 'boolean' } },
  };
}

export function protectedByDefault(names: KindNames): KindNames {
  return new Map([...names].filter(([, shape]) => shape.protectedByDefault));
}

export function readPolicy(draft: ConfigurationDraft, node: ConfigurationNode | undefined): PolicyDraft {
  const { problems, shapes } = draft;
  const names = policyNames(shapes);
  const own = ['prune', 'maxDeletes', 'maxReaders', 'allow'];
  const read = node && readFixed(problems, node, 'policy', policyFields(names), (key) => `policy: ${key}`, own);
  const nodes = read?.nodes ?? {};
  const prune = nodes.prune && readPrune(problems, nodes.prune, names, 'policy: prune');
  const maxDeletes = nodes.maxDeletes && readLimit(problems, nodes.maxDeletes, 'maxDeletes', largestMaxDeletes);
  const maxReaders = nodes.maxReaders && readLimit(problems, nodes.maxReaders, 'maxReaders', largestMaxReaders);
  const allow = nodes.allow === undefined ? [] : readAllowRules(draft, nodes.allow);
  const [protect, unprotect] = [textsIn(nodes.protect), textsIn(nodes.unprotect)];
  const kindOf = ({ value }: ScalarNode) => names.get(String(value))?.name;
  for (const item of unprotect) {
    const other = protect.find((each) => kindOf(each) === kindOf(item));
    if (other === undefined || kindOf(item) === undefined) continue;
    problems.add('E-PROTECT-BOTH', item.span, {
      message: `\`protect\` and \`unprotect\` both list ${item.value}`,
      related: [{ span: other.span, message: `\`protect\` lists ${other.value} here` }],
    });
  }
  // Paths are relative to the file that names them.
  for (const { value, span } of textsIn(nodes.rules))
    draft.ruleFiles.push({ path: joinPath(directoryOf(span.file), String(value)), span });
  const kindsOf = (items: readonly ScalarNode[]) => items.flatMap((item) => kindOf(item) ?? []);
  const said = read?.values as Pick<PolicySettings, 'self' | 'invite'> | undefined;
  return policyOf(
    { ...said, prune, maxDeletes, maxReaders, allow, protect: kindsOf(protect), unprotect: kindsOf(unprotect) },
    shapes,
  );
}

/** The texts in a list, also if other items have problems. */
function textsIn(node: ConfigurationNode | undefined): readonly ScalarNode[] {
  const items = node?.is === 'list' ? node.items : [];
  return items.filter(
    (item) => item.is === 'scalar' && typeof item.value === 'string' && item.value !== '',
  ) as ScalarNode[];
}

/** A separate function, because closures live as long as the plan and would keep the parsed nodes alive. */
function policyOf(
  { prune, self, maxDeletes = defaultMaxDeletes, maxReaders, invite, allow, protect, unprotect }: PolicySettings,
  shapes: Shapes,
): PolicyDraft {
  const isProtected = ({ name, protectedByDefault }: KindShape): boolean =>
    protect.includes(name) || (protectedByDefault === true && !unprotect.includes(name));
  return {
    prune: (kind) => prune?.byKind.get(kind) ?? prune?.fallback ?? 'owned',
    isNamed: (kind) => prune?.byKind.has(kind) === true,
    ...(self === undefined ? {} : { self: self.toLowerCase() }),
    protect: [...shapes.values()].filter(isProtected).map(({ name }) => name),
    maxDeletes,
    ...withoutUndefined({ maxReaders }),
    ...(invite === false ? { invite } : {}),
    ...(allow.length === 0 ? {} : { allow }),
  };
}

function readLimit(problems: ProblemList, node: ConfigurationNode, name: string, largest: number) {
  const scalar = scalarOf(problems, node, `policy: ${name}`, 'a whole number');
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return problems.add('E-TYPE', span, {
      message: `policy: ${name} must be a whole number, not ${describeNode(scalar)}`,
    });
  }
  if (value >= 0 && value <= largest) return value;
  return problems.add('E-RANGE', span, { message: `policy: ${name} must be from 0 to ${largest}` });
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
) {
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
  const kinds = prunedKinds(resource.kind, draft.shapes);
  if (kinds.length === 0) return outer;
  const names = new Map(kinds.map((shape) => [shape.segment, shape]));
  const { fallback, byKind } = readPrune(draft.problems, entry.value, names, `${resource.address}: prune`);
  const { parts } = grammarOf(draft.shapes)(resource.kind);
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
