/** The items and texts of a site-structure file that docform can declare, and the reasons against the others. */

import { parseCondition } from '../../core/condition.ts';
import type { Dialect } from '../../core/dialect.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { DesiredValue } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import { isFormatted } from '../blocks/text-formats.ts';
import { type ItemType, oneItem, plainPath, type SiteItem } from './read-site-file.ts';

export const kindsOf: { [T in ItemType]: readonly string[] } = {
  'section-group': ['section-group'],
  section: ['section'],
  space: ['space', 'site-space'],
  'external-link': ['external-link'],
};

export function carriedItems(context: Context, items: readonly SiteItem[], isFlat = false): readonly SiteItem[] {
  const { leftOut } = context;
  return items.flatMap((item) => {
    const why = context.isClaim ? undefined : (reasonToHide(context, item) ?? reasonAgainstLink(context, item, isFlat));
    if (why !== undefined) {
      leaveOutItem(leftOut, item, why.text, why.span);
      return [];
    }
    for (const { value, span } of item.further)
      leftOut.push({ item: item.key.value, what: value, why: reasonFor(value), span });
    if (item.flags.hidden !== undefined && !(item.type === 'space' && isOffered(context, 'site-space', 'hidden')))
      leftOut.push({ item: item.key.value, what: 'hidden', why: reasonFor('hidden'), span: item.flags.hidden });
    const children = carriedItems(context, item.children);
    if (item.type === 'section' && children.length === 0 && !context.isClaim) {
      leaveOutItem(leftOut, { ...item, children: [] }, 'a section needs at least one space, and none was imported');
      return [];
    }
    return [{ ...item, children }];
  });
}

/** Why an item would be visible to more people than the file allows. undefined: it would not. */
function reasonToHide({ shapes, idOf }: Context, item: SiteItem) {
  const { type, flags, texts } = item;
  // An existing item is not published by a declaration.
  if (flags.draft !== undefined && idOf(item) === undefined)
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
export function carriedTexts(
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

export function reasonAgainst({ type }: FieldShape, value: string) {
  if (type.is !== 'text') return undefined;
  const length = [...value].length;
  if (length > (type.max ?? Number.POSITIVE_INFINITY))
    return `it is longer than ${type.max} characters, the limit of the API`;
  if (length < (type.min ?? 0)) return `it is shorter than ${type.min} characters, the minimum of the API`;
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) return 'it has an invalid format';
  if (type.format === 'uri' && !isFormatted('uri', value)) return 'it is not a URL';
  return undefined;
}

export interface LeftOut {
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

export function reasonFor(what: string): string {
  return reasons[what] ?? 'docform does not support this key';
}

function leaveOutItem(leftOut: LeftOut[], item: SiteItem, why: string, span: SourceSpan = item.key.span) {
  const inside = item.children.length === 0 ? '' : ' with everything in it';
  leftOut.push({ item: item.key.value, what: `the whole ${item.type}${inside}`, why, span });
}

/** Ids of items on the platform. Of a space: the id of the space. */
export type LiveIds = (item: SiteItem) => string | undefined;

export interface Context {
  shapes: Shapes;
  dialect: Dialect | undefined;
  idOf: LiveIds;
  /** The resources are only compared, so no item has to be left out. */
  isClaim: boolean;
  leftOut: LeftOut[];
}

export function isOffered({ shapes, dialect }: Context, kind: string, name: string) {
  const field = shapes.get(kind)?.fields[name];
  return field !== undefined && (dialect === undefined || field.dialects?.includes(dialect) !== false);
}
