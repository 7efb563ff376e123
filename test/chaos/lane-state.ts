/** What one lane of writes has made, as a plain value: two of them are the same state when they are the same JSON. */

export interface Team {
  readonly name: string;
  readonly version: number;
  /** User ids with their roles, by user id. */
  readonly roster: { readonly [user: string]: string };
}

export interface Collection {
  readonly name: string;
  readonly version: number;
}

export interface Section {
  readonly name: string;
  readonly version: number;
  readonly group: string | null;
  /** Ids of the spaces that stand in it. */
  readonly spaces: readonly string[];
  readonly isDefault: boolean;
}

export interface Site {
  readonly name: string;
  readonly version: number;
  /** Ids of the spaces at the root of a flat site. */
  readonly flat: readonly string[];
  /** Depth first. */
  readonly sections: readonly Section[];
}

export interface LaneState {
  readonly teams: readonly Team[];
  readonly collections: readonly Collection[];
  readonly sites: readonly Site[];
  /** Rules that what was read breaks; a lane never plans any. */
  readonly problems: readonly string[];
}

export const emptyState: LaneState = { teams: [], collections: [], sites: [], problems: [] };

/** What an id was given to: it is never given to anything else. */
export type Identity = `${'team' | 'collection' | 'site' | 'section' | 'section-group'} ${string}`;

/** One write, and the whole state of the lane once it is done. */
export interface Step {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  readonly after: LaneState;
  /** What the id of the answer belongs to. */
  readonly made?: Identity;
  /** What is made as well, without the answer telling its id. */
  readonly untold?: Identity;
}

/** A name and how often it was changed, in one title. */
export function titleOf(name: string, version: number): string {
  return version === 0 ? name : `${name} v${version}`;
}

export function readTitle(title: string): { readonly name: string; readonly version: number } {
  const [name = '', version = 'v0'] = title.split(' ');
  return { name, version: Number(version.slice(1)) };
}

export function replaced<T>(list: readonly T[], was: T, ...by: readonly T[]): readonly T[] {
  return list.flatMap((one) => (one === was ? by : [one]));
}

/** A roster in the order of its user ids, without those that are given nothing. */
export function rosterOf(entries: Iterable<readonly [string, string]>): Team['roster'] {
  return Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1)));
}
