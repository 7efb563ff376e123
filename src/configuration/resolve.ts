/** From the merged tree to the desired state: every block read, every reference checked, all problems collected. */
import type { Address } from '../core/address.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { readBlock, readList, ruleOn } from './blocks.ts';
import { checkAll } from './checks.ts';
import { asMap, type Context, complain, shapeNamed, unknownKey } from './context.ts';
import { readMoved } from './moved.ts';
import { entryOf, type MapNode, type Node } from './node.ts';
import { checkPrune, readPolicy } from './policy.ts';
import { readStructure } from './structure.ts';

export interface ResolveOptions {
  readonly shapes: Shapes;
  /** The organization said outside of the configuration (DOCFORM_ORG). */
  readonly organization?: string;
  readonly readFile: Context['readFile'];
}

const fixedKeys = ['version', 'organization', 'include', 'vars', 'policy', 'moved'];

/** The desired state; undefined when there is any problem. */
export function resolveConfiguration(
  root: MapNode,
  options: ResolveOptions,
): { readonly desired: Desired | undefined; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const { policy, pruneOf } = readPolicy(options.shapes, report, entryOf(root, 'policy')?.value);
  const context: Context = {
    shapes: options.shapes,
    report,
    readFile: options.readFile,
    pruneOf,
    resources: [],
    lists: [],
    orders: {},
    references: [],
    orderSpans: new Map(),
  };
  const organization = readHeader(context, root, options.organization);
  const tops = [...options.shapes.values()].filter((shape) => shape.parents === undefined);
  for (const entry of root.entries) {
    const shape = tops.find(({ segment }) => segment === entry.key);
    if (shape) readTop(context, shape, entry.value, entry.keySpan);
    else if (!fixedKeys.includes(entry.key))
      unknownKey(context, entry, [...fixedKeys, ...tops.map(({ segment }) => segment)], 'the configuration');
  }
  addLookUps(context);
  const moved = readMoved(context, entryOf(root, 'moved')?.value);
  checkAll(context);
  if (problems.length > 0 || organization === undefined) return { desired: undefined, problems };
  const { resources, lists, orders } = context;
  return { desired: { organization, resources, lists, orders, moved, policy }, problems };
}

function readHeader(context: Context, root: MapNode, given: string | undefined): string | undefined {
  const version = entryOf(root, 'version');
  if (version === undefined)
    complain(context, 'E-VERSION', { ...root.span, length: 1 }, 'the configuration states no version', 'begin it with `version: 1`');
  else if (version.value.is !== 'scalar' || version.value.value !== 1)
    complain(context, 'E-VERSION', version.value.span, 'this version of the configuration language is not known', 'write `version: 1`');
  const stated = entryOf(root, 'organization')?.value;
  if (stated === undefined) {
    return (
      given ??
      complain(
        context,
        'E-ORGANIZATION-MISSING',
        { ...root.span, length: 1 },
        'nothing says which organization this is',
        'state `organization: ID`, or set DOCFORM_ORG',
      )
    );
  }
  if (stated.is !== 'scalar' || typeof stated.value !== 'string' || !/^[A-Za-z0-9_-]+$/.test(stated.value)) {
    return complain(context, 'E-TYPE', stated.span, '`organization` must be the id of an organization, as text');
  }
  if (given !== undefined && given !== stated.value)
    return complain(
      context,
      'E-ORGANIZATION-MISMATCH',
      stated.span,
      `the configuration is for the organization ${stated.value}, but DOCFORM_ORG says ${given}`,
      'unset DOCFORM_ORG, or use the other configuration',
    );
  return stated.value;
}

function readTop(context: Context, shape: KindShape, node: Node, keySpan: SourceSpan): void {
  if (shape.singleton) return readSingleton(context, shape, node, keySpan, null);
  for (const { block, node: body } of readList(context, shape, node, null)) {
    const rule = entryOf(body, 'prune');
    if (rule) checkPrune(context, rule.value);
    readChildren(context, shape, block.address, body);
  }
}

/** A singleton's block: its fields; where it has one field of a map's form, the block is that field. */
function readSingleton(context: Context, shape: KindShape, node: Node, keySpan: SourceSpan, parent: Address | null): void {
  const map = asMap(context, node, `\`${shape.segment}\``);
  if (map === undefined) return;
  const keyed = Object.entries(shape.fields).find(([, field]) => field.type.is === 'keyed')?.[0];
  const body: MapNode = keyed === undefined ? map : { is: 'map', span: map.span, entries: [{ key: keyed, keySpan, value: map }] };
  const address = parent === null ? shape.segment : `${parent}/${shape.segment}`;
  readBlock(context, { shape, address, key: shape.segment, parent, keySpan, given: {}, elsewhere: [] }, body);
}

/** Lists, singletons, order and structure inside a block. */
function readChildren(context: Context, shape: KindShape, address: Address, body: MapNode): void {
  for (const { key, keySpan, value } of body.entries) {
    const child = [...context.shapes.values()].find((each) => each.segment === key && each.parents?.includes(shape.name));
    if (key === 'structure' && shape.wraps) settleFlatDefault(context, address, readStructure(context, { address, node: body }, value));
    else if (key === 'order' && shape.name === 'collection') readOrder(context, address, value);
    else if (child?.singleton) readSingleton(context, child, value, keySpan, address);
    else if (child && !shape.wraps) readList(context, child, value, address, ruleOn(context, body, child.name));
    else if (child && key === 'shareLinks') readList(context, child, value, address, ruleOn(context, body, child.name));
  }
}

function settleFlatDefault(context: Context, address: Address, found: { readonly defaultSiteSpace?: unknown }): void {
  const at = context.resources.findIndex((resource) => resource.address === address);
  const resource = context.resources[at];
  if (resource && found.defaultSiteSpace !== undefined)
    context.resources[at] = { ...resource, fields: { ...resource.fields, ...found } } as DesiredResource;
}

/** `order` of a collection: keys of the collections and spaces in it. */
function readOrder(context: Context, address: Address, node: Node): void {
  if (node.is !== 'list')
    return complain(context, 'E-ORDER', node.span, '`order` must be a list of keys of the collections and spaces in this collection');
  const order: Address[] = [];
  for (const item of node.items) {
    if (item.is !== 'scalar' || typeof item.value !== 'string')
      complain(context, 'E-ORDER', item.span, 'an entry of `order` must be a key');
    else {
      order.push(`?/${item.value}`);
      context.orderSpans.set(`${address}?/${item.value}`, item.span);
    }
  }
  context.orders[address] = order;
}

/** Roster members whom nobody declares are looked up, not managed. */
function addLookUps(context: Context): void {
  const declared = new Set(context.resources.map(({ address }) => address));
  for (const { fields, kind, key, span } of [...context.resources]) {
    const shape = shapeNamed(context, kind);
    const name = shape.key === 'name' ? undefined : shape.key.field;
    const type = name === undefined ? undefined : shape.fields[name]?.type;
    if (!shape.bulk || name === undefined || type?.is !== 'ref') continue;
    const target = shapeNamed(context, type.to);
    const address = `${target.segment}/${key}`;
    if (declared.has(address) || fields[name] === undefined) continue;
    declared.add(address);
    const field = target.key === 'name' ? undefined : target.key.field;
    context.resources.push({
      address,
      kind: target.name,
      key,
      parent: null,
      fields: field ? { [field]: key } : {},
      isLookUp: true,
      span,
      fieldSpans: {},
    });
  }
}
