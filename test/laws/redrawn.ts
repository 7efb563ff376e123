/** Changes a configuration at random: roles, visibility, conditions, team members, defaults, paths, positions and removals. */
import { type Address, isWithin, listOf } from '../../src/core/address.ts';
import { type Desired, type DesiredResource, type DesiredValue, isReference } from '../../src/core/state.ts';
import { referencesOf } from '../../src/kinds/declaration/resources.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Draw } from './draw.ts';
import { roles } from './outline.ts';

type Change = (draw: Draw, desired: Desired) => Desired;

const levels = [null, 'inherit', ...roles];

/** `number`: number of the change, for unique names. */
export function redrawn(draw: Draw, desired: Desired, changes: number): Desired {
  let drawn = desired;
  for (let number = 0; number < changes; number += 1) drawn = draw.pick(changesOf(number))(draw, drawn);
  return drawn;
}

function changesOf(number: number): readonly Change[] {
  const setting = (kind: string, field: string, values: readonly DesiredValue[]): Change =>
    changing(kind, (draw) => ({ [field]: draw.pick(values) }));
  return [
    setting('member', 'role', [null, ...roles]),
    setting('team-member', 'role', ['owner', 'member']),
    setting('collection', 'defaultLevel', levels),
    setting('space', 'defaultLevel', levels),
    setting('site', 'visibility', ['public', 'unlisted', 'share-link', 'visitor-auth']),
    setting('site', 'basename', [`renamed-${number}`]),
    setting('section', 'path', [`renamed-${number}`]),
    setting('site-space', 'path', [`renamed-${number}`]),
    setting('share-link', 'active', [false, true]),
    changing('space', (draw, desired) => ({
      collection: draw.pick<DesiredValue>([null, ...addressesOf(desired, 'collection').map((ref) => ({ ref }))]),
    })),
    changing('section', conditionOfSite),
    changing('site-space', conditionOfSite),
    changing('section', (draw, { resources }, { parent }) => {
      const groups = resources.filter((each) => each.kind === 'section-group' && each.parent === parent);
      return { group: draw.pick<DesiredValue>([null, ...groups.map(({ address }) => ({ ref: address }))]) };
    }),
    ...['team', 'team-member', 'member', 'section', 'site-space', 'share-link'].map(leaving),
    turned,
  ];
}

function addressesOf({ resources }: Desired, kind: string): readonly Address[] {
  return resources.filter((each) => each.kind === kind && each.isExternal !== true).map(({ address }) => address);
}

/** The user of the token does not change. */
function oneOf(draw: Draw, desired: Desired, kind: string): DesiredResource | undefined {
  const all = desired.resources.filter(
    (each) => each.kind === kind && each.isExternal !== true && each.fields.role !== 'admin',
  );
  return all.length === 0 ? undefined : draw.pick(all);
}

function changing(
  kind: string,
  fieldsOf: (
    draw: Draw,
    desired: Desired,
    one: DesiredResource,
  ) => { readonly [field: string]: DesiredValue | undefined },
): Change {
  return (draw, desired) => {
    const one = oneOf(draw, desired, kind);
    if (one === undefined) return desired;
    const stated = Object.entries(fieldsOf(draw, desired, one)).filter(
      (entry): entry is [string, DesiredValue] => entry[1] !== undefined,
    );
    const now = { ...one, fields: { ...one.fields, ...Object.fromEntries(stated) } };
    return placed({ ...desired, resources: desired.resources.map((each) => (each === one ? now : each)) }, one, now);
  };
}

/** Orders contain each section in its new container, and each space if the order of the collection is declared. */
function placed(desired: Desired, was: DesiredResource, is: DesiredResource): Desired {
  const [from = '', to = ''] = [was, is].map(({ kind, fields, parent }) => {
    const container = kind === 'section' ? fields.group : kind === 'space' ? fields.collection : undefined;
    return isReference(container) ? container.ref : (parent ?? '');
  });
  if (from === to) return desired;
  const orders = { ...desired.orders };
  if (orders[from] !== undefined) orders[from] = orders[from].filter((each) => each !== is.address);
  if (orders[to] !== undefined) orders[to] = [...orders[to], is.address];
  return { ...desired, orders };
}

/** The condition of another item of the same site, so that its claims are declared, or none. */
function conditionOfSite(
  draw: Draw,
  { resources }: Desired,
  { address }: DesiredResource,
): { readonly condition: DesiredValue } {
  const [, site = ''] = /^(sites\/[^/]+)\//.exec(address) ?? [];
  const known = resources.flatMap(({ address: each, fields }) =>
    isWithin(each, site) && typeof fields.condition === 'string' ? [fields.condition] : [],
  );
  return { condition: draw.pick<DesiredValue>([null, ...known]) };
}

/** Removes a resource, unless it is referenced or the only one of its list. */
function leaving(kind: string): Change {
  return (draw, desired) => {
    const one = oneOf(draw, desired, kind);
    const siblings = desired.resources.filter(
      (each) => one !== undefined && listOf(each.address) === listOf(one.address),
    );
    if (one === undefined || siblings.length < 2) return desired;
    const goes = (address: Address): boolean => isWithin(address, one.address);
    const isNamed = desired.resources.some(
      (each) => !goes(each.address) && referencesOf(each, shapes).some(({ names }) => goes(names)),
    );
    if (isNamed) return desired;
    const orders = Object.entries(desired.orders).filter(([container]) => !goes(container));
    return {
      ...desired,
      resources: desired.resources.filter(({ address }) => !goes(address)),
      lists: desired.lists.filter(({ list }) => !isWithin(list, one.address)),
      orders: Object.fromEntries(
        orders.map(([container, members]) => [container, members.filter((each) => !goes(each))]),
      ),
    };
  };
}

/** Reorders some siblings. */
const turned: Change = (draw, desired) => {
  const containers = Object.entries(desired.orders).filter(([, members]) => members.length > 1);
  if (containers.length === 0) return desired;
  const [container, members] = draw.pick(containers);
  return { ...desired, orders: { ...desired.orders, [container]: draw.shuffled(members) } };
};
