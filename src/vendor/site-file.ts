/** The vendor's site-structure file as values that know where they stand: what its format says, and nothing of what docform makes of it. */
import type { SourceSpan } from '../core/problem.ts';

/** A value and its place. */
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
  /** The file's own name of it, which outlives titles and paths. */
  readonly key: Located<string>;
  /** Empty texts say nothing, and are missing here. */
  readonly texts: { readonly [name in TextName]?: Located<string> };
  /** Flags that are true. */
  readonly flags: { readonly [name in FlagName]?: SourceSpan };
  readonly children: readonly SiteItem[];
  /** What else it says: keys such as `content.directory`, in the order of the file. */
  readonly further: readonly Located<string>[];
}

/** An item and all that stands in it. */
export function withChildren(item: SiteItem): readonly SiteItem[] {
  return [item, ...item.children.flatMap(withChildren)];
}

export interface SiteFile {
  /** Where a site without title is told of. */
  readonly span: SourceSpan;
  readonly title?: Located<string>;
  readonly structure: readonly SiteItem[];
  /** Items of types that are none of these, wherever they stand, with their keys. */
  readonly others: readonly (Located<string> & { readonly key?: string })[];
  readonly further: readonly Located<string>[];
}
