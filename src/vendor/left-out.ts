/** What a site-structure file says and docform cannot carry, with the reason and the place. */
import type { SourceSpan } from '../core/problem.ts';
import type { SiteItem } from './site-file.ts';

export interface LeftOut {
  /** Key of the item that says it; missing: the site itself, or the file. */
  readonly item?: string;
  /** What it says, such as `hidden` or `content.directory`. */
  readonly what: string;
  readonly why: string;
  readonly span: SourceSpan;
}

export type LeaveOut = (left: LeftOut) => void;

const noLanguages = 'docform has one text for all languages; the others stay as they are on the platform';

const reasons: { readonly [what: string]: string } = {
  hidden:
    'docform cannot hide a space from the navigation: one that is hidden stays so, but where docform puts it on the site, it is shown',
  localizedTitle: noLanguages,
  localizedDescription: noLanguages,
  'site.localizedTitle': noLanguages,
  'content.directory': 'docform manages structure, not content; a sync of the directory is not touched',
  'content.language': 'docform cannot say the language of a space; it stays as it is on the platform',
};

/** Why a key of the file has no counterpart. */
export function reasonFor(what: string): string {
  return reasons[what] ?? 'docform does not know this key of the file';
}

/** The item itself, and with it all that stands in it. */
export function leaveOutItem(leaveOut: LeaveOut, item: SiteItem, why: string, span: SourceSpan = item.key.span): void {
  const inside = item.children.length === 0 ? '' : ', with all that stands in it';
  leaveOut({ item: item.key.value, what: `the whole ${item.type}${inside}`, why, span });
}
