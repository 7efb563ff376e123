/** A site's `structure`: a list of sections and groups, or of spaces when the site is flat; list order is site order. */
import type { Address } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredValue } from '../core/value.ts';
import { type Block, declareList, readBlock, ruleOn } from './blocks.ts';
import { type Context, complain, shapeNamed } from './context.ts';
import { entryOf, kindOfNode, type MapNode, type Node } from './node.ts';

type Item = 'section' | 'group' | 'space';
const kinds = { section: 'section', group: 'section-group', space: 'site-space' } as const;

interface Site {
  readonly address: Address;
  readonly node: MapNode;
}

/** Reads the whole structure of a site; answers the root site-space marked as default on a flat site. */
export function readStructure(context: Context, site: Site, node: Node): { readonly defaultSiteSpace?: DesiredValue } {
  const items = asItems(context, node, '`structure`', ['section', 'group', 'space']);
  if (items === undefined) return {};
  const isFlat = items.length > 0 && items.every(({ item }) => item === 'space');
  const stranger = items.find(({ item }) => item === 'space');
  if (!isFlat && stranger) {
    complain(
      context,
      'E-STRUCTURE-MIXED',
      stranger.map.span,
      'a site holds either spaces or sections and groups, not both',
      'put the space into a section',
    );
    return {};
  }
  if (!isFlat) for (const kind of ['section', 'section-group']) declare(context, site, kind, site.address);
  if (isFlat || items.length === 0) declare(context, site, 'site-space', site.address);
  context.orders[site.address] ??= [];
  let defaultSiteSpace: DesiredValue | undefined;
  for (const { item, map } of items) {
    if (item === 'group') readGroup(context, site, map);
    else if (item === 'section') readSection(context, site, map, site.address, null);
    else {
      const address = readSpace(context, map, site.address, true);
      const isDefault = address !== undefined && isTrue(context, map);
      if (isDefault && defaultSiteSpace) complain(context, 'E-DEFAULT', map.span, 'a second space is marked as the default of this site');
      if (isDefault) defaultSiteSpace = { ref: address };
    }
  }
  return defaultSiteSpace === undefined ? {} : { defaultSiteSpace };
}

function declare(context: Context, site: Site, kind: string, parent: Address): void {
  declareList(context, `${parent}/${shapeNamed(context, kind).segment}`, kind, ruleOn(context, site.node, kind));
}

interface ReadItem {
  readonly item: Item;
  readonly map: MapNode;
}

function asItems(context: Context, node: Node, what: string, allowed: readonly Item[]): readonly ReadItem[] | undefined {
  if (node.is !== 'list') {
    const isNull = node.is === 'scalar' && node.value === null;
    return complain(
      context,
      isNull ? 'E-NULL' : 'E-TYPE',
      node.span,
      `${what} must be a list, not ${kindOfNode(node)}`,
      isNull ? 'use `[]` to declare it empty, or leave it out' : undefined,
    );
  }
  return node.items.flatMap((each): readonly ReadItem[] => {
    const item = each.is === 'map' ? allowed.filter((name) => entryOf(each, name)) : [];
    if (each.is === 'map' && item.length === 1 && item[0]) return [{ item: item[0], map: each }];
    complain(
      context,
      'E-STRUCTURE-ITEM',
      each.span,
      `an entry of ${what} must be a map with the key ${allowed.map((name) => `\`${name}\``).join(' or ')}`,
    );
    return [];
  });
}

/** Key and block of an item; its key is the value of `section:` or `group:`. */
function blockOf(
  context: Context,
  item: Item,
  map: MapNode,
  parent: Address,
  given: Block['given'],
  elsewhere: readonly string[],
): Block | undefined {
  const node = entryOf(map, item)?.value;
  if (node?.is !== 'scalar' || typeof node.value !== 'string' || !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(node.value)) {
    return complain(context, 'E-KEY-INVALID', node?.span ?? map.span, `\`${item}\` must be a key: letters, digits and . _ -`);
  }
  const shape = shapeNamed(context, kinds[item]);
  return {
    shape,
    address: `${parent}/${shape.segment}/${node.value}`,
    key: node.value,
    parent,
    keySpan: node.span,
    given,
    elsewhere: [item, ...elsewhere],
  };
}

function readGroup(context: Context, site: Site, map: MapNode): void {
  const block = blockOf(context, 'group', map, site.address, {}, ['sections']);
  if (block === undefined) return;
  readBlock(context, block, map);
  enlist(context, site.address, block.address, block.keySpan);
  const sections = entryOf(map, 'sections')?.value;
  context.orders[block.address] ??= [];
  const items = sections === undefined ? [] : (asItems(context, sections, '`sections`', ['section']) ?? []);
  for (const { map: section } of items) readSection(context, site, section, block.address, { ref: block.address });
}

function readSection(context: Context, site: Site, map: MapNode, container: Address, group: DesiredValue): void {
  const block = blockOf(context, 'section', map, site.address, { group }, ['spaces', 'default']);
  if (block === undefined) return;
  const chosen = entryOf(map, 'default')?.value;
  const list = `${block.address}/spaces`;
  const given = chosen === undefined ? block.given : { ...block.given, ...defaultOf(context, list, chosen) };
  readBlock(context, { ...block, given }, map);
  enlist(context, container, block.address, block.keySpan);
  const spaces = entryOf(map, 'spaces')?.value;
  if (spaces === undefined) return;
  declare(context, site, 'site-space', block.address);
  context.orders[block.address] ??= [];
  const items = asItems(context, spaces, '`spaces`', ['space']);
  if (items?.length === 0)
    complain(
      context,
      'E-SECTION-EMPTY',
      spaces.span,
      `section "${block.key}" holds no space, and the platform keeps at least one`,
      'list a space, or leave `spaces` out so that they are not managed',
    );
  for (const { map: space } of items ?? []) readSpace(context, space, block.address, false);
}

function defaultOf(context: Context, list: Address, node: Node): { readonly default?: DesiredValue } {
  if (node.is !== 'scalar' || typeof node.value !== 'string')
    return complain(context, 'E-TYPE', node.span, '`default` of a section must be the key of one of its spaces') ?? {};
  const address = `${list}/${node.value}`;
  context.references.push({ address, key: node.value, list, title: 'space in this section', span: node.span });
  return { default: { ref: address } };
}

function readSpace(context: Context, map: MapNode, parent: Address, isFlat: boolean): Address | undefined {
  const node = entryOf(map, 'space')?.value;
  const block = blockOf(context, 'space', map, parent, {}, isFlat ? ['default'] : []);
  if (block === undefined || node === undefined) return undefined;
  const flag = entryOf(map, 'default');
  if (flag && !isFlat)
    complain(
      context,
      'E-DEFAULT',
      flag.keySpan,
      '`default` is said on a space of a flat site only',
      `state \`default: ${block.key}\` on the section`,
    );
  const space = { ref: `spaces/${block.key}` };
  context.references.push({ address: space.ref, key: block.key, list: 'spaces', title: 'space', span: node.span });
  readBlock(context, { ...block, given: { space }, elsewhere: ['space', 'default'] }, map);
  enlist(context, parent, block.address, block.keySpan);
  return block.address;
}

function isTrue(context: Context, map: MapNode): boolean {
  const node = entryOf(map, 'default')?.value;
  if (node === undefined) return false;
  if (node.is === 'scalar' && typeof node.value === 'boolean') return node.value;
  complain(context, 'E-TYPE', node.span, '`default` must be true or false');
  return false;
}

function enlist(context: Context, container: Address, address: Address, span: SourceSpan): void {
  const order = context.orders[container] ?? [];
  order.push(address);
  context.orders[container] = order;
  context.orderSpans.set(address, span);
}
