/** Planning: reads the platform, and says what would change; and which allowances the plan knows nothing of. */
import { costOf } from '../apply/cost.ts';
import { announcedIn } from '../apply/ledger-writer.ts';
import type { Client, TrafficOptions } from '../client/client.ts';
import { createSuggest } from '../config/suggest.ts';
import type { Address } from '../core/address.ts';
import type { Desired, Ledger, Live } from '../core/state.ts';
import { meaningOf } from '../impact/impact.ts';
import { definitions, shapes } from '../kinds/index.ts';
import { nowOf } from '../kinds/renames.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { fetchLive, type Progress } from '../live/fetch.ts';
import { refuseUnreadable } from '../live/unreadable.ts';
import { type Allowances, type Change, isBlocked, type Plan } from '../plan/change.ts';
import { configurationDigest as digestOf } from '../plan/configuration-digest.ts';
import { planDigest } from '../plan/digest.ts';
import { plan as changesFrom, type PlanInput } from '../plan/plan.ts';
import type { PartOnly, SavedPlan, ToldPlan } from '../plan/plan-view.ts';
import { type StaleChange, staleChanges as staleIn } from '../plan/saved.ts';
import { type Platform, readerFor } from './platform.ts';
import type { PlanFacts, PolicyInput } from './policy.ts';

/** Options of `plan`. Planning writes to neither the platform nor the ledger. */
export interface PlanOptions extends TrafficOptions {
  readonly desired: Desired;
  readonly platform: Platform;
  readonly ledger: StateBackend;
  readonly allowances?: Allowances;
  /** Policy rules that check the plan. */
  readonly policy?: PolicyInput;
  readonly onProgress?: (progress: Progress) => void;
  /** Limits the plan to resources that the configuration change since a commit can affect. Default: all resources. */
  readonly since?: Since;
}

/** The configuration as it was at a commit. */
export interface Since extends Pick<PartOnly, 'since' | 'commit'> {
  readonly before: Desired;
}

/** A plan, its input, and the number of requests. */
export interface Planned extends PlanFacts {
  readonly plan: ToldPlan;
  readonly desired: Desired;
  /** Objects on the platform at the time of the plan. */
  readonly live: Live;
  /** The ledger at the time of the plan. */
  readonly ledger: Ledger;
  /** Addresses of objects that an interrupted apply was creating, with an unknown outcome. */
  readonly unconfirmed: ReadonlySet<string>;
  /** Addresses of objects that an interrupted apply was changing. */
  readonly interrupted: ReadonlySet<string>;
  /** Time of the create request of each unconfirmed address (RFC 3339). */
  readonly sentAt: ReadonlyMap<string, string>;
  /** Adds the findings of policy rules to a plan, or to a part of it. Missing: no rules. */
  readonly checked?: (plan: ToldPlan, facts: PlanFacts) => ToldPlan;
  /** Number of requests for planning. */
  readonly readRequests: number;
  /** Serial of the ledger at the time of the plan. */
  readonly serial: string;
  /** True: an earlier apply was interrupted. The next apply reads the journal of the interrupted apply, updates the ledger and completes open requests. */
  readonly wasInterrupted?: true;
}

/** What a plan is made from, and what reading it cost. */
interface ReadForPlan {
  readonly input: PlanInput;
  /** Missing: everything was read. */
  readonly part?: PartOnly;
  readonly sentAt: ReadonlyMap<string, string>;
  readonly serial: string;
  readonly wasInterrupted?: true;
  readonly requests: () => number;
  readonly client: Client;
}

/**
 * Reads ledger and platform, the latter over a transport that cannot write. Throws where nothing of the platform can be believed.
 * `isWhole`: all that the organization has is read, whatever is declared.
 */
export async function readForPlan(options: PlanOptions, isWhole = false): Promise<ReadForPlan> {
  const { platform, ledger: backend, allowances, onProgress } = options;
  const { ledger, open, serial, unsaved } = await backend.load();
  const { client, requests } = await readerFor(platform, options);
  const { organization, moved } = options.desired;
  const { sentAt, ...announced } = announcedIn(open, nowOf(moved, ledger, shapes));
  const { unconfirmed } = announced;
  const { desired, leftOut, part, unreadOrders } = await wantedOf(options, ledger, unconfirmed);
  const reading = {
    organization,
    definitions,
    desired,
    ledger,
    unconfirmed,
    isWhole,
    ...leftOut,
    ...(onProgress ? { onProgress } : {}),
  };
  const live = await fetchLive(client, reading);
  refuseUnreadable(live);
  return {
    input: {
      desired,
      live,
      ledger,
      ...announced,
      shapes,
      ...(unreadOrders ? { unreadOrders } : {}),
      ...(allowances ? { allowances } : {}),
    },
    ...part,
    ...{ sentAt, serial },
    ...(unsaved === undefined && open.length === 0 ? {} : { wasInterrupted: true }),
    requests,
    client,
  };
}

/** Plans; and once more with what is used elsewhere, where the first plan deletes something that can be. */
async function planned(options: PlanOptions) {
  const { input, client, requests, ...reading } = await readForPlan(options);
  const made = changesFrom(input);
  const isUsable = ({ action, kind, blocked }: Change) =>
    action === 'delete' && !blocked && shapes.get(kind)?.companionOf !== undefined;
  const kind = made.changes.find(isUsable)?.kind;
  if (kind === undefined) return { ...reading, input, made, readRequests: requests() };
  const { readUses } = await import('../live/uses.ts');
  const { organization } = input.desired;
  const live = { ...input.live, uses: await readUses(client, { organization, definitions, live: input.live, kind }) };
  return { ...reading, input: { ...input, live }, made: changesFrom({ ...input, live }), readRequests: requests() };
}

/** All of it; or, of a change, what that can touch: nothing is loaded for this where everything is wanted. */
async function wantedOf({ desired, since }: PlanOptions, ledger: Ledger, unconfirmed: ReadonlySet<string>) {
  if (since === undefined) return { desired };
  const { touchedLists } = await import('../live/touched-lists.ts');
  const { before, ...named } = since;
  const { read, leftOut, orders } = touchedLists({ before, desired, ledger, unconfirmed, definitions });
  const part: PartOnly = { ...named, read: read.size, notRead: [...leftOut.keys()].sort() };
  const unreadOrders = new Set(Object.keys(desired.orders).filter((container) => orders[container] === undefined));
  return { desired: { ...desired, orders }, unreadOrders, leftOut: { leftOut }, part: { part } };
}

/** Reads the platform and returns a plan. Sends only read requests. */
export async function plan(options: PlanOptions): Promise<Planned> {
  const { input, made, part, ...reading } = await planned(options);
  const policy = await policyOf(options);
  const { host } = options.platform;
  const facts = {
    ...{ host, digest: planDigest(made, host), ...costOf(made, definitions) },
    get configuration() {
      return configurationDigest(options.desired);
    },
    allowances: options.allowances ?? { addresses: [] },
  };
  return {
    ...policy,
    plan: told(made, { ...input, ...policy, ...(part === undefined ? {} : { part }) }, facts),
    desired: options.desired,
    live: input.live,
    ledger: input.ledger,
    ...facts,
    get configuration() {
      return facts.configuration;
    },
    unconfirmed: input.unconfirmed ?? new Set(),
    interrupted: input.interrupted ?? new Set(),
    ...reading,
  };
}

/**
 * Creates of this plan that an interrupted run has sent already, and for how long they can still arrive: a request counts as lost `settleMs` after it was announced.
 * Where the journal does not say when, or the clock of that run was ahead, it is given all of that time.
 */
export function lateCreates(
  { plan: made, unconfirmed, sentAt }: Pick<Planned, 'plan' | 'unconfirmed' | 'sentAt'>,
  settleMs: number,
  nowMs: number,
): { readonly addresses: readonly Address[]; readonly waitMs: number } {
  const leftMs = (address: Address): number => {
    const ageMs = nowMs - Date.parse(sentAt.get(address) ?? '');
    return ageMs >= 0 ? Math.max(0, settleMs - ageMs) : settleMs;
  };
  const sentBefore = isBlocked(made)
    ? []
    : made.steps.filter(({ operation, address }) => operation === 'create' && unconfirmed.has(address));
  const late = sentBefore
    .map(({ address }) => ({ address, leftMs: leftMs(address) }))
    .filter((each) => each.leftMs > 0);
  return { addresses: late.map(({ address }) => address), waitMs: Math.max(0, ...late.map((each) => each.leftMs)) };
}

export interface PlannedChanges {
  readonly plan: Plan;
  readonly readRequests: number;
}

/** Only what would change: nothing that is made for showing or checking it. */
export async function planChanges(options: PlanOptions): Promise<PlannedChanges> {
  const { made, readRequests } = await planned(options);
  return { plan: made, readRequests };
}

type Told = Pick<Planned, 'live' | 'desired' | 'checked'> & Pick<ToldPlan, 'part'>;

function told(made: Plan, { live, desired, checked, part }: Told, facts: PlanFacts): ToldPlan {
  const plan = {
    ...made,
    ...meaningOf({ plan: made, live, desired, shapes }),
    ...(part === undefined ? {} : { part }),
  };
  return checked?.(plan, facts) ?? plan;
}

/** Without rules nothing is loaded for them. */
async function policyOf({ policy }: PlanOptions): Promise<Pick<Planned, 'checked'>> {
  if (policy === undefined || policy.rules.length === 0) return {};
  const { checkedPlan } = await import('./policy.ts');
  return { checked: (plan, facts) => checkedPlan(plan, facts, policy) };
}

/** `sha256:…`: equal for configurations that ask for the same. */
export function configurationDigest(desired: Desired): string {
  return digestOf(desired, shapes.keys());
}

/** Returns the changes of the current plan that were not approved. Empty: apply the current plan. Both plans need the same target and configuration. */
export function staleChanges(
  planned: Pick<Planned, 'plan' | 'unconfirmed' | 'interrupted'>,
  saved: SavedPlan,
): readonly StaleChange[] {
  return staleIn({ ...planned, saved });
}

export interface Stray {
  readonly address: Address;
  readonly near?: Address;
}

/** Not declared, in no ledger, and of no change. */
export function strayAllowances(
  { plan, allowances }: Pick<Planned, 'plan' | 'allowances'>,
  { resources }: Desired,
): readonly Stray[] {
  if (allowances.addresses.length === 0) return [];
  const known = new Set([...resources, ...plan.changes].map(({ address }) => address).concat(Object.keys(plan.ids)));
  const suggest = createSuggest();
  return allowances.addresses.flatMap((address) => {
    if (known.has(address)) return [];
    const near = suggest(address, known);
    return [{ address, ...(near === undefined ? {} : { near }) }];
  });
}
