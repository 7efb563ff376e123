/** Plan, change and step: what the planner answers, as plain values. */
import type { Address, ListAddress } from '../core/address.ts';
import type { Place } from '../core/problem.ts';
import type { KindName, Ledger, LedgerEntry } from '../core/state.ts';
import type { DesiredValue, Value } from '../core/value.ts';

/**
 * `adopt`, `rename`, `release`, `record` (protection, and lists that are pruned whole from now on), `pending` (declarations of people who have not joined
 * yet) and `unmanage` (fields, orders and lists that are no longer declared) change the state only: they send nothing.
 */
export type Action =
  | 'create'
  | 'update'
  | 'move'
  | 'replace'
  | 'delete'
  | 'adopt'
  | 'rename'
  | 'release'
  | 'record'
  | 'pending'
  | 'unmanage';

/** A field before and after, already redacted and with references as addresses: fit to print. `undefined`: not there. */
export interface FieldChange {
  readonly field: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** Who made the two differ since docform last applied the field; missing: nothing is known of that. */
  readonly origin?: Origin;
  /** Its values are addresses of other objects (of one that has no address, its id); which ones is among the change's `objects`. */
  readonly isReference?: true;
  /** Told whole, however long it is: a condition. */
  readonly isShownInFull?: true;
  /** What the change opens, or which guard it takes away, for people; missing: nothing. */
  readonly highRisk?: string;
  /** Where the configuration says so; missing: in no line of it. */
  readonly span?: Place;
}

/** An object that is there and that a change has to do with beside its own: whoever approves the change approves these very ones. */
export interface AffectedObject {
  readonly address: Address;
  readonly id: string;
  /** What people call it there. */
  readonly title?: string;
  /** `container`: the change stands or goes there; `contents`: it goes away along with what is deleted. */
  readonly as: 'reference' | 'neighbour' | 'container' | 'contents';
}

/** The configuration was edited, the platform was, or both were. */
export type Origin = 'configuration' | 'platform' | 'both';

/** Why a change may not be made. */
export interface Blocked {
  /** Stable code, such as `B-PROTECTED`. */
  readonly code: string;
  readonly reason: string;
  readonly hint?: string;
  /** The flag that overrides it, naming the very address or number: `--allow sites/docs`. */
  readonly override?: string;
}

export interface Anchor {
  readonly relation: 'before' | 'after';
  readonly address: Address;
}

/** One action on one resource. A resource whose fields and position change has one change for each action. */
export interface Change {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
  /** Id on the platform, if known before the apply. */
  readonly id?: string;
  /** Title on the platform. Missing: the object does not exist yet, or the title equals the key. */
  readonly title?: string;
  readonly fields: readonly FieldChange[];
  /** Other objects that the change involves, by address. Objects without an id are omitted. */
  readonly objects: readonly AffectedObject[];
  /** New neighbour of a moved resource. */
  readonly beside?: Anchor;
  /** Previous address of a renamed resource. */
  readonly from?: Address;
  /** One line with the reason or the method, such as `with sites/docs` or `restored from the trash`. */
  readonly why?: string;
  /** Initial state of a created object that you can change only on the platform. */
  readonly initialState?: string;
  /** Losses that cannot be restored. */
  readonly lost: readonly string[];
  readonly notes: readonly string[];
  readonly blocked?: Blocked;
  /** Position in the configuration: the field, or else the block. For a delete: the list that contained the block. */
  readonly span?: Place;
  readonly steps: readonly StepId[];
}

/** `sites/docs#update`, `teams/docs/members#bulk`. */
export type StepId = string;

export type Operation = 'create' | 'restore' | 'temporary' | 'update' | 'move' | 'join' | 'leave' | 'bulk' | 'delete';

export interface BulkItem {
  readonly operation: 'create' | 'update' | 'delete';
  readonly address: Address;
  readonly fields: { readonly [field: string]: DesiredValue };
}

/** What the platform makes along with a create, and the address it gets. */
export interface Companion {
  /** `first`: the first child of the new object; `space`: a new space of a new site; `site-space`: that space's link; `wrapper`: the section around a flat site's spaces. */
  readonly role: 'first' | 'space' | 'site-space' | 'wrapper';
  readonly address: Address;
}

/** One unit of work: usually one call. */
export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly kind: KindName;
  /** The fields this step sends; references are still addresses. */
  readonly fields: { readonly [field: string]: DesiredValue };
  /** All that was read of it, for kinds whose update replaces the whole object. */
  readonly passthrough?: { readonly [field: string]: Value };
  /** Of a move: its new neighbour; missing: it only changes its container. */
  readonly beside?: Anchor;
  /** Of a move, join or leave: the container it goes to (join, move) or comes from (leave); null: the top level. */
  readonly container?: Address | null;
  readonly items?: readonly BulkItem[];
  readonly companions?: readonly Companion[];
  /** Of a create: ids of objects that look just like the new one will at first, so that it can be told from them later. */
  readonly candidates?: readonly string[];
  /** Of a delete: addresses of what goes with it, and was not in it when the plan was made. */
  readonly cascades?: readonly Address[];
  /** Must have succeeded before. */
  readonly needs: readonly StepId[];
  /** Must have ended before, well or not: order only. */
  readonly follows: readonly StepId[];
}

/** A declared resource that only people can bring onto the platform. It is updated once it is there. */
export interface Pending {
  readonly address: Address;
  readonly kind: KindName;
  readonly reason: string;
  /** What is declared of it, fit to print. */
  readonly fields: readonly FieldChange[];
  /** An apply has accepted this very declaration: it is no change any more. */
  readonly isAccepted: boolean;
  /** Where the configuration says so; missing: in no line of it. */
  readonly span?: Place;
}

export interface Unmanaged {
  readonly list: ListAddress;
  readonly kind: KindName;
  readonly objects: readonly { readonly id: string; readonly name: string }[];
}

/** Siblings whose order moves change: as they will stand once everyone has arrived, before any move, and as they shall stand. */
export interface SiblingOrder {
  /** What they stand in: a site, a section, a group, a collection or the top level. */
  readonly container: Address;
  /** Where siblings of several kinds are ordered apart: which. */
  readonly kind?: KindName;
  readonly current: readonly Address[];
  readonly wanted: readonly Address[];
}

/** What could not be read, and the declared addresses about which therefore nothing is known. */
export interface Unknown {
  readonly list: ListAddress;
  readonly reason: string;
  readonly hides: readonly Address[];
  /** No longer declared, and not deleted now, as nobody can tell what would go. */
  readonly keeps?: readonly Address[];
}

/** What the ledger will say of the order of siblings. */
export interface OrderKept {
  readonly container: Address;
  /** What it says now, also where the container had another address. */
  readonly former?: string;
  /** As they will stand; missing: that cannot be told, so what it says now is kept. */
  readonly members?: readonly Address[];
  /** Steps that must have succeeded before they stand so. */
  readonly after: readonly StepId[];
  /** Of those: moves of members that stand there already. From the first one on until the last, no order is known. */
  readonly disturbing?: readonly StepId[];
}

/** What the ledger will say beyond the ids that steps bind. */
export interface StateUpdates {
  /** Entries that change at once, without any call (adopt, rename, protection). */
  readonly set: { readonly [address: Address]: LedgerEntry };
  readonly remove: readonly Address[];
  /** Lists managed from now on. */
  readonly lists: readonly ListAddress[];
  /** Lists that the ledger names and shall name no longer: what they stood in has another name, or is gone. */
  readonly unlisted?: readonly ListAddress[];
  /** Of declared addresses, but for those that are as the ledger says already and that no step is about: what the entry holds beside the id once its steps have succeeded. */
  readonly entries: { readonly [address: Address]: Omit<LedgerEntry, 'id'> };
  /** By address and field: the steps after which a field is as it is declared; none: it is left as it is. Fields that are so already are missing. */
  readonly carriers?: { readonly [address: Address]: { readonly [field: string]: readonly StepId[] } };
  /** All orders that it knows from now on; missing: those that it knows. */
  readonly orders?: readonly OrderKept[];
  /** All pending declarations that are accepted from now on; missing: those that are accepted now. */
  readonly pending?: NonNullable<Ledger['pending']>;
}

/** A plan: the changes for display, and the steps that apply runs. */
export interface Plan {
  readonly organization: string;
  /** In the order of execution. Changes that affect only the ledger come first. */
  readonly changes: readonly Change[];
  /** In an order that respects `needs` and `follows`. */
  readonly steps: readonly Step[];
  /** Known ids by address, of matched resources and of resources to delete. */
  readonly ids: { readonly [address: Address]: string };
  readonly unmanaged: readonly Unmanaged[];
  readonly pending: readonly Pending[];
  readonly unknown: readonly Unknown[];
  readonly notes: readonly { readonly address: Address; readonly text: string }[];
  /** Order of each list before the moves. Lists without moves are omitted. */
  readonly orders: readonly SiblingOrder[];
  /** Guards that block the whole plan. */
  readonly guards: readonly Blocked[];
  readonly stateUpdates: StateUpdates;
}

/** Overrides of guards, each with the exact number or address. */
export interface Allowances {
  readonly deletes?: number;
  readonly addresses: readonly Address[];
}

/** Of the fields of a change or of drift: those that open something, or take a guard away. Guards, rules, impact and reports go by this alone. */
export function openingFields<F extends Pick<FieldChange, 'highRisk'>>({
  fields = [],
}: {
  readonly fields?: readonly F[];
}): readonly (F & { readonly highRisk: string })[] {
  return fields.filter((field): field is F & { readonly highRisk: string } => field.highRisk !== undefined);
}

/** Codes that begin with W only warn. */
export function isBlocking({ code }: Pick<Blocked, 'code'>): boolean {
  return !code.startsWith('W-');
}

/** Returns true if a guard blocks the plan. Do not apply a blocked plan. */
export function isBlocked(plan: {
  readonly guards: readonly Blocked[];
  readonly changes: readonly { readonly blocked?: Blocked }[];
}): boolean {
  return plan.guards.some(isBlocking) || plan.changes.some((change) => change.blocked !== undefined);
}

const stateOnly: ReadonlySet<Action> = new Set(['adopt', 'rename', 'release', 'record', 'pending', 'unmanage']);

export function isStateOnly(action: Action): boolean {
  return stateOnly.has(action);
}

/** Returns the changes that affect the platform. */
export function remoteChanges<C extends { readonly action: Action }>(plan: {
  readonly changes: readonly C[];
}): readonly C[] {
  return plan.changes.filter((change) => !isStateOnly(change.action));
}
