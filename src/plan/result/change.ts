/** Types of a plan: changes, and the parts that reports print and approvals cover. */
import type { Address, ListAddress } from '../../core/address.ts';
import type { RuleStart } from '../../core/allow-rule.ts';
import type { Allowed, AllowingRule } from '../../core/allowed.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import type { Unset } from '../../core/exposed.ts';
import type { Impact, Redirect } from '../../core/impact.ts';
import type { SiteNavigation } from '../../core/navigation.ts';
import type { Invitation } from '../../core/pending-marks.ts';
import type { PolicyFinding } from '../../core/policy.ts';
import type { Place } from '../../core/problem.ts';
import type { KindName, Value } from '../../core/state.ts';
import type { UrlTraffic } from '../../core/traffic.ts';
import type { Action } from './action.ts';
import type { StateUpdates } from './ledger-updates.ts';
import type { PlanPart } from './part.ts';
import type { PartOnly } from './scope.ts';
import type { Anchor, Step, StepId } from './step.ts';

export type { Action } from './action.ts';

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

/**
 * Why docform makes a change besides a difference. `undeclared`: a delete of a resource that the configuration no longer declares. `pruned`:
 * a delete by `prune: all`. `restored`: from the trash. `companion`: created together with another object. `immutable`: a replacement of an
 * object whose field cannot be changed.
 */
type ChangeCause = 'undeclared' | 'pruned' | 'restored' | 'companion' | 'immutable';

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
  /** Missing: a difference, or an action without further cause. */
  readonly cause?: ChangeCause;
  /** The cause or the method in words, such as `created together with sites/docs` or `restored from the trash`. */
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

/** A part of the former state that cannot be restored automatically. */
export interface Loss {
  readonly address: Address;
  /** Missing: the object has no other title than its key, or is not part of the plan. */
  readonly title?: string;
  /** Missing: the whole object. */
  readonly field?: string;
  readonly why: string;
  /** Not lost: an undo can revert the change after a step that `why` names. */
  readonly needsStep?: true;
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
  /** Git Sync creates the object. */
  readonly synced?: true;
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

/** The parts that a plan and its saved document share. */
interface CommonPlan {
  readonly organization: string;
  /** Missing: the settings of the organization were not read. */
  readonly organizationTitle?: string;
  readonly unmanaged: readonly Unmanaged[];
  readonly pending: readonly Pending[];
  readonly external: readonly External[];
  readonly unknown: readonly Unknown[];
  readonly notes: readonly { readonly address: Address; readonly text: string }[];
  readonly guards: readonly Blocked[];
  /** Missing: the plan is complete. */
  readonly part?: PartOnly;
}

/** A plan: the changes for display, and the steps that apply runs. */
export interface Plan extends CommonPlan {
  /** In the order of execution. Changes that affect only the ledger come first. */
  readonly changes: readonly Change[];
  /** In an order that respects `needs` and `follows`. */
  readonly steps: readonly Step[];
  /** Known ids by address, of matched resources and of resources to delete. */
  readonly ids: { readonly [address: Address]: string };
  readonly orders: readonly SiblingOrder[];
  /** Missing: none. */
  readonly windows?: readonly OpenWindow[];
  /** Missing: none. */
  readonly unset?: readonly Unset[];
  readonly stateUpdates: StateUpdates;
}

/** Overrides of guards, each with the exact number or address. */
export interface Allowances {
  readonly deletes?: number;
  readonly addresses: readonly Address[];
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

/** A change that is blocked, or that depends on a blocked change or decides the same effect. */
export interface WithheldChange extends ChangeView {
  /** The blocked change. Missing: this change is blocked, or there are several. */
  readonly because?: Address;
}

/** What a review adds to a plan: effects, checks and parts. */
interface PlanReview {
  readonly impact: readonly Impact[];
  /** Navigation of affected sites, before and after. Missing: an older version of docform made the plan. */
  readonly navigation?: readonly SiteNavigation[];
  /** Redirects for published URLs that change. Missing: an older version of docform made the plan. */
  readonly redirects?: readonly Redirect[];
  /** Entries and marks that apply records in the ledger without a request. Missing: none, or an older version of docform made the plan. */
  readonly ledgerUpdates?: number;
  /** What `docform undo` cannot restore after an apply of this plan. Missing: an older version of docform made the plan, and only changes list losses. */
  readonly lost?: readonly Loss[];
  /** Page views of URLs that end or move, busiest first. Missing: not asked for, or no URL ends or moves. */
  readonly traffic?: readonly UrlTraffic[];
  /** Violations of `expect` after the plan, and expectations that could not be checked. Missing: no expectations. */
  readonly expectations?: readonly ExpectationFinding[];
  /** Groups of changes that depend on each other, with their effects. Missing: the effects were not computed. */
  readonly parts?: readonly PlanPart[];
  /** Changes that are needed, and that an apply of this plan does not make. Missing: none. */
  readonly withheld?: readonly WithheldChange[];
  /** Approved completely or not at all. */
  readonly isWholeOnly?: true;
  /** Findings of policy rules, errors first, and the rules named for this plan only. Missing: no rules. */
  readonly policy?: { readonly findings: readonly PolicyFinding[]; readonly named: readonly string[] };
}

/** A plan as reports and approvals read it, new or from a file. */
export interface PlanView extends CommonPlan, PlanReview {
  readonly changes: readonly ChangeView[];
}

/** A plan with its review, and the steps that apply runs. */
export interface ReviewedPlan extends Plan, PlanReview {}

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
