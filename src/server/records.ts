/** What the store keeps of an object: facts only; answers add addresses, permissions and what is embedded. */
import type { Role } from '../contract/roles.ts';

export type { Role } from '../contract/roles.ts';

export type Level = Role | 'inherit' | null;

export type FieldValue = string | number | boolean | readonly string[];

export interface TokenRecord {
  /** As it is sent; the row's id is its digest. */
  token: string;
  /** Id of the user it stands for; the row links to it. */
  user: string;
  label?: string;
}

/** By kind; each resource adds its own, in its file. */
export interface Records {
  token: TokenRecord;
}

export type Kind = keyof Records;

/** One stored object. */
export interface Row<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  /** Id of what it stands in: the container whose sibling order it takes part in. Empty for organizations. */
  readonly parent: string;
  /** Id of the site, team or organization it belongs to, and goes away with. */
  readonly scope: string;
  /** Place among its siblings; any number, compared only. */
  readonly position: number;
  /** Id of the one object it links to (a site-space's space); empty for most. */
  readonly target: string;
  /** Text no other object may have; null where nothing must be unique. */
  readonly uniqueKey: string | null;
  readonly data: Readonly<Records[K]>;
}

export interface Shown {
  readonly shown?: { readonly [member: string]: unknown };
}
