/** The navigation of a site before and after a plan as two trees, each entry with what becomes of it. */
import type { Address } from './address.ts';
import type { KindName } from './state.ts';

/** `renamed`: its title is another one. `changed`: something else of it is, `fields` says what. */
export const navigationMarks = ['added', 'removed', 'moved', 'renamed', 'changed'] as const;
export type NavigationMark = (typeof navigationMarks)[number];

/** On both sides the same address is the same object. */
export interface NavigationEntry {
  readonly kind: KindName;
  readonly address: Address;
  /** As it is called on this side. */
  readonly title: string;
  /** Where readers find it below the address of the site, `/` for the root itself. A group has none; of others a missing one is not known. */
  readonly path?: string;
  /** What readers come to first in what it stands in. Missing: it is not, or that is not known. */
  readonly isDefault?: true;
  /** Who sees it; missing: everybody who sees what it stands in. */
  readonly condition?: string;
  /** Empty: it stays as it is. */
  readonly marks: readonly NavigationMark[];
  /** With `moved`: what it stands in before and after; the address of the site is its top level. Both alike: among its neighbours. */
  readonly moved?: { readonly from: Address; readonly to: Address };
  /** With `changed`: what differs, in the order of the language; `address` where only where it stands has made it so. */
  readonly fields: readonly string[];
  /** Its place among its neighbours is not known: it is told after those whose place is. */
  readonly isPlaceUnknown?: true;
  /** What stands in it was not read, so that `entries` may lack some. */
  readonly isUnread?: true;
  /** In the order in which readers see them. */
  readonly entries: readonly NavigationEntry[];
}

export interface NavigationSide {
  readonly title: string;
  /** Where it is published; missing: not known. */
  readonly published?: string;
  /** What stands in it was not read, so that `entries` may lack some. */
  readonly isUnread?: true;
  readonly entries: readonly NavigationEntry[];
}

/** A site with anything in its navigation that a plan touches. */
export interface SiteNavigation {
  readonly address: Address;
  /** null: there is no such site. */
  readonly before: NavigationSide | null;
  readonly after: NavigationSide | null;
}
