/** Desired state, live state and ledger: what the planner compares. */
import type { Address, ListAddress } from './address.ts';
import type { SourceSpan } from './problem.ts';
import type { DesiredValue, Value } from './value.ts';

/** Name of a kind, such as `share-link`. */
export type KindName = string;

export type PruneWord = 'owned' | 'all' | 'never';

/** One resource that the configuration declares. */
export interface DesiredResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly key: string;
  /** Address of the resource it stands in; null at the top level. */
  readonly parent: Address | null;
  /** Declared fields only. An omitted field is not managed; null clears. */
  readonly fields: { readonly [field: string]: DesiredValue };
  /** Pinned platform id (`id:`). */
  readonly pin?: string;
  readonly protect?: boolean;
  readonly replace?: boolean;
  /** Only referred to, not managed: it is matched, never changed, and the ledger does not know it. */
  readonly isLookUp?: true;
  readonly span: SourceSpan;
  readonly fieldSpans: { readonly [field: string]: SourceSpan };
}

/** A list the configuration declares (`teams: {}` declares the list `teams`, empty). */
export interface DesiredList {
  readonly list: ListAddress;
  readonly kind: KindName;
  readonly prune: PruneWord;
  /** Whether `all` was said for this very kind or list (it reaches members, spaces, collections and sites only then). */
  readonly pruneIsNamed: boolean;
  /** Of its key; missing: it stands in no file. */
  readonly span?: SourceSpan;
}

export interface Policy {
  /** prune for a kind whose list is no longer declared. */
  readonly prune: (kind: KindName) => PruneWord;
  readonly self?: string;
  readonly protect: readonly KindName[];
  readonly maxDeletes: number;
}

/** What the desired state has for an organization that is left open, where nothing is contacted: no id is empty. */
export const anyOrganization = '';

/** What a configuration asks for, without variables and files. */
export interface Desired {
  readonly organization: string;
  /** In configuration order. */
  readonly resources: readonly DesiredResource[];
  readonly lists: readonly DesiredList[];
  /** Wanted order of the members of a container: container address (site, section group, section, collection, or the top level) -> member addresses. */
  readonly orders: { readonly [container: Address]: readonly Address[] };
  /** Resources that got another key, as they are written; `kinds/renames.ts` tells where they lead. */
  readonly moved: readonly { readonly from: Address; readonly to: Address; readonly reused?: true; readonly span: SourceSpan }[];
  readonly policy: Policy;
  readonly drift?: { readonly ignore: readonly IgnoreRule[] };
}

/** How something can be otherwise than docform has left it. */
export type DriftClass = 'changed' | 'missing' | 'misordered' | 'unmanaged';

/** What somebody changed by hand and is left as it is. It is still counted. */
export interface IgnoreRule {
  /** An address or a list; `*` stands for any text between two slashes, `**` for any text. */
  readonly address: string;
  /** Missing: all of them, and every class. */
  readonly fields?: readonly string[];
  /** Missing: every class. */
  readonly class?: DriftClass;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
  readonly span: SourceSpan;
}

/** Resources and their order, wherever they are said: what a configuration declares, or what a platform has, as one would declare it. */
export interface Declaration extends Pick<Desired, 'resources' | 'orders'> {
  /** Lists that are declared even where nothing stands in them. */
  readonly lists: readonly ListAddress[];
}

/** One object as the platform has it, in the field names of its kind. */
export interface LiveObject {
  readonly kind: KindName;
  /** The platform's id. Singletons have the id of what they belong to. */
  readonly id: string;
  /**
   * Id of the live object it stands in, as addresses nest: a section's site, a share link's site, a team member's team,
   * a site-space's section (or its site, when flat); null at the top level.
   */
  readonly parentId: string | null;
  /** References are ids. A field the platform leaves out is missing here. */
  readonly fields: { readonly [field: string]: Value };
  /** In the trash: it can be restored. */
  readonly isDeleted?: boolean;
}

/** Why something was not read whole. */
export interface Unread {
  /** Missing: it is complete. Else why it is not: then nothing may be concluded from an absence. */
  readonly unknown?: string;
  /** It is not for want of rights: the token of somebody who may do more reads it. */
  readonly isDenied?: true;
  /** Of the request that failed, where that is why. */
  readonly failure?: { readonly status?: number | undefined; readonly hint?: string | undefined };
}

/** One listing that was read: the objects of `kind` in `parentId`. */
export interface LiveList extends Unread {
  readonly kind: KindName;
  readonly parentId: string | null;
  /** Nobody wanted to know: it is unknown for that reason alone. */
  readonly isLeftOut?: true;
}

/** An object that is shown in a container: a space by a site. */
export interface Use {
  readonly kind: KindName;
  readonly id: string;
  readonly container: LiveObject;
}

/** Uses in containers whose links were not read otherwise. */
export interface Uses extends Unread {
  readonly found: readonly Use[];
}

export interface Live {
  readonly objects: readonly LiveObject[];
  readonly lists: readonly LiveList[];
  /**
   * Live order of the members of a container, by the container's id (of the top level, `topContainerId`): one array per run of members whose relative order is known.
   * The first run is the main one; members of further runs stand somewhere that the platform does not show.
   */
  readonly orders: { readonly [containerId: string]: readonly (readonly string[])[] };
  /** Lists that were mentioned and not read, with their kinds, as only a part was wanted; missing: none was left out. */
  readonly leftOut?: ReadonlyMap<ListAddress, KindName>;
  /** Read only for a plan that deletes something that can be used; missing: not read. */
  readonly uses?: Uses;
}

/** What the ledger remembers of one address. */
export interface LedgerEntry {
  readonly id: string;
  readonly protect?: boolean;
  /** Digests of fields the platform never shows (a logo, a specification's text), as last applied. */
  readonly applied?: { readonly [field: string]: string };
  /** Where by `moved` something else had this address at first: a mark of the key that its resource had, so that the two are told apart. */
  readonly was?: string;
}

export interface Ledger {
  readonly resources: { readonly [address: Address]: LedgerEntry };
  /** Lists that docform has managed before, so that `prune: all` may delete in them. */
  readonly lists: readonly ListAddress[];
  /** Order of the managed members of a container as last applied, as `orderMark` writes it; containers of fewer than two have none. */
  readonly orders?: { readonly [container: Address]: string };
  /** Pending declarations (people who have not joined yet) that an apply has accepted: a fingerprint of the declared fields of each. */
  readonly pending?: { readonly [address: Address]: string };
}

/** The ledger as far as somebody who only shows it knows it, or why it is not known. */
export type KnownLedger = Pick<Ledger, 'resources'> | { readonly unread: string };

export const emptyLedger: Ledger = { resources: {}, lists: [] };

/** One apply, as the store remembers it. */
export interface RunRecord {
  readonly run: string;
  readonly who: string;
  readonly link?: string;
  readonly digest?: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Missing: it is under way, or it never ended. */
  readonly endedAt?: string;
  readonly status?: string;
}
