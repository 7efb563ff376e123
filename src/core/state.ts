/** The three states that the planner compares (desired, live and the ledger), and the values of their fields. */
import { type Address, type ListAddress, listOf } from './address.ts';
import type { AllowRule } from './allow-rule.ts';
import { withoutUndefined } from './defined.ts';
import type { Dialect } from './dialect.ts';
import type { Expectation } from './expectation.ts';
import { jsonObjectOrEmpty } from './json.ts';
import { cacheFirstResult } from './once.ts';
import type { Place, SourceSpan } from './problem.ts';
import type { SyncTimes } from './stalled-sync.ts';

/** Name of a kind, such as `share-link`. */
export type KindName = string;

export type PruneWord = 'owned' | 'all' | 'never';

/** The part of a resource that Git Sync writes, as the site-structure file states it. docform compares this part, and never writes it. */
export interface Claim {
  /** Path of the site-structure file. `fieldSpans` of the resource contains positions in this file. */
  readonly file: string;
  readonly fields: { readonly [field: string]: DesiredValue };
  /** Members of a container, in their order. */
  readonly order?: readonly Address[];
  /** Declared fields that docform ignores, because Git Sync writes them. `order`: the declared order. */
  readonly ignored?: readonly string[];
}

/** One resource that the configuration declares. */
export interface DesiredResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly key: string;
  /** Address of the parent; null at the top level. */
  readonly parent: Address | null;
  /** Declared fields only. An omitted field is not managed; null clears. */
  readonly fields: { readonly [field: string]: DesiredValue };
  /** Pinned platform id (`id:`). */
  readonly pin?: string;
  readonly protect?: boolean;
  readonly replace?: boolean;
  /** A read-only reference: matched, never changed, and not managed. Written as `external`, or a person whom a list names. */
  readonly isExternal?: true;
  /** Added by docform: written once, and not in the ledger, so that no later plan deletes it. */
  readonly isUnowned?: true;
  /** Git Sync also writes the resource. docform matches it by its place, and never creates, moves or deletes it. */
  readonly claim?: Claim;
  readonly span: SourceSpan;
  readonly fieldSpans: { readonly [field: string]: SourceSpan };
}

/** A list the configuration declares (`teams: {}` declares the list `teams`, empty). */
export interface DesiredList {
  readonly list: ListAddress;
  readonly kind: KindName;
  readonly prune: PruneWord;
  /** Whether `all` is set for this kind or list; members, spaces, collections and sites need that. */
  readonly pruneIsNamed: boolean;
  /** Position of its key; missing: not in a file. */
  readonly span?: SourceSpan;
}

export interface Policy {
  /** prune for a kind whose list is no longer declared. */
  readonly prune: (kind: KindName) => PruneWord;
  readonly self?: string;
  readonly protect: readonly KindName[];
  readonly maxDeletes: number;
  /** Maximum number of page views in 30 days of the URLs that one plan ends or moves. Missing: no limit. */
  readonly maxReaders?: number;
  /** False: docform sends no invitations. */
  readonly invite?: boolean;
  /** Overrides of guards. Missing: none. */
  readonly allow?: readonly AllowRule[];
}

/** The organization of a configuration that leaves it open, if nothing is contacted: no id is empty. */
export const anyOrganization = '';

/** The content of a configuration, without variables and files. */
export interface Desired {
  readonly organization: string;
  /** The name among the configurations of the organization. Missing: its directory. */
  readonly name?: string;
  /** In configuration order. */
  readonly resources: readonly DesiredResource[];
  readonly lists: readonly DesiredList[];
  /** Declared order of the members of a container: container address (site, section group, section, collection, or the top level) -> member addresses. */
  readonly orders: { readonly [container: Address]: readonly Address[] };
  /** Renamed resources, as written; `kinds/renames.ts` resolves them. */
  readonly moved: readonly {
    readonly from: Address;
    readonly to: Address;
    readonly reused?: true;
    readonly span: SourceSpan;
  }[];
  readonly policy: Policy;
  readonly drift?: { readonly ignore: readonly IgnoreRule[] };
  /** Missing: none. */
  readonly expect?: readonly Expectation[];
  /** Limits of the resources that plans can change. */
  readonly bounds?: readonly Bound[];
}

/** A limit (`within`) of the resources that files can declare, and that plans can change because of them. */
export interface Bound {
  /** Patterns of addresses of top-level resources. */
  readonly patterns: readonly string[];
  readonly span: SourceSpan;
  /** The only file with this bound. Missing: the whole configuration. */
  readonly file?: string;
}

/** Types of drift. */
export type DriftClass = 'changed' | 'missing' | 'misordered' | 'unmanaged';

/** Drift that is ignored. It is still counted. */
export interface IgnoreRule {
  /** An address or a list; `*` stands for any text between two slashes, `**` for any text. */
  readonly address: string;
  /** Missing: all fields, and every class. */
  readonly fields?: readonly string[];
  /** Missing: every class. */
  readonly class?: DriftClass;
  readonly reason: string;
  /** Last day of the rule, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
  readonly span: SourceSpan;
}

/** Resources and their order, declared in a configuration or derived from the platform. */
export interface Declaration extends Pick<Desired, 'resources' | 'orders'> {
  /** Declared lists, including empty ones. */
  readonly lists: readonly ListAddress[];
}

/** One object of the platform, with the field names of its kind. */
export interface LiveObject {
  readonly kind: KindName;
  /** The id of the platform. A singleton has the id of its parent. */
  readonly id: string;
  /**
   * Id of the parent object, as addresses nest: a section's site, a share link's site, a team member's team,
   * a site-space's section (or its site, when flat); null at the top level.
   */
  readonly parentId: string | null;
  /** References are ids. Fields that the platform leaves out are missing. */
  readonly fields: { readonly [field: string]: Value };
  /** In the trash, and restorable. */
  readonly isDeleted?: boolean;
  /** States and contents that the language cannot express, for people: `it is a draft`. */
  readonly beyond?: readonly string[];
  /** Title of a site-space in the navigation, which finds the places of Git Sync. */
  readonly label?: string;
  /** The repository from which Git Sync writes the object. */
  readonly syncedFrom?: string;
  readonly syncTimes?: SyncTimes;
}

/** Why a list or object was not read completely. */
export interface Unread {
  /** The reason; missing if complete. In an incomplete list, a missing object proves nothing. */
  readonly unknown?: string;
  /** The token lacks the rights; one with more rights can read it. */
  readonly isDenied?: true;
  /** The failed request, if that is the reason. */
  readonly failure?: { readonly status?: number | undefined; readonly hint?: string | undefined };
}

/** One list that was read: the objects of `kind` in `parentId`. */
export interface LiveList extends Unread {
  readonly kind: KindName;
  readonly parentId: string | null;
  /** Unknown only because the command did not need it. */
  readonly isLeftOut?: true;
}

/** An object that is shown in a container: a space by a site. */
interface Use {
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
   * Live order of the members of a container, by the container's id (of the top level, `topContainerId`): one array for each group of members whose relative order is known.
   * The first group is the main one; the platform does not show the position of the others.
   */
  readonly orders: { readonly [containerId: string]: readonly (readonly string[])[] };
  /** Ids of containers with the order of the last apply, because the platform still lists the order from before its moves. */
  readonly assumedOrders?: readonly string[];
  /** Lists that a partial plan did not read, with their kinds. */
  readonly leftOut?: ReadonlyMap<ListAddress, KindName>;
  /** Read only for a plan that deletes something that can be used; missing: not read. */
  readonly uses?: Uses;
}

/** The ledger entry of one address. */
export interface LedgerEntry {
  readonly id: string;
  readonly protect?: boolean;
  /** Digests of the last applied values, for write-only fields (a logo, the text of a specification). */
  readonly applied?: { readonly [field: string]: string };
  /** Digests of the values that the platform had after the apply, for texts that it stored differently. */
  readonly rewritten?: { readonly [field: string]: string };
  /** If `moved` gave this address to another resource: a mark of its former key, to distinguish the two. */
  readonly was?: string;
  /** Git Sync writes the resource, so docform never deletes it. */
  readonly claimed?: true;
}

export interface Ledger {
  readonly resources: { readonly [address: Address]: LedgerEntry };
  /** Lists that docform has managed before, so `prune: all` can delete in them. */
  readonly lists: readonly ListAddress[];
  /**
   * Last applied order of the managed members of a container, as `orderMark` writes it; only for two or more members.
   * With the order that the platform listed after the moves, if it is another one.
   */
  readonly orders?: { readonly [container: Address]: string };
  /** Pending declarations (people who have not joined yet) that an apply has accepted: a fingerprint of the declared fields of each, and its invitation (`core/ledger-marks.ts`). */
  readonly pending?: { readonly [address: Address]: string };
  /** External references of the last apply: id and title of each object, with a space between them. */
  readonly external?: { readonly [address: Address]: string };
  /** The dialect of the platform, if it is not the contract. */
  readonly dialect?: Dialect;
  /** Latest applies, latest first, for backends without a history of their own. */
  readonly runs?: readonly RunRecord[];
}

/** The ledger for reports, or why it is unknown. */
export type KnownLedger = Pick<Ledger, 'resources'> | UnreadLedger;

export interface UnreadLedger {
  readonly unread: string;
  /** Default: repair the ledger. */
  readonly fix?: string;
}

/** Another configuration of the organization, with the objects that it owns. */
export interface OtherConfiguration {
  readonly name: string;
  /** Path of its ledger or main file, from the root of its repository. */
  readonly file: string;
  readonly ledger: KnownLedger;
  /** As its files declare now. Missing: the files were not read, and the ledger decides. */
  readonly declared?: readonly DesiredResource[];
}

export const emptyLedger: Ledger = { resources: {}, lists: [] };

/** One apply in the history of the backend. */
export interface RunRecord {
  readonly run: string;
  readonly who: string;
  readonly link?: string;
  readonly digest?: string;
  /** Git commit of the configuration. */
  readonly revision?: string;
  /** The selected part of the plan. Missing: everything. */
  readonly scope?: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Missing: still running, or killed. */
  readonly endedAt?: string;
  /** `done`, `partly` or `interrupted`. Missing: no later run has found out whether this run ended. */
  readonly status?: string;
}

/** Written as `external` in the configuration. Other external resources are people whom only a list names. */
export function isExternalBlock({
  isExternal,
  pin,
  fields,
}: Pick<DesiredResource, 'isExternal' | 'pin' | 'fields'>): boolean {
  return isExternal === true && (pin !== undefined || fields.title !== undefined);
}

interface Known {
  readonly id: string;
  readonly title: string;
}

/** The text in the ledger. Ids have no spaces. */
export function formatExternalMark({ id, title }: Known): string {
  return `${id} ${title}`;
}

export function parseExternalMark(mark: string): Known {
  const end = mark.indexOf(' ');
  return { id: mark.slice(0, end), title: mark.slice(end + 1) };
}

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** A declared reference, resolved to an address. */
interface Reference {
  readonly ref: Address;
}

/** A declared field: a value or a reference. */
export type DesiredValue = Value | Reference;

export function isReference(value: DesiredValue | undefined): value is Reference {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ref' in value &&
    typeof value.ref === 'string' &&
    Object.keys(value).length === 1
  );
}

/** The map, or an empty one for any other value. */
export function mapOrEmpty(value: DesiredValue | undefined): { readonly [key: string]: Value } {
  return jsonObjectOrEmpty(value) as { readonly [key: string]: Value };
}

/** For a list or an undeclared address: the nearest list or block above it; undefined: none in any file. */
export function createPlaceFinder({
  resources,
  lists,
}: Pick<Desired, 'resources' | 'lists'>): (address: Address) => Place | undefined {
  const spans = cacheFirstResult(
    () =>
      new Map<Address, SourceSpan>([
        ...resources.map(({ address, span }) => [address, span] as const),
        ...lists.flatMap(({ list, span }) => (span === undefined ? [] : [[list, span] as const])),
      ]),
  );
  return (address) => {
    for (let at = address; ; at = listOf(at)) {
      const span = placeOfSpan(spans().get(at));
      if (span !== undefined || !at.includes('/')) return span;
    }
  };
}

/** For resources that a program declares without files. */
export function placeOfSpan(span: SourceSpan | undefined): Place | undefined {
  if (span === undefined || span.file === '') return undefined;
  const { file, line, column, usedBy } = span;
  return { file, line, column, ...withoutUndefined({ usedBy }) };
}
