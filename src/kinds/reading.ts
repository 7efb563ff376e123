/** How objects of a kind are read: by list if the contract has one. */
import type { Call } from '../contract/endpoint.ts';
import type { KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';

/** An object decoded from a response. `parentId` is set if the item names its parent. */
export interface Decoded {
  readonly id: string;
  readonly parentId?: string;
  readonly fields: { readonly [field: string]: Value };
  readonly isDeleted?: true;
  /** The default among its siblings. */
  readonly isDefault?: true;
  /** States and contents that the language cannot express, for people. */
  readonly beyond?: readonly string[];
  /** Ids of objects that the item embeds, by kind. A list of the kind without one of them is incomplete. */
  readonly embeds?: { readonly [kind: KindName]: readonly string[] };
}

export interface ReadInput {
  readonly organization: string;
  /** Id of the parent; empty at the top level. */
  readonly parentId: string;
  /** Id of the nearest ancestor of this kind; empty if there is none. */
  readonly up: (kind: string) => string;
}

export type Reading =
  | {
      readonly by: 'list';
      readonly call: (input: ReadInput) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
      /** For a list that is the tree of all items of a site. */
      readonly tree?: {
        readonly pick: (items: readonly unknown[]) => readonly unknown[];
        /** The order of the members of each container by its id; empty: the root. */
        readonly orders: (items: readonly unknown[]) => ReadonlyMap<string, readonly string[]>;
      };
      readonly one?: (input: ReadInput, id: string) => Call;
      /** The permission that, besides `admin`, guarantees a complete list. */
      readonly shownWith?: 'listMembers' | 'listTeams';
      /**
       * How the order in a site appears. `depth-first`: the list follows the structure. `by-members`: at its first
       * listed member. `as-listed`: the list has the order of each container. `in-structure`: the shared list is a tree
       * of all items of the site.
       */
      readonly placed?: 'depth-first' | 'by-members' | 'as-listed' | 'in-structure';
      /** Most containers have an empty list: read only where the configuration or the ledger mentions the list, or on request. */
      readonly isOptional?: true;
      /** Objects have permission levels, so the list omits objects that the caller cannot see. */
      readonly isLeveled?: true;
    }
  /** A singleton; 404 means that it does not exist. */
  | {
      readonly by: 'object';
      readonly call: (input: ReadInput) => Call;
      readonly decode: (reply: unknown, input: ReadInput) => Decoded | undefined;
    }
  /** One request per declared id, because the contract has no list. */
  | {
      readonly by: 'id';
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (reply: unknown) => Decoded | undefined;
    }
  /** Spaces have no complete list: docform finds them through an admin, collections and site-spaces. */
  | {
      readonly by: 'discovery';
      readonly isLeveled: true;
      /** The complete list, in dialects that have one. */
      readonly all?: (input: ReadInput) => Call;
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
    };
