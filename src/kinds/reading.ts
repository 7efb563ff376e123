/** How the objects of a kind are read: by list wherever the contract has one. */
import type { Call } from '../contract/endpoint.ts';
import type { Value } from '../core/value.ts';

/** One object decoded from a listing or a reply. `parentId` where the item itself tells what it stands in. */
export interface Decoded {
  readonly id: string;
  readonly parentId?: string;
  readonly fields: { readonly [field: string]: Value };
  readonly isDeleted?: true;
  /** Flagged as the default among its siblings. */
  readonly isDefault?: true;
}

export interface ReadInput {
  readonly organization: string;
  /** Id of the live object the list belongs to; empty at the top level. */
  readonly parentId: string;
  /** Id of the nearest live ancestor of that kind; empty where there is none. */
  readonly up: (kind: string) => string;
}

export type Reading =
  /** A paged list per parent. */
  | {
      readonly by: 'list';
      readonly call: (input: ReadInput) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
      /** Asks for one by its id, where the contract lets one; the reply is as an item of the list. */
      readonly one?: (input: ReadInput, id: string) => Call;
      /** The permission on the organization that, beside `admin`, tells that whoever has it is shown all of them. */
      readonly shownWith?: 'listMembers' | 'listTeams';
      /**
       * Of what stands in the structure of a site: how the platform tells its place there. `depth-first`: its list goes through the structure.
       * `by-members`: where the first that stands in it is listed. `as-listed`: its list has the order within each container.
       */
      readonly placed?: 'depth-first' | 'by-members' | 'as-listed';
      /** Each has a level of its own for members: a list leaves out those in which the caller has none. */
      readonly isLeveled?: true;
    }
  /** A singleton: one reply; 404 means that it is not there. */
  | {
      readonly by: 'object';
      readonly call: (input: ReadInput) => Call;
      readonly decode: (reply: unknown, input: ReadInput) => Decoded | undefined;
    }
  /** One read per declared id (the contract has no list). */
  | {
      readonly by: 'id';
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (reply: unknown) => Decoded | undefined;
    }
  /** Spaces: no list of all exists; they are found through an admin's spaces, collections and site-spaces, some of which embed them. */
  | {
      readonly by: 'discovery';
      readonly isLeveled: true;
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
    };
