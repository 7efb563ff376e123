/** Reads `prune`: a word, or words by kind; in `policy` and in blocks that hold lists. */
import type { KindName, PruneWord } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource, PruneSetting } from './draft.ts';
import { reportUnknownKey } from './fixed-map.ts';
import { prunedKinds } from './grammar.ts';
import { type ConfigurationNode, entryOf, type MapNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';
import { checkChoice } from './scalar-values.ts';

export const pruneWords: readonly PruneWord[] = ['owned', 'all', 'never'];

export interface PruneWords {
  readonly fallback: PruneWord | undefined;
  readonly byKind: ReadonlyMap<KindName, PruneWord>;
}

/** `names`: kinds by the names they have here. */
export function readPrune(
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

/** What a block says for the lists inside it; a block that declares none of them says it for nothing. */
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
  const declares = map.entries.some(({ key }) => ['map', 'sequence'].includes(parts.get(key)?.is ?? ''));
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
