/** Stored objects and their rows. Answers add URLs, permissions and embedded objects. */
import type { Role } from '../../contract/roles.ts';

export type { Role } from '../../contract/roles.ts';

export type Level = Role | 'inherit' | null;

export type FieldValue = string | number | boolean | readonly string[];

interface TokenRecord {
  token: string;
  user: string;
  label?: string | undefined;
}

/** Each resource adds its kinds in its own file. */
export interface Records {
  token: TokenRecord;
}

export type Kind = keyof Records;

export interface Row<K extends Kind = Kind> {
  kind: K;
  id: string;
  /** Id of the container. Empty for organizations. */
  parent: string;
  /** Id of the site, team or organization that it is deleted with. */
  scope: string;
  position: number;
  /** Id of the object that it links to, such as the space of a site-space, or empty. */
  target: string;
  /** No other object can have this text. */
  uniqueKey: string | null;
  data: Readonly<Records[K]>;
}

export interface Shown {
  shown?: { [member: string]: unknown };
}

/** A copy as it is read again: members without a value are not stored. */
export function storedCopy<K extends Kind>(row: Row<K>): Row<K> {
  return { ...row, data: JSON.parse(JSON.stringify(row.data)) as Records[K] };
}
