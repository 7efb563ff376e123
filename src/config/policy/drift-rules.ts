/** Reads the setting `drift`: rules for differences that the drift report ignores. */
import { topContainer } from '../../core/address.ts';
import type { DriftClass, IgnoreRule, KindName } from '../../core/state.ts';
import { type KindShape, type Shapes, topKind } from '../../kinds/shape.ts';
import type { ConfigurationDraft } from '../blocks/draft.ts';
import { type FixedFields, type FixedValues, itemsOf, readFixed } from '../blocks/values.ts';
import { didYouMean, hints } from '../problem-list.ts';
import type { ConfigurationNode, ScalarNode } from '../yaml/node.ts';

const classes: readonly DriftClass[] = ['changed', 'missing', 'misordered', 'unmanaged'];

export const driftRuleFields: FixedFields = {
  address: { type: { is: 'text', min: 1, max: 500 }, required: true },
  fields: { type: { is: 'list', compare: 'set', of: { is: 'text', min: 1 }, min: 1 } },
  class: { type: { is: 'choice', values: classes } },
  reason: { type: { is: 'text', min: 1, max: 500 }, required: true },
  until: { type: { is: 'text', format: 'date' } },
};

export function readDriftRules(draft: ConfigurationDraft, node: ConfigurationNode | undefined): readonly IgnoreRule[] {
  const { problems } = draft;
  const read = node && readFixed(problems, node, 'drift', {}, (key) => key, ['ignore']);
  const items = read?.nodes.ignore && itemsOf(problems, read.nodes.ignore, 'drift: ignore');
  return items?.flatMap((item) => readRule(draft, item)) ?? [];
}

function readRule(draft: ConfigurationDraft, node: ConfigurationNode): readonly IgnoreRule[] {
  const label = (key: string) => `drift: ignore: ${key}`;
  const read = readFixed(draft.problems, node, 'a rule of drift: ignore', driftRuleFields, label);
  const place = read?.nodes.address;
  if (read === undefined || place?.is !== 'scalar' || read.values.address === undefined) return [];
  const { address, reason, ...rest } = read.values as unknown as Partial<IgnoreRule> & { readonly address: string };
  checkFields(draft, read, checkAddress(draft, place, address));
  return reason === undefined ? [] : [{ ...rest, address, reason, span: place.span }];
}

/** Returns the kinds that the address can match, and reports a problem if there are none. */
function checkAddress({ problems, shapes }: ConfigurationDraft, node: ScalarNode, address: string) {
  const { kinds, miss } = matchingKinds(address, shapes);
  if (kinds.length > 0) return kinds;
  problems.add('E-DRIFT-ADDRESS', node.span, {
    message: `invalid address "${address}"`,
    label: 'matches no resource or list',
    hint: hints(
      didYouMean(miss && problems.suggest(miss.part, miss.segments)),
      'write an address such as `sites/docs`, `sites/*/sections/*`, `members` or `sites/docs/**`',
    ),
  });
  return [];
}

/** The field `id` means that the object was deleted and created again. */
function checkFields({ problems }: ConfigurationDraft, { values, nodes }: FixedValues, kinds: readonly KindShape[]) {
  if (values.fields !== undefined && values.class !== undefined && values.class !== 'changed' && nodes.class) {
    const message = `a rule with class ${values.class} cannot have fields`;
    problems.add('E-DRIFT-FIELD', nodes.class.span, { message, hint: 'remove `fields`, or set `class: changed`' });
  }
  const known = [...new Set([...kinds.flatMap(({ fields }) => Object.keys(fields)), 'id'])];
  if (kinds.length === 0) return;
  for (const node of nodes.fields?.is === 'list' ? nodes.fields.items : []) {
    const field = node.is === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
    if (field === undefined || known.includes(field.split('.', 1)[0] ?? field)) continue;
    problems.add('E-DRIFT-FIELD', node.span, {
      message: `no matching resource has a field "${field}"`,
      label: 'unknown field',
      meant: problems.suggest(field, known),
      hint: kinds.length === 1 ? `possible fields: ${known.join(', ')}` : undefined,
    });
  }
}

function matchingKinds(pattern: string, shapes: Shapes) {
  const walk: Walk = { shapes, found: new Map(), misses: [] };
  const top = canMatch(pattern, topContainer) ? shapes.get(topKind) : undefined;
  if (top !== undefined) walk.found.set(top.name, top);
  findKinds(walk, pattern.split('/'), 0, '');
  // The deepest part that matches nothing, and its alternatives.
  const [miss] = [...walk.misses].sort((a, b) => b.depth - a.depth);
  return { kinds: [...walk.found.values()], miss };
}

interface Walk {
  readonly shapes: Shapes;
  readonly found: Map<KindName, KindShape>;
  /** Parts that match no list in their parent. */
  readonly misses: { readonly depth: number; readonly part: string; readonly segments: readonly string[] }[];
}

/** Collects the kinds that the address can match. After `**`, every kind matches. */
function findKinds(walk: Walk, parts: readonly string[], depth: number, parent: KindName | '') {
  const part = parts[depth] ?? '';
  const here = [...walk.shapes.values()].filter(({ parents }) =>
    parent === '' ? parents === undefined : parents?.includes(parent),
  );
  const fitting = here.filter(({ segment }) => canMatch(part, segment));
  if (fitting.length === 0) walk.misses.push({ depth, part, segments: here.map(({ segment }) => segment) });
  for (const shape of fitting) {
    const next = depth + (shape.singleton ? 1 : 2);
    const isOpen = part.includes('**') || (!shape.singleton && parts[depth + 1]?.includes('**'));
    if (isOpen) for (const each of walk.shapes.values()) walk.found.set(each.name, each);
    else if (parts.length <= next) {
      if (parts[next - 1] !== '') walk.found.set(shape.name, shape);
    } else findKinds(walk, parts, next, shape.name);
  }
}

function canMatch(part: string, segment: string) {
  if (!part.includes('*')) return part === segment;
  const [start = '', ...rest] = part.split('*');
  return segment.startsWith(start) && segment.endsWith(rest.at(-1) ?? '');
}
