/** Declares what stands in lists, as readers see its order: sections, groups and spaces of a site. */

import type { Address } from '../core/address.ts';
import { listAddress } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import { oneTitle } from '../kinds/shape.ts';
import { declareParts, newResource, type Walk } from './blocks.ts';
import type { Draft, DraftResource, PruneSetting } from './draft.ts';
import { mapOf } from './fixed-map.ts';
import { itemWords } from './grammar.ts';
import { isKeyValid } from './keys.ts';
import { itemsOf } from './list-values.ts';
import type { ConfigurationNode, MapEntry, MapNode } from './node.ts';
import { didYouMean, hints } from './problem-list.ts';
import { checkText } from './scalar-values.ts';

interface Item {
  readonly kind: KindName;
  readonly map: MapNode;
  readonly word: MapEntry;
}

/** Of a site, a group in it, or a section. */
export function declareItems(draft: Draft, container: DraftResource, node: ConfigurationNode, prune: PruneSetting): void {
  const walk: Walk = { draft, items: declareItems };
  const nodes = itemsOf(draft.problems, node, `${container.address}: ${container.shape.name === 'site' ? 'structure' : 'its list'}`);
  if (nodes === undefined) return;
  const items = nodes.flatMap((each) => itemOf(draft, container, each) ?? []);
  const isSite = container.shape.name === 'site';
  if (isSite) reportMixture(draft, items);
  declareLists(draft, container, items, prune);
  const placed = items.map((item) => declareItem(walk, container, item, prune));
  draft.orders[container.address] = placed.map((resource) => resource.address);
  if (isSite) deriveDefault(draft, container, placed);
}

const allowed: { readonly [kind: KindName]: { readonly kinds: readonly KindName[]; readonly hint: string } } = {
  site: {
    kinds: ['section', 'section-group', 'site-space'],
    hint: 'begin it with `section: KEY`, `group: KEY` or, on a flat site, `space: KEY`',
  },
  'section-group': { kinds: ['section'], hint: 'a group holds sections: begin it with `section: KEY`' },
  section: { kinds: ['site-space'], hint: 'a section holds spaces: begin it with `space: KEY`' },
};

function itemOf(draft: Draft, container: DraftResource, node: ConfigurationNode): Item | undefined {
  const { problems } = draft;
  const map = mapOf(problems, node, `an item of ${container.address}`);
  if (map === undefined) return undefined;
  const { kinds = [], hint = '' } = allowed[container.shape.name] ?? {};
  for (const kind of kinds) {
    const word = map.entries.find((entry) => entry.key === itemWords[kind]);
    if (word !== undefined) return { kind, map, word };
  }
  const other = map.entries.find((entry) => Object.values(itemWords).includes(entry.key));
  const message =
    other === undefined
      ? `an item of ${container.address} does not say what it is`
      : `a ${other.key} cannot stand directly in ${oneTitle(container.shape)}`;
  const words = kinds.flatMap((kind) => itemWords[kind] ?? []);
  const near = other === undefined ? map.entries.flatMap((entry) => didYouMean(problems.suggest(entry.key, words)) ?? [])[0] : undefined;
  problems.add('E-STRUCTURE-ITEM', other?.keySpan ?? map.span, { message, hint: hints(near, hint) });
  return undefined;
}

/** A site has sections, or spaces at its root: the first item tells which. */
function reportMixture({ problems }: Draft, items: readonly Item[]): void {
  const [first] = items;
  const isFlat = first?.kind === 'site-space';
  const other = items.find((item) => (item.kind === 'site-space') !== isFlat);
  if (first === undefined || other === undefined) return;
  problems.add('E-STRUCTURE-MIXED', other.word.keySpan, {
    message: 'a site has either sections and groups, or spaces at its root',
    label: `a ${other.word.key} beside a ${first.word.key}`,
    hint: 'put every space into a section',
    related: [{ message: 'the first item stands here', span: first.word.keySpan }],
  });
}

/** An empty `structure` declares that there is nothing of either form. */
function declareLists(draft: Draft, container: DraftResource, items: readonly Item[], prune: PruneSetting): void {
  for (const kind of listedKinds(container, items)) {
    const segment = draft.shapes.get(kind)?.segment ?? kind;
    draft.lists.push({ list: listAddress(container.address, segment), kind, prune: prune(kind) });
  }
}

/** The sections of a group are listed with those of its site. */
function listedKinds(container: DraftResource, items: readonly Item[]): readonly KindName[] {
  const { name } = container.shape;
  if (name !== 'site') return name === 'section' ? ['site-space'] : [];
  if (items.length === 0) return ['section', 'section-group', 'site-space'];
  return items[0]?.kind === 'site-space' ? ['site-space'] : ['section', 'section-group'];
}

function declareItem(walk: Walk, container: DraftResource, { kind, map, word }: Item, prune: PruneSetting): DraftResource {
  const { draft } = walk;
  const block = draft.grammar(kind, kind === 'site-space' && container.shape.name === 'site');
  const key = checkText(draft.problems, word.value, { is: 'text' }, word.key);
  const isValid = key !== undefined && isKeyValid(draft, block.shape, key, word.value.span);
  const isInGroup = container.shape.name === 'section-group';
  const parent = isInGroup ? container.parent : container.address;
  const resource = newResource(draft, block.shape, key ?? '', parent, word.value.span, isValid);
  placeInGroup(resource, isInGroup ? container.address : null);
  const entries = map.entries.filter((entry) => entry !== word);
  declareParts(walk, resource, block, map, entries, prune);
  return resource;
}

/** The structure states of every section where it stands; the root is null. */
function placeInGroup(resource: DraftResource, group: Address | null): void {
  for (const [name, { type }] of Object.entries(resource.shape.fields)) {
    if (type.is !== 'ref' || type.within !== 'site') continue;
    resource.fields[name] = group === null ? null : { ref: group };
    resource.fieldSpans[name] = resource.span;
  }
}

/** Of a flat site: only its spaces say `default: true`. */
function deriveDefault(draft: Draft, site: DraftResource, placed: readonly DraftResource[]): void {
  const field = Object.entries(site.shape.fields).find(([, { derived }]) => derived)?.[0];
  const flags = placed.flatMap((resource) => {
    const node = resource.nodes.get('default');
    return node?.is === 'scalar' && node.value === true ? [{ resource, node }] : [];
  });
  const [first, second] = flags;
  if (first === undefined || field === undefined) return;
  site.fields[field] = { ref: first.resource.address };
  site.fieldSpans[field] = first.node.span;
  if (second === undefined) return;
  draft.problems.add('E-DEFAULT-TWICE', second.node.span, {
    message: `${site.address} has two default spaces`,
    hint: 'keep `default: true` on one of them',
    related: [{ message: 'the first one', span: first.node.span }],
  });
}
