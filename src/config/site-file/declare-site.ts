/** Declares the site of a site-structure file, under keys from titles or from the file, and reports the parts that it cannot declare with reasons. */
import { type Address, childAddress, listAddress } from '../../core/address.ts';
import { parseCondition } from '../../core/condition.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Dialect } from '../../core/dialect.ts';
import type { Declaration, DesiredResource, DesiredValue } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import {
  type Context,
  carriedItems,
  carriedTexts,
  isOffered,
  kindsOf,
  type LeftOut,
  type LiveIds,
  reasonFor,
} from './carried-items.ts';
import { type ItemType, oneItem, type SiteFile, type SiteItem, withChildren } from './read-site-file.ts';
import { type KeysOf, ownKeys, sharedKeys } from './site-keys.ts';
import { titleKeys } from './title-keys.ts';

const labelOnly = 'the label in the navigation can differ from the title of the space';

interface Drawing extends Context {
  keys: ReadonlyMap<SiteItem, string>;
  resources: DesiredResource[];
  /** Several places can show one space. */
  spaces: Set<Address>;
  orders: { [container: Address]: readonly Address[] };
  lists: string[];
}

interface DeclareSiteOptions {
  key: string;
  keys: KeysOf;
  shapes: Shapes;
  /** Missing: unknown, so fields of every dialect are declared. */
  dialect?: Dialect;
  /** Id of the live site. */
  pin?: string;
  /** Missing: unknown. */
  idOf?: LiveIds;
  isClaim?: boolean;
  /** Keys of spaces that other files have. */
  reserved?: ReadonlySet<string>;
}

export function declareSite(siteFile: SiteFile, options: DeclareSiteOptions) {
  const { key, keys, shapes, dialect, pin, idOf = () => undefined, isClaim = false, reserved = new Set() } = options;
  const leftOut: LeftOut[] = [];
  const context = { shapes, dialect, idOf, isClaim, leftOut };
  for (const { value, span } of siteFile.further) leftOut.push({ what: value, why: reasonFor(value), span });
  for (const { value, span, key: item } of siteFile.others)
    leftOut.push(
      withoutUndefined({ what: `the whole ${value}`, why: 'docform does not support this type', span, item }),
    );
  const items = carriedItems(
    context,
    siteFile.structure,
    siteFile.structure.some(({ type }) => type === 'space'),
  );
  const drawing: Drawing = {
    ...context,
    resources: [],
    spaces: new Set(),
    orders: {},
    lists: ['sites', 'spaces'],
    keys: sharedKeys(
      keys === 'file'
        ? ownKeys(context, items.flatMap(withChildren))
        : titleKeys(items, shapes, { spaces: reserved, site: key }),
      idOf,
    ),
  };
  const site = childAddress(null, 'sites', key);
  const isFlat = items.every(({ type }) => type === 'space');
  const resource = siteResource(drawing, siteFile, site, key, defaultIn(drawing, items, site));
  drawing.resources.push({ ...resource, ...withoutUndefined({ pin }) });
  drawing.lists.push(
    ...(isFlat && items.length > 0 ? ['spaces'] : ['sections', 'groups']).map((segment) => listAddress(site, segment)),
    ...(items.flatMap(withChildren).some(({ type }) => type === 'external-link') ? [listAddress(site, 'links')] : []),
  );
  drawing.orders[site] = items.map((item) => placeItem(drawing, item, site));
  const { resources, orders, lists } = drawing;
  leftOut.sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
  return { declaration: { resources, orders, lists }, leftOut };
}

function siteResource(
  { shapes, leftOut }: Drawing,
  { title, span }: SiteFile,
  address: Address,
  key: string,
  defaults: { [field: string]: DesiredValue },
) {
  const texts = carriedTexts(shapes.get('site'), title === undefined ? {} : { title }, (what, why, place) =>
    leftOut.push({ what: `site.${what}`, why, span: place }),
  );
  if (texts.fields.title === undefined)
    leftOut.push({
      what: 'site.title',
      why: 'the file has no title: add the current title or an `id:`, otherwise docform creates a new site',
      span,
    });
  const fields = { ...texts.fields, ...defaults };
  return { ...texts, kind: 'site', key, address, parent: null, fields, span: title?.span ?? span };
}

const segments: { readonly [T in ItemType]: string } = {
  'section-group': 'groups',
  section: 'sections',
  space: 'spaces',
  'external-link': 'links',
};

function addressOf({ keys }: Drawing, item: SiteItem, parent: Address) {
  const segment = segments[item.type];
  return childAddress(parent, segment, keys.get(item) ?? item.key.value);
}

function defaultIn(drawing: Drawing, items: readonly SiteItem[], site: Address) {
  const inGroups = (item: SiteItem): readonly SiteItem[] =>
    item.type === 'section-group' ? item.children.flatMap(inGroups) : item.type === 'external-link' ? [] : [item];
  const first = items.flatMap(inGroups).find(({ flags }) => flags.default !== undefined);
  if (first === undefined) return {};
  return { [first.type === 'space' ? 'default' : 'defaultSection']: { ref: addressOf(drawing, first, site) } };
}

function placeItem(drawing: Drawing, item: SiteItem, parent: Address, group: Address | null = null) {
  if (item.type === 'space') return placeSpace(drawing, item, parent);
  const address = addressOf(drawing, item, parent);
  const texts = textsOf(drawing, item, item.type);
  const key = drawing.keys.get(item) ?? item.key.value;
  const place = { group: group === null ? null : { ref: group }, ...draftOf(drawing, item) };
  if (item.type === 'external-link') {
    const fields = { ...texts.fields, ...place };
    drawing.resources.push({ ...texts, kind: 'external-link', key, address, parent, fields, span: item.key.span });
    return address;
  }
  if (item.type === 'section-group') {
    const fields = { ...texts.fields, ...place };
    drawing.resources.push({ ...texts, kind: 'section-group', key, address, parent, fields, span: item.key.span });
    drawing.orders[address] = item.children.map((child) => placeItem(drawing, child, parent, address));
    return address;
  }
  const first = item.children.find(({ flags }) => flags.default !== undefined);
  const fields = {
    ...texts.fields,
    ...(first === undefined ? {} : { default: { ref: addressOf(drawing, first, address) } }),
    ...place,
  };
  drawing.resources.push({ ...texts, kind: 'section', key, address, parent, fields, span: item.key.span });
  drawing.lists.push(listAddress(address, 'spaces'));
  drawing.orders[address] = item.children.map((child) => placeItem(drawing, child, address));
  return address;
}

/** The file does not contain the id of the space, and its title is only a label that another, private space can have as its title. The live site identifies the space. */
function placeSpace(drawing: Drawing, item: SiteItem, parent: Address) {
  const key = drawing.keys.get(item) ?? item.key.value;
  const space = childAddress(null, 'spaces', key);
  const own = textsOf(drawing, item, 'space');
  const { title, ...fields } = own.fields;
  const label = item.texts.title;
  if (label !== undefined && title !== undefined)
    drawing.leftOut.push({ item: item.key.value, what: 'title', why: labelOnly, span: label.span });
  const pin = drawing.idOf(item);
  const { span } = item.key;
  const isNew = !drawing.spaces.has(space);
  drawing.spaces.add(space);
  if (isNew)
    drawing.resources.push({
      ...own,
      kind: 'space',
      key,
      address: space,
      parent: null,
      fields: { ...fields, ...languageOf(drawing, item) },
      span,
      ...withoutUndefined({ pin }),
    });
  const address = addressOf(drawing, item, parent);
  const link = textsOf(drawing, item, 'site-space');
  const isHidden = item.flags.hidden !== undefined && isOffered(drawing, 'site-space', 'hidden');
  const linked = {
    space: { ref: space },
    ...link.fields,
    ...(isHidden ? { hidden: true } : {}),
    ...(drawing.isClaim && label !== undefined ? { label: label.value } : {}),
    ...draftOf(drawing, item),
  };
  drawing.resources.push({ ...link, kind: 'site-space', key, address, parent, fields: linked, span });
  return address;
}

/** docform cannot create drafts, but compares them. */
function draftOf({ isClaim }: Drawing, { flags }: SiteItem) {
  return isClaim && flags.draft !== undefined ? { draft: true } : {};
}

function languageOf(drawing: Drawing, { key, language }: SiteItem): { language?: string } {
  if (language === undefined) return {};
  const type = drawing.shapes.get('space')?.fields.language?.type;
  const isKnown = type?.is === 'choice' && type.values.includes(language.value);
  if (isKnown && isOffered(drawing, 'space', 'language')) return { language: language.value };
  const what = 'content.language';
  const why = isKnown ? reasonFor(what) : `the API has no language "${language.value}"`;
  drawing.leftOut.push({ item: key.value, what, why, span: language.span });
  return {};
}

/** Texts without a field in any kind are reported once. */
function textsOf({ shapes, leftOut }: Drawing, item: SiteItem, kind: string) {
  const tell = (what: string, why: string, span: LeftOut['span']) =>
    leftOut.push({ item: item.key.value, what, why, span });
  const kinds = kindsOf[item.type];
  if (kind === kinds[0]) {
    for (const [name, text] of Object.entries(item.texts))
      if (!kinds.some((each) => shapes.get(each)?.fields[name] !== undefined))
        tell(name, `${oneItem(item.type)} has no ${name} in docform`, text.span);
  }
  return carriedTexts(shapes.get(kind), item.texts, tell);
}

/** Sorted and unique, in the form of conditions. */
export function claimsIn({ resources }: Pick<Declaration, 'resources'>): readonly string[] {
  const names = resources.flatMap(({ fields: { condition } }) => {
    const parsed = typeof condition === 'string' ? parseCondition(condition) : { claims: [] };
    const claims = 'claims' in parsed ? parsed.claims : [];
    return claims.map(({ name, isUnsigned }) => `visitor.claims.${isUnsigned ? 'unsigned.' : ''}${name}`);
  });
  return [...new Set(names)].sort();
}
