/** Reads the platform and plans the changes. */

import { costOf } from '../apply/cost.ts';
import { countLedgerUpdates } from '../apply/ledger-updates.ts';
import { createSuggest } from '../config/problem-list.ts';
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Desired, Ledger, Live } from '../core/state.ts';
import { shapes } from '../kinds/index.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { configurationDigest as digestOf } from '../plan/approval/configuration-digest.ts';
import { changesSharingEffects, divideIntoParts } from '../plan/approval/parts.ts';
import { planDigest } from '../plan/approval/plan-digest.ts';
import { plan as changesFrom } from '../plan/plan.ts';
import type { NamedChange } from '../plan/result/action.ts';
import {
  type Change,
  isBlocked,
  type Loss,
  type Plan,
  type ReviewedPlan,
  remoteChanges,
} from '../plan/result/change.ts';
import { newEnvironmentNotes } from '../plan/result/new-environment.ts';
import type { CausedEffect, PlanPart } from '../plan/result/part.ts';
import type { Limit } from '../plan/result/scope.ts';
import { limitLeavingOut } from '../plan/scope/left-out.ts';
import type { PartialPlan } from '../plan/scope/partial.ts';
import { meaningOf } from '../review/impact/impact.ts';
import { redirectNotes, withMovedRedirects } from '../review/impact/redirects.ts';
import { checksOf } from './configured-checks.ts';
import { type PlanOptions, readForPlan } from './plan-input.ts';
import type { PlanFacts } from './policy.ts';

/** A plan, its input, and the number of requests. */
export interface Planned extends PlanFacts {
  readonly plan: ReviewedPlan;
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
  readonly checked?: (plan: ReviewedPlan, facts: PlanFacts) => ReviewedPlan;
  /** Number of requests for planning. */
  readonly readRequests: number;
  /** Serial of the ledger at the time of the plan. */
  readonly serial: string;
  /** True: an earlier apply was interrupted. The next apply reads the journal of the interrupted apply, updates the ledger and completes open requests. */
  readonly wasInterrupted?: true;
  /** Patterns of the scope that select nothing. */
  readonly unmatched: readonly string[];
  /** The parts of the plan with other names for ids, such as the addresses that objects had in an approved plan. */
  readonly partsWith: (names: ReadonlyMap<string, string>) => readonly PlanPart[];
  /** The changes that decide an effect together with one of these. */
  readonly sharingEffect: (changes: readonly NamedChange[]) => readonly Change[];
  /** Plans again without some changes, from the same state. `conflict`: what happens to other changes that depend on them. */
  readonly without: (changes: readonly NamedChange[], conflict: 'shrink' | 'block') => Promise<Planned>;
}

/** The number of resources that the lines of a template change. */
function templateNotes(changes: Plan['changes']): Plan['notes'] {
  const groups = groupBy(changes, ({ span }) => span?.usedBy?.template);
  return [...groups].flatMap(([template, group]) =>
    template === undefined || group.length < 2
      ? []
      : [{ address: `templates/${template}`, text: `its lines change ${group.length} resources` }],
  );
}

/** Reads the objects that a delete affects in other lists, and plans again with them. */
async function planned(options: PlanOptions) {
  const { input, client, requests, dialect, notes, ...reading } = await readForPlan(options);
  const { definitions } = reading;
  const { environment } = options;
  const planIn = (live: Live, scope = input.scope) => {
    const state = { ...input, live, ...withoutUndefined({ scope }) };
    const first = changesFrom(state);
    // The paths that change are known only with a plan.
    const desired = withMovedRedirects({ ...state, plan: first }, reading.unowned);
    const made = desired === input.desired ? first : changesFrom({ ...state, desired });
    const stateUpdates = dialect === '2025-06' ? made.stateUpdates : { ...made.stateUpdates, dialect };
    const loops = redirectNotes({ ...state, plan: made, desired });
    const rawPlan: Plan = {
      ...made,
      stateUpdates,
      notes: [
        ...made.notes,
        ...notes,
        ...loops,
        ...templateNotes(made.changes),
        ...newEnvironmentNotes({ ...state, environment, changes: made.changes }),
      ],
    };
    return { ...reading, client, input: { ...state, desired }, rawPlan };
  };
  const made = planIn(input.live);
  const isUsable = ({ action, kind, blocked }: Change) =>
    action === 'delete' && !blocked && definitions.get(kind)?.companionOf !== undefined;
  const kind = made.rawPlan.changes.find(isUsable)?.kind;
  if (kind === undefined) return { ...made, requests, planWithin: (scope: Limit) => planIn(input.live, scope) };
  const { readUsesOfKind: readUses } = await import('../remote/live/site-structure.ts');
  const { organization } = input.desired;
  const live = { ...input.live, uses: await readUses(client, { organization, definitions, live: input.live, kind }) };
  return { ...planIn(live), requests, planWithin: (scope: Limit) => planIn(live, scope) };
}

/** Reads the platform and returns a plan. Sends only read requests. */
export async function plan(options: PlanOptions): Promise<Planned> {
  return toldPlan(options, await planned(options));
}

async function toldPlan(options: PlanOptions, made: Awaited<ReturnType<typeof planned>>): Promise<Planned> {
  const { input, rawPlan, definitions, client, requests, planWithin, ...reading } = made;
  const policy = await policyOf(options);
  const foreseeing = { ...input, plan: rawPlan };
  const { checks, guards } = await checksOf(client, definitions, foreseeing, options);
  const ledgerUpdates = countLedgerUpdates(rawPlan, input.ledger);
  const { host } = options.platform;
  const lost = await lossesIn({ plan: rawPlan, live: input.live, desired: options.desired }, host);
  const { effects, ...meaning } = meaningOf(foreseeing);
  const effectsWith = (names?: ReadonlyMap<string, string>) => [...effects(names), ...lossEffects(lost)];
  const partsWith = (names?: ReadonlyMap<string, string>) => divideIntoParts(rawPlan, effectsWith(names));
  const told = {
    ...rawPlan,
    ...meaning,
    lost,
    ...checks,
    guards: [...guards, ...rawPlan.guards],
    parts: partsWith(),
    ...withoutUndefined({ ledgerUpdates: ledgerUpdates === 0 ? undefined : ledgerUpdates }),
  };
  const facts = {
    host,
    digest: planDigest(told, host),
    ...costOf(rawPlan, definitions),
    get configuration() {
      return configurationDigest(options.desired);
    },
    allowances: options.allowances ?? { addresses: [] },
  };
  // A spread would compute the digest of the configuration, which most commands do not need.
  return Object.assign(facts, {
    ...policy,
    plan: policy.checked?.(told, facts) ?? told,
    desired: options.desired,
    live: input.live,
    ledger: input.ledger,
    unconfirmed: input.unconfirmed ?? new Set(),
    interrupted: input.interrupted ?? new Set(),
    readRequests: requests(),
    partsWith,
    sharingEffect: (changes: readonly NamedChange[]) => changesSharingEffects(rawPlan, effectsWith(), changes),
    without: (changes: readonly NamedChange[], conflict: 'shrink' | 'block') =>
      toldPlan(options, { ...made, ...planWithin(limitLeavingOut(input.scope, changes, conflict)) }),
    ...reading,
  });
}

/** The losses of the whole plan, by the rules of the apply and of `docform undo`. */
async function lossesIn(
  made: { readonly plan: Plan; readonly live: Live; readonly desired: Desired },
  host: string,
): Promise<readonly Loss[]> {
  if (remoteChanges(made.plan).length === 0) return [];
  const { lossesOf, undoRecord } = await import('./undo.ts');
  const record = undoRecord(made, { host, organization: made.plan.organization, at: '', who: '', digest: '' });
  return lossesOf(record, made);
}

/** Titles can change after the approval, so the effect lacks the reason. */
function lossEffects(lost: readonly Loss[]): readonly CausedEffect[] {
  return lost.map(({ address, field }) => ({
    effect: { what: 'lost', address, ...withoutUndefined({ field }) },
    causes: [address],
  }));
}

/** Creates that an interrupted apply already sent, and the time until they count as lost (`settleMs` after the request). If the time of the request is unknown or in the future, waits the full time. */
export function lateCreates(
  { plan: rawPlan, unconfirmed, sentAt }: Pick<Planned, 'plan' | 'unconfirmed' | 'sentAt'>,
  settleMs: number,
  nowMs: number,
): { readonly addresses: readonly Address[]; readonly waitMs: number } {
  const leftMs = (address: Address) => {
    const ageMs = nowMs - Date.parse(sentAt.get(address) ?? '');
    return ageMs >= 0 ? Math.max(0, settleMs - ageMs) : settleMs;
  };
  const sentBefore = isBlocked(rawPlan)
    ? []
    : rawPlan.steps.filter(({ operation, address }) => operation === 'create' && unconfirmed.has(address));
  const late = sentBefore
    .map(({ address }) => ({ address, leftMs: leftMs(address) }))
    .filter((each) => each.leftMs > 0);
  return { addresses: late.map(({ address }) => address), waitMs: Math.max(0, ...late.map((each) => each.leftMs)) };
}

export interface PlannedChanges {
  readonly plan: Plan;
  readonly readRequests: number;
}

export async function planChanges(options: PlanOptions): Promise<PlannedChanges> {
  const { rawPlan, requests } = await planned(options);
  return { plan: rawPlan, readRequests: requests() };
}

/** Plans without the platform, for pull requests of forks, which have no token. */
export async function partialPlan(desired: Desired, { load }: StateBackend): Promise<PartialPlan> {
  const partial = await import('../plan/scope/partial.ts');
  return partial.partialPlan(desired, (await load()).ledger, shapes);
}

async function policyOf({ policy }: PlanOptions): Promise<Pick<Planned, 'checked'>> {
  if (policy === undefined || policy.rules.length === 0) return {};
  const { checkedPlan } = await import('./policy.ts');
  return { checked: (plan, facts) => checkedPlan(plan, facts, policy) };
}

/** Digest (`sha256:…`). Equal for equivalent configurations. */
export function configurationDigest(desired: Desired): string {
  return digestOf(desired, shapes.keys());
}

/** Allowed addresses that are not in the configuration, the ledger or the plan. */
export function unusedAllows({ plan, allowances }: Pick<Planned, 'plan' | 'allowances'>, { resources }: Desired) {
  if (allowances.addresses.length === 0) return [];
  const known = new Set([...resources, ...plan.changes].map(({ address }) => address).concat(Object.keys(plan.ids)));
  const suggest = createSuggest();
  return allowances.addresses.flatMap((address) => {
    if (known.has(address)) return [];
    const near = suggest(address, known);
    return [{ address, ...withoutUndefined({ near }) }];
  });
}
