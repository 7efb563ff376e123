/** Templates: a block with `extends: NAME` contains the keys of `templates.NAME`. Its own keys win: maps merge deeply, other values replace. */
import type { SourceSpan } from '../core/problem.ts';
import type { Limits } from './limits.ts';
import { type ConfigurationNode, describeNode, entryOf, type MapEntry, type MapNode, withChildren } from './node.ts';
import { didYouMean, hints, type ProblemList } from './problem-list.ts';

interface Expansion {
  readonly problems: ProblemList;
  readonly templates: ReadonlyMap<string, MapEntry>;
  /** False if a file is missing, which may contain the template. */
  readonly isWhole: boolean;
  readonly maxNodes: number;
  /** Nodes that were copied from templates. */
  copied: number;
}

export function expandTemplates(
  root: MapNode,
  { problems, isWhole, limits }: { readonly problems: ProblemList; readonly isWhole: boolean; readonly limits: Limits },
): MapNode {
  const templates = templatesIn(problems, root);
  const expansion: Expansion = { problems, templates, isWhole, maxNodes: limits.templateNodes, copied: 0 };
  for (const entry of templates.values()) expandNode(expansion, entry.value, [entry.key]);
  const entries = root.entries.flatMap((entry) =>
    entry.key === 'templates' ? [] : [{ ...entry, value: expandNode(expansion, entry.value, []) }],
  );
  return { ...root, entries };
}

function templatesIn(problems: ProblemList, root: MapNode): ReadonlyMap<string, MapEntry> {
  const node = entryOf(root, 'templates')?.value;
  if (node === undefined || node.is === 'lost') return new Map();
  if (node.is !== 'map') {
    problems.add('E-TYPE', node.span, {
      message: `templates must be a map of names to blocks, not ${describeNode(node)}`,
    });
    return new Map();
  }
  for (const { key, value } of node.entries)
    if (value.is !== 'map' && value.is !== 'lost')
      problems.add('E-TYPE', value.span, { message: `template ${key} must be a block, not ${describeNode(value)}` });
  return new Map(node.entries.map((entry) => [entry.key, entry]));
}

/** `within`: the templates that are being expanded. */
function expandNode(expansion: Expansion, node: ConfigurationNode, within: readonly string[]): ConfigurationNode {
  const expanded = withChildren(node, (child) => expandNode(expansion, child, within));
  if (expanded.is !== 'map') return expanded;
  const use = expanded.entries.find(({ key, value }) => key === 'extends' && value.is === 'scalar');
  if (use === undefined) return expanded;
  const block = { ...expanded, entries: expanded.entries.filter((entry) => entry !== use) };
  const base = templateOf(expansion, use, within);
  return base === undefined ? block : merged(base, block);
}

/** A copy of the expanded template; undefined after a problem. */
function templateOf(expansion: Expansion, { value, keySpan }: MapEntry, within: readonly string[]) {
  const { problems, templates, isWhole, maxNodes } = expansion;
  const name = value.is === 'scalar' ? String(value.value) : '';
  const template = templates.get(name);
  if (template === undefined) {
    if (!isWhole) return undefined;
    return problems.add('E-TEMPLATE-UNKNOWN', value.span, {
      message: `unknown template "${name}"`,
      hint: hints(didYouMean(problems.suggest(name, templates.keys())), 'declare the template under `templates`'),
    });
  }
  if (within.includes(name)) {
    return problems.add('E-TEMPLATE-CYCLE', value.span, {
      message: `template ${name} extends itself: ${[...within.slice(within.indexOf(name)), name].join(' → ')}`,
      related: [{ message: 'the template', span: template.keySpan }],
    });
  }
  if (template.value.is !== 'map' || expansion.copied > maxNodes) return undefined;
  const expanded = expandNode(expansion, template.value, [...within, name]);
  const copy = copied(expansion, expanded, { ...keySpan, template: name });
  if (expansion.copied > maxNodes)
    problems.add('E-LIMIT-NODES', value.span, { message: `templates are repeated as more than ${maxNodes} values` });
  return copy.is === 'map' ? copy : undefined;
}

/** The places of a copy also name the block that extends the template. */
function copied(
  expansion: Expansion,
  node: ConfigurationNode,
  usedBy: NonNullable<SourceSpan['usedBy']>,
): ConfigurationNode {
  expansion.copied += 1;
  const span = { ...node.span, usedBy };
  if (expansion.copied > expansion.maxNodes) return { is: 'lost', span };
  if (node.is === 'list') return { ...node, span, items: node.items.map((item) => copied(expansion, item, usedBy)) };
  if (node.is !== 'map') return { ...node, span };
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    ...{ key, keySpan: { ...keySpan, usedBy } },
    value: copied(expansion, value, usedBy),
  }));
  return { ...node, span, entries };
}

/** Keys that both have stay at their place in the template. */
function merged(base: MapNode, block: MapNode): MapNode {
  const own = new Map(block.entries.map((entry) => [entry.key, entry]));
  const shared = base.entries.map((entry) => {
    const over = own.get(entry.key);
    own.delete(entry.key);
    if (over === undefined) return entry;
    const isDeep = entry.value.is === 'map' && over.value.is === 'map';
    return isDeep ? { ...over, value: merged(entry.value as MapNode, over.value as MapNode) } : over;
  });
  return { ...block, entries: [...shared, ...own.values()] };
}
