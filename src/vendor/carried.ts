/** Selects the parts of a site-structure file that docform can express, and reports the other parts with reasons. */
import { parseCondition } from '../core/condition.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredValue } from '../core/state.ts';
import type { FieldShape } from '../kinds/field.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { ItemType, SiteItem } from './read-site-file.ts';

export const kindsOf: { [T in ItemType]: readonly string[] } = {
  'section-group': ['section-group'],
  section: ['section'],
  space: ['space', 'site-space'],
};

type IsThere = (item: SiteItem) => boolean;

export function carriedItems(
  items: readonly SiteItem[],
  shapes: Shapes,
  isThere: IsThere,
  leaveOut: LeaveOut,
): readonly SiteItem[] {
  return items.flatMap((item) => {
    const why = reasonToHide(item, shapes, isThere);
    if (why !== undefined) {
      leaveOutItem(leaveOut, item, why.text, why.span);
      return [];
    }
    for (const { value, span } of item.further)
      leaveOut({ item: item.key.value, what: value, why: reasonFor(value), span });
    if (item.flags.hidden !== undefined)
      leaveOut({ item: item.key.value, what: 'hidden', why: reasonFor('hidden'), span: item.flags.hidden });
    const children = carriedItems(item.children, shapes, isThere, leaveOut);
    if (item.type === 'section' && children.length === 0) {
      leaveOutItem(leaveOut, { ...item, children: [] }, 'a section needs at least one space, and none was imported');
      return [];
    }
    return [{ ...item, children }];
  });
}

/** Why an item would be visible to more people than the file allows. undefined: it would not. */
function reasonToHide(item: SiteItem, shapes: Shapes, isThere: IsThere) {
  const { type, flags, texts } = item;
  // An existing item is not published by a declaration.
  if (flags.draft !== undefined && !isThere(item))
    return { text: 'it is a draft, and docform cannot create drafts', span: flags.draft };
  const { condition } = texts;
  if (condition === undefined) return undefined;
  if (!kindsOf[type].some((kind) => shapes.get(kind)?.fields.condition !== undefined))
    return {
      text: `a ${type} cannot have a condition in docform, and without the condition everyone would see it`,
      span: condition.span,
    };
  const parsed = parseCondition(condition.value);
  if (!('fault' in parsed)) return undefined;
  return {
    text: `its condition is invalid (${parsed.fault.message}), and without the condition everyone would see it`,
    span: condition.span,
  };
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

export function plainPath(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$/g, '');
}

function reasonAgainst({ type }: FieldShape, value: string) {
  if (type.is !== 'text') return undefined;
  const length = [...value].length;
  if (length > (type.max ?? Number.POSITIVE_INFINITY))
    return `it is longer than ${type.max} characters, the limit of the API`;
  if (length < (type.min ?? 0)) return `it is shorter than ${type.min} characters, the minimum of the API`;
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) return 'it has an invalid format';
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

export type LeaveOut = (left: LeftOut) => void;

const noLanguages = 'docform supports one language; translations on the platform are unchanged';

const reasons: { [what: string]: string } = {
  hidden:
    'docform cannot hide spaces: a hidden space stays hidden, but a space that docform adds to the site is visible',
  localizedTitle: noLanguages,
  localizedDescription: noLanguages,
  'site.localizedTitle': noLanguages,
  'content.directory': 'docform manages structure, not content; the sync of the directory is unchanged',
  'content.language': 'docform cannot set the language of a space; the language on the platform is unchanged',
};

export function reasonFor(what: string): string {
  return reasons[what] ?? 'docform does not support this key';
}

function leaveOutItem(leaveOut: LeaveOut, item: SiteItem, why: string, span: SourceSpan = item.key.span) {
  const inside = item.children.length === 0 ? '' : ' with everything in it';
  leaveOut({ item: item.key.value, what: `the whole ${item.type}${inside}`, why, span });
}
