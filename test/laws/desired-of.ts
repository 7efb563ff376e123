/** From an outline to desired state, as src/config would make it of the same words; whatever refers to nothing is left out. */
import { keyIn, topContainer } from '../../src/core/address.ts';
import type { Desired, DesiredList, DesiredResource, PruneWord } from '../../src/core/state.ts';
import { type DesiredValue, isReference } from '../../src/core/value.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { WorldObject } from '../../src/server/index.ts';
import { objectsOf } from '../../src/server/seed/written.ts';
import { listAt, resourceAt } from '../support/declared.ts';
import type { Keyed } from './draw.ts';
import type { Fields, Outline } from './outline.ts';

/** `seeded`: ids of the spaces that are there. */
export function desiredOf(outline: Outline, organization: string, seeded: Keyed<string>): Desired {
  const pinned = Object.fromEntries(Object.entries(seeded).map(([key, id]) => [key, { id }]));
  const whole = { ...outline, spaces: { ...pinned, ...outline.spaces } };
  const objects = objectsOf(whole);
  const resources = withLookUps(objects.map(resourceOf));
  const addresses = new Set(resources.map(({ address }) => address));
  return {
    organization,
    resources: resources.map((resource) => withoutLooseEnds(resource, addresses)),
    lists: listsOf(whole, objects),
    orders: ordersOf(whole, resources, objects),
    moved: [],
    policy: { prune: () => 'owned', self: 'ana@acme.dev', protect: [], maxDeletes: 1000 },
  };
}

/** What a block says of lists and orders is no field. */
const besides = ['order', 'prune'];

/** Keys in reference fields have become addresses, and become references. */
function resourceOf({ kind, id: address, pin, fields: stated }: WorldObject): DesiredResource {
  const shape = shapes.get(kind);
  if (shape === undefined) throw new Error(`no kind ${kind}`);
  const isKeyedById = kind === 'link-invite';
  const place = kind === 'section' ? { group: null } : {};
  const own = isKeyedById ? { id: keyIn(address) } : place;
  const fields: { [field: string]: DesiredValue } = {};
  for (const [name, value] of Object.entries({ ...own, ...stated }) as [string, DesiredValue][]) {
    if (besides.includes(name)) continue;
    const type = shape.fields[name]?.type;
    if (type === undefined) throw new Error(`${address}: no field ${name}`);
    fields[name] = type.is === 'ref' && typeof value === 'string' ? { ref: value } : value;
  }
  return resourceAt(address, fields, {
    ...(pin === undefined || isKeyedById ? {} : { pin }),
    ...(kind === 'site' || kind === 'custom-field' ? { replace: true } : {}),
  });
}

/** Who is in a roster but not among the members is only looked up. */
function withLookUps(resources: readonly DesiredResource[]): readonly DesiredResource[] {
  const known = new Set(resources.map(({ address }) => address));
  return resources.flatMap((resource) => {
    const { member } = resource.fields;
    if (resource.kind !== 'team-member' || !isReference(member) || known.has(member.ref)) return [resource];
    known.add(member.ref);
    return [resourceAt(member.ref, { email: keyIn(member.ref) }, { isLookUp: true }), resource];
  });
}

function withoutLooseEnds(resource: DesiredResource, addresses: ReadonlySet<string>): DesiredResource {
  const fields = Object.entries(resource.fields).filter(([, value]) => !isReference(value) || addresses.has(value.ref));
  return { ...resource, fields: Object.fromEntries(fields) };
}

function listsOf(outline: Outline, objects: readonly WorldObject[]): readonly DesiredList[] {
  const { settings: _, order: _order, ...sections } = outline;
  const rosters = Object.entries(outline.teams ?? {}).flatMap(([key, { members, prune }]) =>
    members === undefined ? [] : [listAt(`teams/${key}/members`, prune as PruneWord | undefined)],
  );
  const ofSites = Object.entries(outline.sites ?? {}).flatMap(([key, { structure, shareLinks }]) => {
    const items = structure as readonly Fields[] | undefined;
    const isFlat = items?.some((item) => 'space' in item) === true;
    const names = [
      ...(shareLinks === undefined ? [] : ['shareLinks']),
      ...(items === undefined || isFlat ? [] : ['sections', 'groups']),
      ...(items !== undefined && (isFlat || items.length === 0) ? ['spaces'] : []),
    ];
    return names.map((name) => listAt(`sites/${key}/${name}`));
  });
  const ofSections = objects.flatMap(({ kind, id }) => (kind === 'section' ? [listAt(`${id}/spaces`)] : []));
  return [...Object.keys(sections).map((section) => listAt(section)), ...rosters, ...ofSites, ...ofSections];
}

function ordersOf(outline: Outline, resources: readonly DesiredResource[], objects: readonly WorldObject[]): Desired['orders'] {
  const orders: { [container: string]: readonly string[] } = {};
  const placeOf = ({ kind, fields }: DesiredResource): DesiredValue | undefined => fields[kind === 'space' ? 'collection' : 'parent'];
  const ordered = (order: unknown, isInside: (resource: DesiredResource) => boolean): readonly string[] =>
    (order as readonly string[]).flatMap((key) =>
      resources.flatMap((each) =>
        each.key === key && ['collection', 'space'].includes(each.kind) && isInside(each) ? [each.address] : [],
      ),
    );
  if (outline.order && outline.collections)
    orders[topContainer] = ordered(outline.order, (each) => each.kind === 'collection' && placeOf(each) === null);
  for (const [key, { order }] of Object.entries(outline.collections ?? {})) {
    const isInside = (each: DesiredResource): boolean => {
      const place = placeOf(each);
      return isReference(place) && place.ref === `collections/${key}`;
    };
    if (order !== undefined) orders[`collections/${key}`] = ordered(order, isInside);
  }
  for (const [key, { structure }] of Object.entries(outline.sites ?? {})) if (structure !== undefined) orders[`sites/${key}`] = [];
  for (const { kind, id } of objects) if (kind === 'section' || kind === 'section-group') orders[id] = [];
  for (const { kind, id, parent, fields } of objects) {
    if (kind !== 'section' && kind !== 'section-group' && kind !== 'site-space') continue;
    const container = String(fields.group ?? parent);
    orders[container] = [...(orders[container] ?? []), id];
  }
  return orders;
}
