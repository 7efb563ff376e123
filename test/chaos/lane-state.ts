/** The state that one lane of writes has produced, as a plain value: equal states have equal JSON. */

export interface Team {
  readonly name: string;
  readonly version: number;
  /** Roles by user id. */
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
  /** Ids of its spaces. */
  readonly spaces: readonly string[];
  readonly isDefault: boolean;
}

export interface Site {
  readonly name: string;
  readonly version: number;
  /** Ids of spaces at the root of a flat site. */
  readonly flat: readonly string[];
  /** Depth-first. */
  readonly sections: readonly Section[];
}

export interface LaneState {
  readonly teams: readonly Team[];
  readonly collections: readonly Collection[];
  readonly sites: readonly Site[];
  /** Violated rules; a lane never expects any. */
  readonly problems: readonly string[];
}

export const emptyState: LaneState = { teams: [], collections: [], sites: [], problems: [] };

/** The owner of an id, which is never reused. */
export type Identity = `${'team' | 'collection' | 'site' | 'section' | 'section-group'} ${string}`;

/** One write, with the expected state after it. */
export interface Step {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  readonly after: LaneState;
  /** The object of the returned id. */
  readonly made?: Identity;
  /** An object whose id the response does not contain. */
  readonly untold?: Identity;
}

/** Contains the name and the number of changes. */
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

/** Sorted by user id, without empty roles. */
export function rosterOf(entries: Iterable<readonly [string, string]>): Team['roster'] {
  return Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1)));
}
