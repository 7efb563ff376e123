/** From an outline to desired state, as src/config would make it of the same words; whatever refers to nothing is left out. */
import { topContainer } from '../../src/core/address.ts';
import type { Desired, DesiredList, DesiredResource, KindName, PruneWord } from '../../src/core/state.ts';
import { type DesiredValue, isReference, type Value } from '../../src/core/value.ts';
import { shapes } from '../../src/kinds/index.ts';
import { declareSite } from './desired-sites.ts';
import type { Keyed } from './draw.ts';
import { type FieldValues, type Named, type Outline, seededSpaces } from './outline.ts';

export interface DesiredDraft {
  readonly resources: Map<string, DesiredResource>;
  readonly lists: DesiredList[];
  readonly orders: { [container: string]: readonly string[] };
}

type Fields = { [field: string]: DesiredValue };

const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };

/** `seeded`: ids of the spaces that are there. */
export function desiredOf(outline: Outline, organization: string, seeded: Keyed<string>): Desired {
  const draft: DesiredDraft = { resources: new Map(), lists: [], orders: {} };
  declareMap(draft, 'link-invite', outline.linkInvites, (block) => block);
  declareMap(draft, 'member', outline.members, (block) => block);
  declareTeams(draft, outline);
  declareMap(draft, 'saml-provider', outline.saml, ({ name, fields }) => ({ label: name, ...fields }));
  declareMap(draft, 'custom-field', outline.customFields, ({ fields }) => fields, { replace: true });
  declareContent(draft, outline, seeded);
  declareMap(draft, 'openapi-spec', outline.openapi, ({ fields }) => fields);
  declareMap(draft, 'translation', outline.translations, titled);
  if (outline.sites) {
    list(draft, 'sites', 'site');
    for (const [key, site] of Object.entries(outline.sites)) declareSite(draft, key, site);
  }
  if (outline.settings) declare(draft, 'organization', null, 'settings', outline.settings);
  return {
    organization,
    resources: [...draft.resources.values()].map((resource) => withoutLooseEnds(resource, draft)),
    lists: draft.lists,
    orders: draft.orders,
    moved: [],
    policy: { prune: () => 'owned', self: 'ana@acme.dev', protect: [], maxDeletes: 1000 },
  };
}

function titled({ name, fields }: Named): FieldValues {
  return { title: name, ...fields };
}

export function list(draft: DesiredDraft, address: string, kind: KindName, prune: PruneWord = 'owned'): void {
  draft.lists.push({ list: address, kind, prune, pruneIsNamed: prune === 'all' });
}

/** Keys in reference fields become references; answers with the address. */
export function declare(
  draft: DesiredDraft,
  kind: KindName,
  parent: string | null,
  key: string,
  block: { readonly [field: string]: DesiredValue },
  extra: Pick<DesiredResource, 'pin' | 'replace' | 'isLookUp'> = {},
): string {
  const shape = shapes.get(kind);
  if (shape === undefined) throw new Error(`no kind ${kind}`);
  const list = parent === null ? shape.segment : `${parent}/${shape.segment}`;
  const address = shape.singleton ? list : `${list}/${key}`;
  const own = typeof shape.key === 'object' ? { [shape.key.field]: key } : {};
  const fields: Fields = {};
  for (const [name, value] of Object.entries({ ...own, ...block })) {
    const type = shape.fields[name]?.type;
    if (type === undefined) throw new Error(`${address}: no field ${name}`);
    const target = type.is === 'ref' ? shapes.get(type.to)?.segment : undefined;
    const within = type.is === 'ref' && type.within === 'self' ? `${address}/` : '';
    fields[name] = target !== undefined && typeof value === 'string' ? { ref: `${within}${target}/${value}` } : value;
  }
  draft.resources.set(address, { address, kind, key, parent, fields, ...extra, span, fieldSpans: {} });
  return address;
}

export function declareMap<T>(
  draft: DesiredDraft,
  kind: KindName,
  blocks: Keyed<T> | undefined,
  fieldsOf: (block: T) => FieldValues,
  extra: Pick<DesiredResource, 'replace'> = {},
): void {
  if (blocks === undefined) return;
  list(draft, shapes.get(kind)?.segment ?? '', kind);
  for (const [key, block] of Object.entries(blocks)) declare(draft, kind, null, key, fieldsOf(block), extra);
}

/** Who is in a roster but not among the members is only looked up. */
function declareTeams(draft: DesiredDraft, { teams }: Outline): void {
  declareMap(draft, 'team', teams, titled);
  for (const [key, { roster }] of Object.entries(teams ?? {})) {
    if (roster === undefined) continue;
    const team = `teams/${key}`;
    list(draft, `${team}/members`, 'team-member', roster.isExact ? 'all' : 'owned');
    for (const [email, block] of Object.entries(roster.members)) {
      if (!draft.resources.has(`members/${email}`)) declare(draft, 'member', null, email, {}, { isLookUp: true });
      declare(draft, 'team-member', team, email, block);
    }
  }
}

function declareContent(draft: DesiredDraft, { collections, order: top, spaces, customFields }: Outline, seeded: Keyed<string>): void {
  const held = (key: string | null | undefined): string | null => (key != null && collections?.[key] ? key : null);
  declareMap(draft, 'collection', collections, (block) => ({ ...titled(block), parent: held(block.parent) }));
  list(draft, 'spaces', 'space');
  for (const key of seededSpaces) declare(draft, 'space', null, key, {}, { pin: seeded[key] ?? '' });
  for (const [key, block] of Object.entries(spaces)) {
    const { collection, copyOf } = block;
    const original = copyOf !== undefined && !seededSpaces.includes(copyOf) && spaces[copyOf] === undefined ? 'home' : copyOf;
    const address = declare(draft, 'space', null, key, {
      ...titled(block),
      ...(collection === undefined ? {} : { collection: held(collection) }),
      ...(original === undefined ? {} : { copyOf: original }),
    });
    const values = Object.entries(block.values ?? {}).flatMap(([name, number]) => {
      const fitting = valuesOf(customFields?.[name]?.fields);
      return fitting.length === 0 ? [] : [[name, fitting[Number(number) % fitting.length] ?? null] as const];
    });
    if (block.values) declare(draft, 'field-values', address, 'fields', { values: Object.fromEntries(values) });
  }
  if (top && collections) draft.orders[topContainer] = top.filter((address) => draft.resources.get(address)?.fields.parent === null);
  for (const [key, { order }] of Object.entries(collections ?? {})) {
    const isInside = (address: string): boolean => {
      const { kind, fields } = draft.resources.get(address) ?? {};
      const place = kind === 'space' ? fields?.collection : fields?.parent;
      return isReference(place) && place.ref === `collections/${key}`;
    };
    if (order) draft.orders[`collections/${key}`] = order.filter(isInside);
  }
}

/** Values that fit a custom field. */
function valuesOf(field: FieldValues | undefined): readonly Value[] {
  const options = Array.isArray(field?.options) ? (field.options as readonly Value[]) : [];
  switch (field?.type) {
    case 'text':
      return ['one', 'two', 'three'];
    case 'number':
      return [7, 8, 9];
    case 'boolean':
      return [true, false];
    case 'tags':
      return [['one'], ['two', 'one'], []];
    case 'select:single':
      return options;
    case 'select:multi':
      return [options, options.slice(1), options.slice(0, 1)];
    default:
      return [];
  }
}

function withoutLooseEnds(resource: DesiredResource, { resources }: DesiredDraft): DesiredResource {
  const fields = Object.entries(resource.fields).filter(([, value]) => !isReference(value) || resources.has(value.ref));
  return { ...resource, fields: Object.fromEntries(fields) };
}
