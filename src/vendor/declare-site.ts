/** Declares the site of a site-structure file, under keys from titles or from the file, and reports the parts that it cannot declare with reasons. */
import { isFormatted } from '../config/blocks/values.ts';
import { type Address, childAddress, listAddress } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { defined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import type { SourceSpan } from '../core/problem.ts';
import { keyOfTitles, slugOf } from '../core/slug.ts';
import type { Declaration, DesiredResource, DesiredValue } from '../core/state.ts';
import { freeKey, isKey } from '../declaration/key.ts';
import type { FieldShape } from '../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { LiveSite } from './live-site.ts';
import { type ItemType, oneItem, plainPath, type SiteFile, type SiteItem, withChildren } from './read-site-file.ts';

const labelOnly = 'the label in the navigation can differ from the title of the space';

interface Context {
  shapes: Shapes;
  dialect: Dialect | undefined;
  live: LiveSite | undefined;
  leftOut: LeftOut[];
}

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
  live?: LiveSite;
}

export function declareSite(siteFile: SiteFile, { key, keys, shapes, dialect, live }: DeclareSiteOptions) {
  const leftOut: LeftOut[] = [];
  const context = { shapes, dialect, live, leftOut };
  for (const { value, span } of siteFile.further) leftOut.push({ what: value, why: reasonFor(value), span });
  for (const { value, span, key: item } of siteFile.others)
    leftOut.push(defined({ what: `the whole ${value}`, why: 'docform does not support this type', span, item }));
  const items = carriedItems(
    context,
    siteFile.structure,
    siteFile.structure.some(({ type }) => type === 'space'),
  );
  const drawing: Drawing = {
    ...{ ...context, resources: [], spaces: new Set(), orders: {}, lists: ['sites', 'spaces'] },
    keys: sharedKeys(keys === 'file' ? ownKeys(context, items.flatMap(withChildren)) : titleKeys(items, shapes), live),
  };
  const site = childAddress(null, 'sites', key);
  const isFlat = items.every(({ type }) => type === 'space');
  const resource = siteResource(drawing, siteFile, site, key, defaultIn(drawing, items, site));
  drawing.resources.push(live === undefined ? resource : { ...resource, pin: live.id });
  drawing.lists.push(
    ...(isFlat && items.length > 0 ? ['spaces'] : ['sections', 'groups']).map((segment) => listAddress(site, segment)),
    ...(items.flatMap(withChildren).some(({ type }) => type === 'external-link') ? [listAddress(site, 'links')] : []),
  );
  drawing.orders[site] = items.map((item) => placeItem(drawing, item, site));
  const { resources, orders, lists } = drawing;
  leftOut.sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
  return { declaration: { resources, orders, lists }, leftOut };
}

/** A space with several places is declared once. */
function sharedKeys(keys: ReadonlyMap<SiteItem, string>, live: LiveSite | undefined) {
  const first = new Map<string, string>();
  return new Map(
    [...keys].map(([item, key]) => {
      const id = item.type === 'space' ? live?.idOf(item) : undefined;
      if (id === undefined) return [item, key];
      first.set(id, first.get(id) ?? key);
      return [item, first.get(id) ?? key];
    }),
  );
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
  const place = { group: group === null ? null : { ref: group } };
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
  const pin = drawing.live?.idOf(item);
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
      ...defined({ pin }),
    });
  const address = addressOf(drawing, item, parent);
  const link = textsOf(drawing, item, 'site-space');
  const isHidden = item.flags.hidden !== undefined && isOffered(drawing, 'site-space', 'hidden');
  const linked = { space: { ref: space }, ...link.fields, ...(isHidden ? { hidden: true } : {}) };
  drawing.resources.push({ ...link, kind: 'site-space', key, address, parent, fields: linked, span });
  return address;
}

function isOffered({ shapes, dialect }: Context, kind: string, name: string) {
  const field = shapes.get(kind)?.fields[name];
  return field !== undefined && (dialect === undefined || field.dialects?.includes(dialect) !== false);
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

/** `title`: `guides`, or from the path if the title has no ASCII letters. `file`: `section-5`, which can collide with other files. */
export type KeysOf = 'title' | 'file';

/** Deterministic, and unique in each list. */
function ownKeys({ shapes, leftOut }: Context, all: readonly SiteItem[]) {
  const taken = new Set(all.map(({ key }) => key.value).filter(isKey));
  return new Map(
    all.map((item) => {
      const { value, span } = item.key;
      if (isKey(value)) return [item, value];
      const key = freeKey(keyOfTitles([value], shapeOf({ shapes }, item.type)), (candidate) => taken.has(candidate));
      taken.add(key);
      leftOut.push({
        item: value,
        what: 'the exact key',
        why: `it is not a valid key in docform; the key is ${key}`,
        span,
      });
      return [item, key];
    }),
  );
}

/** Spaces with the same title in several sections, such as versions, get the key of the section as a prefix. */
function titleKeys(items: readonly SiteItem[], shapes: Shapes) {
  const keys = new Map<SiteItem, string>();
  const taken = new Set<string>();
  const spaces = new Map<string, number>();
  for (const { type, ...item } of items.flatMap(withChildren))
    if (type === 'space') spaces.set(slugIn(item), (spaces.get(slugIn(item)) ?? 0) + 1);
  const visit = (item: SiteItem, section?: string) => {
    const slug = slugIn(item);
    const isShared = item.type === 'space' && section !== undefined && (slug === '' || (spaces.get(slug) ?? 0) > 1);
    const wanted = isShared ? [section, slug].filter((word) => word !== '').join('-') : slug;
    const key = freeKey(wanted === '' ? keyOfTitles([], shapeOf({ shapes }, item.type)) : wanted, (candidate) =>
      taken.has(`${item.type} ${candidate}`),
    );
    taken.add(`${item.type} ${key}`);
    keys.set(item, key);
    for (const child of item.children) visit(child, item.type === 'section' ? key : undefined);
  };
  for (const item of items) visit(item);
  return keys;
}

function slugIn({ texts }: Pick<SiteItem, 'texts'>) {
  return slugOf(texts.title?.value ?? '') || slugOf(texts.path?.value ?? '');
}

const kindsOf: { [T in ItemType]: readonly string[] } = {
  'section-group': ['section-group'],
  section: ['section'],
  space: ['space', 'site-space'],
  'external-link': ['external-link'],
};

function carriedItems(context: Context, items: readonly SiteItem[], isFlat = false): readonly SiteItem[] {
  const { leftOut } = context;
  return items.flatMap((item) => {
    const why = reasonToHide(context, item) ?? reasonAgainstLink(context, item, isFlat);
    if (why !== undefined) {
      leaveOutItem(leftOut, item, why.text, why.span);
      return [];
    }
    for (const { value, span } of item.further)
      leftOut.push({ item: item.key.value, what: value, why: reasonFor(value), span });
    if (item.flags.hidden !== undefined && !(item.type === 'space' && isOffered(context, 'site-space', 'hidden')))
      leftOut.push({ item: item.key.value, what: 'hidden', why: reasonFor('hidden'), span: item.flags.hidden });
    const children = carriedItems(context, item.children);
    if (item.type === 'section' && children.length === 0) {
      leaveOutItem(leftOut, { ...item, children: [] }, 'a section needs at least one space, and none was imported');
      return [];
    }
    return [{ ...item, children }];
  });
}

/** Why an item would be visible to more people than the file allows. undefined: it would not. */
function reasonToHide({ shapes, live }: Context, item: SiteItem) {
  const { type, flags, texts } = item;
  // An existing item is not published by a declaration.
  if (flags.draft !== undefined && live?.idOf(item) === undefined)
    return { text: 'it is a draft, and docform cannot create drafts', span: flags.draft };
  const { condition } = texts;
  if (condition === undefined) return undefined;
  if (!kindsOf[type].some((kind) => shapes.get(kind)?.fields.condition !== undefined))
    return {
      text: `${oneItem(type)} cannot have a condition in docform, and without the condition everyone would see it`,
      span: condition.span,
    };
  const parsed = parseCondition(condition.value);
  if (!('fault' in parsed)) return undefined;
  return {
    text: `its condition is invalid (${parsed.fault.message}), and without the condition everyone would see it`,
    span: condition.span,
  };
}

/** Without its URL, a link cannot be created. */
function reasonAgainstLink({ shapes, dialect }: Context, { type, texts }: SiteItem, isFlat: boolean) {
  if (type !== 'external-link') return undefined;
  const shape = shapes.get('external-link');
  const isMissing = shape === undefined || (dialect !== undefined && shape.dialects?.includes(dialect) === false);
  const { url } = texts;
  if (isMissing) return { text: 'the API of this platform has no external links', span: undefined };
  if (isFlat) return { text: 'a site without sections cannot have external links', span: undefined };
  const fault = url && shape.fields.url ? reasonAgainst(shape.fields.url, url.value) : undefined;
  return fault === undefined ? undefined : { text: `its url is invalid: ${fault}`, span: url?.span };
}

/** `tell` reports texts that have a field but are invalid. */
function carriedTexts(
  shape: KindShape | undefined,
  texts: SiteItem['texts'],
  tell: (what: string, why: string, span: SourceSpan) => void,
) {
  const fields: { [field: string]: DesiredValue } = {};
  const fieldSpans: { [field: string]: SourceSpan } = {};
  for (const [name, { value: written, span }] of Object.entries(texts)) {
    const field = shape?.fields[name];
    if (field === undefined) continue;
    // The file can contain `/guides`, or `/` for the default.
    const value = name === 'path' ? plainPath(written) : written;
    const why =
      name === 'path' && value === '' ? 'the root of a site belongs to its default' : reasonAgainst(field, value);
    if (why !== undefined) tell(name, why, span);
    else {
      fields[name] = value;
      fieldSpans[name] = span;
    }
  }
  return { fields, fieldSpans };
}

function reasonAgainst({ type }: FieldShape, value: string) {
  if (type.is !== 'text') return undefined;
  const length = [...value].length;
  if (length > (type.max ?? Number.POSITIVE_INFINITY))
    return `it is longer than ${type.max} characters, the limit of the API`;
  if (length < (type.min ?? 0)) return `it is shorter than ${type.min} characters, the minimum of the API`;
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) return 'it has an invalid format';
  if (type.format === 'uri' && !isFormatted('uri', value)) return 'it is not a URL';
  return undefined;
}

interface LeftOut {
  /** Key of the item; missing: the site or the file. */
  readonly item?: string;
  /** The key in the file, such as `hidden` or `content.directory`. */
  readonly what: string;
  readonly why: string;
  readonly span: SourceSpan;
}

const noLanguages = 'docform supports one language; translations on the platform are unchanged';

const reasons: { [what: string]: string } = {
  hidden:
    'the API of this platform cannot hide it: a hidden space stays hidden, but a space that docform adds to the site is visible',
  localizedTitle: noLanguages,
  localizedDescription: noLanguages,
  'site.localizedTitle': noLanguages,
  'content.directory': 'docform manages structure, not content; the sync of the directory is unchanged',
  'content.language':
    'the API of this platform cannot set the language of a space; the language on the platform is unchanged',
};

function reasonFor(what: string): string {
  return reasons[what] ?? 'docform does not support this key';
}

function leaveOutItem(leftOut: LeftOut[], item: SiteItem, why: string, span: SourceSpan = item.key.span) {
  const inside = item.children.length === 0 ? '' : ' with everything in it';
  leftOut.push({ item: item.key.value, what: `the whole ${item.type}${inside}`, why, span });
}
