/** Types of a plan: changes, steps, ledger updates, and the parts that reports print and approvals cover. */
import type { Address, ListAddress } from '../core/address.ts';
import type { RuleStart } from '../core/allow-rule.ts';
import type { Allowed, AllowingRule } from '../core/allowed.ts';
import type { Dialect } from '../core/dialect.ts';
import type { Unset } from '../core/exposed.ts';
import type { Impact, Redirect } from '../core/impact.ts';
import type { Invitation } from '../core/ledger-marks.ts';
import type { SiteNavigation } from '../core/navigation.ts';
import type { PolicyFinding } from '../core/policy.ts';
import type { Place } from '../core/problem.ts';
import type { DesiredValue, KindName, Ledger, LedgerEntry, Value } from '../core/state.ts';
import type { PartOnly } from './scope/scope.ts';

/** `invite` sends an invitation: the object exists after a person accepts it. `adopt`, `rename`, `release`, `record` (protection, `prune: all` and external references), `pending` (people who have not joined) and `unmanage` (fields, orders and lists that are no longer declared) change only the ledger. */
export type Action =
  | ('create' | 'invite' | 'update' | 'move' | 'replace' | 'delete')
  | ('adopt' | 'rename' | 'release' | 'record' | 'pending' | 'unmanage');

/** A field before and after, ready to print: secrets are redacted, references are addresses. `undefined`: no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** Who changed the field since the last apply. Missing: unknown. */
  readonly origin?: Origin;
  /** The values are addresses of other objects, or ids of objects without an address. `objects` of the change lists them. */
  readonly isReference?: true;
  /** Printed without truncation: a condition. */
  readonly isShownInFull?: true;
  /** The platform did not return the value before, so the value is unknown. */
  readonly isNotReturned?: true;
  /** How the change widens access or removes a guard. Missing: it does not. */
  readonly highRisk?: string;
  readonly span?: Place;
}

export interface AffectedObject {
  readonly address: Address;
  readonly id: string;
  readonly title?: string;
  /** `container`: the current or new container. `contents`: deleted together with the object. */
  readonly as: 'reference' | 'neighbour' | 'container' | 'contents';
}

export type Origin = 'configuration' | 'platform' | 'both';

export interface Blocked {
  /** Stable code, such as `B-PROTECTED`. */
  readonly code: string;
  readonly reason: string;
  readonly hint?: string;
  /** The flag that overrides the block, with the address or number: `--allow sites/docs`. */
  readonly override?: string;
  /** Rules of `policy.allow` that override the block, without day and reason. */
  readonly allow?: readonly RuleStart[];
  /** For guards of the whole plan: the rule that turns the block into a warning. */
  readonly rule?: AllowingRule;
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
  readonly id?: string;
  /** Title on the platform. Missing: the object does not exist yet, or the title equals the key. */
  readonly title?: string;
  readonly fields: readonly FieldChange[];
  /** Other objects that the change involves, by address. Objects without an id are omitted. */
  readonly objects: readonly AffectedObject[];
  readonly beside?: Anchor;
  readonly from?: Address;
  /** One line with the reason or the method, such as `created together with sites/docs` or `restored from the trash`. */
  readonly why?: string;
  /** Initial state of a created object that you can change only on the platform. */
  readonly initialState?: string;
  /** Losses that cannot be restored. */
  readonly lost: readonly string[];
  readonly notes: readonly string[];
  readonly blocked?: Blocked;
  /** Guards that rules of `policy.allow` let pass. Missing: none. */
  readonly allowed?: readonly Allowed[];
  /** Position in the configuration: the field, or else the block. For a delete: the list that contained the block. */
  readonly span?: Place;
  readonly steps: readonly StepId[];
}

/** `sites/docs#update`, `teams/docs/members#bulk`. */
export type StepId = string;

/** A part of the former state that cannot be restored automatically. */
export interface Loss {
  readonly address: Address;
  /** Missing: the object has no other title than its key, or is not part of the plan. */
  readonly title?: string;
  /** Missing: the whole object. */
  readonly field?: string;
  readonly why: string;
}

/** The reason of a create that restores a deleted object. */
export const restoredText = 'restored from the trash';

/** `invite`: the request for the people in `items`, who have not joined when it is answered. `widen`: the part of an update that widens access, after deletes that need the other part. */
export type Operation =
  | ('create' | 'restore' | 'temporary' | 'update' | 'publish' | 'widen' | 'move')
  | ('join' | 'leave' | 'bulk' | 'invite' | 'delete');

export interface BulkItem {
  readonly operation: 'create' | 'update' | 'delete';
  readonly address: Address;
  readonly fields: { readonly [field: string]: DesiredValue };
  /** The ledger does not contain it. */
  readonly isUnowned?: true;
}

/** An object that the platform creates together with another, and the address of that object. */
export interface Companion {
  /** `first`: the first child of the new object. `space`: a new space of a new site. `site-space`: the link of that space. `wrapper`: the section around the spaces of a flat site. */
  readonly role: 'first' | 'space' | 'site-space' | 'wrapper';
  readonly address: Address;
}

/** Of the new object, or of its first child. */
interface DerivedValues {
  readonly address: Address;
  readonly kind: KindName;
  readonly fields: { readonly [field: string]: DesiredValue };
}

export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly kind: KindName;
  /** Fields to send. References are addresses. */
  readonly fields: { readonly [field: string]: DesiredValue };
  /** All fields as read, for kinds whose update replaces the whole object. */
  readonly passthrough?: { readonly [field: string]: Value };
  /** New neighbour of a move. Missing: only the container changes. */
  readonly beside?: Anchor;
  /** New container of a join or move, former container of a leave. Null: the top level. */
  readonly container?: Address | null;
  readonly items?: readonly BulkItem[];
  readonly companions?: readonly Companion[];
  /** For a create: values that the platform derives as declared. apply sends the ones that the response does not show. */
  readonly derived?: readonly DerivedValues[];
  /** For a create: ids of objects that look like the new object, to recognize the new object after an interruption. */
  readonly candidates?: readonly string[];
  /** For a delete: addresses of objects that are deleted together with this object and were outside it when the plan was made. */
  readonly cascades?: readonly Address[];
  readonly needs: ReadonlySet<StepId>;
  /** Steps that must end before, with any result. */
  readonly follows: ReadonlySet<StepId>;
}

/** A declared resource that docform cannot create: a person who has not joined yet, or an object that only people can create. */
export interface Pending {
  readonly address: Address;
  readonly kind: KindName;
  readonly reason: string;
  readonly fields: readonly FieldChange[];
  /** An earlier apply has accepted this declaration, so it is not a change. */
  readonly isAccepted: boolean;
  /** A person has to create the object on the platform, with the declared title. */
  readonly toCreate?: true;
  /** The pending resource that has to exist first. */
  readonly waitsFor?: Address;
  /** docform invited the person. */
  readonly invitation?: Invitation;
  readonly span?: Place;
}

/** A declared reference to an object that docform does not manage. */
export interface External {
  readonly address: Address;
  readonly kind: KindName;
  /** Of the object or, if it was not found, of the object of the last apply. Missing: no object is known. */
  readonly id?: string;
  readonly title?: string;
}

export interface Unmanaged {
  readonly list: ListAddress;
  /** Name of the other configuration that owns the objects. Missing: no configuration in reach owns them. */
  readonly owner?: string;
  readonly kind: KindName;
  readonly objects: readonly { readonly id: string; readonly name: string }[];
}

/** Siblings whose order changes: the order before any move, with all new members, and the wanted order. */
export interface SiblingOrder {
  /** A site, section, group or collection, or the top level. */
  readonly container: Address;
  /** The kind, if siblings of several kinds are ordered separately. */
  readonly kind?: KindName;
  readonly current: readonly Address[];
  readonly wanted: readonly Address[];
}

/** `order`: the declared order of the members. `undeclared`: objects that `prune: all` would delete. */
export type Missed = 'order' | 'undeclared';

/** A list that could not be read, and the declared addresses that are unknown as a result. */
export interface Unknown {
  readonly list: ListAddress;
  readonly reason: string;
  readonly hides: readonly Address[];
  /** Resources that are not declared and would be deleted if the list were known. */
  readonly keeps?: readonly Address[];
  /** Resources whose reference to a hidden one could not be compared. */
  readonly refers?: readonly Address[];
  /** What could not be compared besides resources. */
  readonly misses?: readonly Missed[];
  /** The token has no permission to read the list completely. */
  readonly isDenied?: true;
}

export interface OrderKept {
  readonly container: Address;
  readonly former?: string;
  /** The new order. Missing: unknown, and the ledger keeps the current order. */
  readonly members?: readonly Address[];
  /** The order that the platform lists instead, as a mark. */
  readonly listed?: string;
  readonly after: readonly StepId[];
  /** Moves among `after` of existing members. While they run, the order is unknown. */
  readonly disturbing?: readonly StepId[];
}

export interface HeldBack {
  readonly until: StepId;
  readonly marks: { readonly [field: string]: string };
}

/** Changes of the ledger in addition to the ids that steps record. */
export interface StateUpdates {
  /** Entries that change without a call (adopt, rename, protection). */
  readonly set: { readonly [address: Address]: LedgerEntry };
  readonly remove: readonly Address[];
  readonly lists: readonly ListAddress[];
  /** Lists to remove, because their container was renamed or deleted. */
  readonly unlisted?: readonly ListAddress[];
  /** The rest of an entry once its steps have succeeded. Resources without steps and without a change in the ledger are omitted. */
  readonly entries: { readonly [address: Address]: Omit<LedgerEntry, 'id'> };
  /** By address and field: the steps that apply the field. Empty: the field is not changed. Fields that match are omitted. */
  readonly carriers?: { readonly [address: Address]: { readonly [field: string]: readonly StepId[] } };
  /** By address: fingerprints of values that a new object has until each step, such as an undeclared `draft`, and of restrictions that it does not have yet (`intendedMark`). */
  readonly heldBack?: { readonly [address: Address]: readonly HeldBack[] };
  /** By address: fingerprints of texts on the platform that differ from the applied ones. After an apply, they are what the platform stored. */
  readonly stored?: { readonly [address: Address]: { readonly [mark: string]: string } };
  readonly orders?: readonly OrderKept[];
  readonly pending?: NonNullable<Ledger['pending']>;
  readonly external?: NonNullable<Ledger['external']>;
  /** The dialect in which the plan was made, if it is not the contract. */
  readonly dialect?: Dialect;
  /** Addresses whose steps of an interrupted apply are outside the scope. Their outcome stays unknown. */
  readonly undecided?: readonly Address[];
}

/** A moment of the apply at which somebody has more access than before and after. The API has no order that avoids it. */
export interface OpenWindow {
  /** The resource of the closing step. `impact` marks its change as high-risk. */
  readonly address: Address;
  /** The field that closes the window. Missing: a delete, or a change without fields. */
  readonly field?: string;
  /** Who has access until then, in words. */
  readonly what: string;
  /** Whose audience is wider. */
  readonly object: { readonly kind: KindName; readonly id: string };
  readonly opening: StepId;
  readonly closing: StepId;
}

/** A plan: the changes for display, and the steps that apply runs. */
export interface Plan {
  readonly organization: string;
  /** Missing: the settings of the organization were not read. */
  readonly organizationTitle?: string;
  /** In the order of execution. Changes that affect only the ledger come first. */
  readonly changes: readonly Change[];
  /** In an order that respects `needs` and `follows`. */
  readonly steps: readonly Step[];
  /** Known ids by address, of matched resources and of resources to delete. */
  readonly ids: { readonly [address: Address]: string };
  readonly unmanaged: readonly Unmanaged[];
  readonly pending: readonly Pending[];
  readonly external: readonly External[];
  readonly unknown: readonly Unknown[];
  readonly notes: readonly { readonly address: Address; readonly text: string }[];
  readonly orders: readonly SiblingOrder[];
  readonly guards: readonly Blocked[];
  /** Missing: none. */
  readonly windows?: readonly OpenWindow[];
  /** Missing: none. */
  readonly unset?: readonly Unset[];
  readonly stateUpdates: StateUpdates;
  /** Missing: the plan is complete. */
  readonly part?: PartOnly;
}

/** Overrides of guards, each with the exact number or address. */
export interface Allowances {
  readonly deletes?: number;
  readonly addresses: readonly Address[];
}

export function openingFields<F extends Pick<FieldChange, 'highRisk'>>({
  fields = [],
}: {
  readonly fields?: readonly F[];
}): readonly (F & { readonly highRisk: string })[] {
  return fields.filter((field): field is F & { readonly highRisk: string } => field.highRisk !== undefined);
}

/** Codes with the prefix W are warnings. */
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

/** The changes that send requests to the platform. */
export function remoteChanges<C extends { readonly action: Action }>(plan: {
  readonly changes: readonly C[];
}): readonly C[] {
  return plan.changes.filter((change) => !isStateOnly(change.action));
}

/** Whether apply has something to do: changes, updates of the ledger alone, or the record of an interrupted apply. */
export function needsApply(
  { changes, ledgerUpdates = 0 }: { readonly changes: readonly unknown[]; readonly ledgerUpdates?: number },
  wasInterrupted = false,
): boolean {
  return changes.length > 0 || ledgerUpdates > 0 || wasInterrupted;
}

export type ChangeView = Omit<Change, 'steps'>;

export interface PlanView
  extends Pick<
    Plan,
    | 'organization'
    | 'organizationTitle'
    | 'guards'
    | 'unmanaged'
    | 'pending'
    | 'external'
    | 'unknown'
    | 'notes'
    | 'part'
  > {
  readonly changes: readonly ChangeView[];
  readonly impact: readonly Impact[];
  /** Navigation of affected sites, before and after. Missing: an older version of docform made the plan. */
  readonly navigation?: readonly SiteNavigation[];
  /** Redirects for published URLs that change. Missing: an older version of docform made the plan. */
  readonly redirects?: readonly Redirect[];
  /** Entries and marks that apply records in the ledger without a request. Missing: none, or an older version of docform made the plan. */
  readonly ledgerUpdates?: number;
  /** What `docform undo` cannot restore after an apply of this plan. Missing: an older version of docform made the plan, and only changes list losses. */
  readonly lost?: readonly Loss[];
  /** Findings of policy rules, errors first, and the rules named for this plan only. Missing: no rules. */
  readonly policy?: { readonly findings: readonly PolicyFinding[]; readonly named: readonly string[] };
}

export type ToldPlan = Plan &
  Pick<PlanView, 'impact' | 'navigation' | 'redirects' | 'lost' | 'ledgerUpdates' | 'policy'>;

export interface SavedPlan extends PlanView {
  readonly host: string;
  readonly digest: string;
  /** Number of requests of the whole plan. */
  readonly requests: number;
  readonly configuration: string;
  /** Overrides of guards that were passed to `plan`. */
  readonly allowances: Allowances;
  readonly orders: readonly SiblingOrder[];
}
