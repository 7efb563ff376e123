/** The types of a site-structure file, with positions. */
import type { SourceSpan } from '../core/problem.ts';

export interface Located<V> {
  readonly value: V;
  readonly span: SourceSpan;
}

export const itemTypes = ['section-group', 'section', 'space'] as const;
export type ItemType = (typeof itemTypes)[number];

export const textNames = ['title', 'path', 'icon', 'description', 'condition'] as const;
export type TextName = (typeof textNames)[number];

export const flagNames = ['default', 'hidden', 'draft'] as const;
export type FlagName = (typeof flagNames)[number];

export interface SiteItem {
  readonly type: ItemType;
  /** The key in the file, which stays the same when title and path change. */
  readonly key: Located<string>;
  /** Without empty texts. */
  readonly texts: { readonly [name in TextName]?: Located<string> };
  readonly flags: { readonly [name in FlagName]?: SourceSpan };
  readonly children: readonly SiteItem[];
  /** Unknown keys such as `content.directory`. */
  readonly further: readonly Located<string>[];
}

/** The item and its descendants. */
export function withChildren(item: SiteItem): readonly SiteItem[] {
  return [item, ...item.children.flatMap(withChildren)];
}

export interface SiteFile {
  /** Position for reports about a missing title. */
  readonly span: SourceSpan;
  readonly title?: Located<string>;
  readonly structure: readonly SiteItem[];
  /** Items of unknown types. */
  readonly others: readonly (Located<string> & { readonly key?: string })[];
  readonly further: readonly Located<string>[];
}
