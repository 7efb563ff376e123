/** The navigation of a site before and after a change, as plain values. */
import type { Address } from './address.ts';
import type { KindName } from './state.ts';

/** `renamed`: its title changes. `changed`: the fields in `fields` change. */
export const navigationMarks = ['added', 'removed', 'moved', 'renamed', 'changed'] as const;

type NavigationMark = (typeof navigationMarks)[number];

/** The same address is the same object on both sides. */
export interface NavigationEntry {
  readonly kind: KindName;
  readonly address: Address;
  /** Title on this side. */
  readonly title: string;
  /** Path below the URL of the site, `/` for its root. Groups have none; a missing path of another entry is unknown. */
  readonly path?: string;
  /** Whether it is the default of its parent. Missing: it is not, or unknown. */
  readonly isDefault?: true;
  /** Audience; missing: the audience of its parent. */
  readonly condition?: string;
  /** Empty: unchanged. */
  readonly marks: readonly NavigationMark[];
  /** With `moved`: the parent before and after; the address of the site is its top level. The same parent: reordered. */
  readonly moved?: { readonly from: Address; readonly to: Address };
  /** With `changed`: the changed fields, in the order of the language; `address` if only its place changed the URL. */
  readonly fields: readonly string[];
  /** Its position is unknown, so it comes after entries with a known position. */
  readonly isPlaceUnknown?: true;
  /** Its content was not read, so `entries` may be incomplete. */
  readonly isUnread?: true;
  /** In the order that readers see. */
  readonly entries: readonly NavigationEntry[];
}

export interface NavigationSide {
  readonly title: string;
  /** Published URL; missing: unknown. */
  readonly published?: string;
  /** Its content was not read, so `entries` may be incomplete. */
  readonly isUnread?: true;
  readonly entries: readonly NavigationEntry[];
}

/** A site whose navigation a plan changes. */
export interface SiteNavigation {
  readonly address: Address;
  /** null: the site does not exist. */
  readonly before: NavigationSide | null;
  readonly after: NavigationSide | null;
}
