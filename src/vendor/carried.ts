/** Keeps of a site-structure file what docform can express: within the limits of a site, nested as docform nests. */
import { parseCondition } from '../core/condition.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type LeaveOut, leaveOutItem, reasonFor } from './left-out.ts';
import type { ItemType, SiteItem } from './site-file.ts';

/** The kinds whose fields say what an item of a type says. */
export const kindsOf: { readonly [T in ItemType]: readonly string[] } = {
  'section-group': ['section-group'],
  section: ['section'],
  space: ['space', 'site-space'],
};

/** Whether the live site has it. */
export type IsThere = (item: SiteItem) => boolean;

/** The items of one list that stay, each with those of its children that stay. */
export function carriedItems(items: readonly SiteItem[], shapes: Shapes, isThere: IsThere, leaveOut: LeaveOut): readonly SiteItem[] {
  return items.flatMap((item) => {
    const why = reasonToHide(item, shapes, isThere);
    if (why !== undefined) {
      leaveOutItem(leaveOut, item, why.text, why.span);
      return [];
    }
    for (const { value, span } of item.further) leaveOut({ item: item.key.value, what: value, why: reasonFor(value), span });
    if (item.flags.hidden !== undefined)
      leaveOut({ item: item.key.value, what: 'hidden', why: reasonFor('hidden'), span: item.flags.hidden });
    const children = carriedItems(item.children, shapes, isThere, leaveOut);
    if (item.type === 'section' && children.length === 0) {
      leaveOutItem(leaveOut, { ...item, children: [] }, 'a section stands with at least one space, and none is carried');
      return [];
    }
    return [{ ...item, children: children.flatMap((child) => flattened(item, child, leaveOut)) }];
  });
}

/** An item must never be seen by more people than the file says: what hides it and cannot be carried takes it along. */
function reasonToHide(item: SiteItem, shapes: Shapes, isThere: IsThere) {
  const { type, flags, texts } = item;
  // What the site has already is not published by being declared.
  if (flags.draft !== undefined && !isThere(item))
    return { text: 'it is a draft, and docform cannot keep what it creates from being published', span: flags.draft };
  const { condition } = texts;
  if (condition === undefined) return undefined;
  if (!kindsOf[type].some((kind) => shapes.get(kind)?.fields.condition !== undefined))
    return { text: `a ${type} has no condition in docform, and without it everybody would see it`, span: condition.span };
  const parsed = parseCondition(condition.value);
  if (!('fault' in parsed)) return undefined;
  return { text: `its condition cannot be read (${parsed.fault.message}), and without it everybody would see it`, span: condition.span };
}

/** A group in a group: its sections stand in the outer one, in its place. */
function flattened(container: SiteItem, item: SiteItem, leaveOut: LeaveOut): readonly SiteItem[] {
  if (container.type !== 'section-group' || item.type !== 'section-group') return [item];
  leaveOut({
    item: item.key.value,
    what: 'the section-group inside another one',
    why: `docform has one level of groups; what stands in it stands in ${container.key.value}`,
    span: item.key.span,
  });
  return item.children;
}
