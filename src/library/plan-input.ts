/** Reads what a plan needs: the ledger, the dialect, the scope, other configurations and the platform. */
import { unfinishedInput } from '../apply/ledger-writer.ts';
import { withoutUndefined } from '../core/defined.ts';
import { cacheFirstResult } from '../core/once.ts';
import type { Desired, DesiredResource, Ledger, OtherConfiguration } from '../core/state.ts';
import { kindsOfDialect } from '../kinds/index.ts';
import { createAddressResolver } from '../kinds/renames.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import type { Allowances } from '../plan/result/change.ts';
import type { Limit, Scope } from '../plan/result/scope.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { fetchLive, type Progress } from '../remote/live/fetch.ts';
import type { Definitions } from '../remote/live/mentions.ts';
import { requireReadable } from '../remote/live/unreadable.ts';
import { dialectOf } from './detect-dialect.ts';
import { desiredIn, ledgerIn } from './dialect.ts';
import { type Platform, readerFor } from './platform.ts';
import type { PolicyInput } from './policy.ts';

/** Options of `plan`. Planning writes to neither the platform nor the ledger. */
export interface PlanOptions extends TrafficOptions {
  readonly desired: Desired;
  readonly platform: Platform;
  readonly ledger: StateBackend;
  readonly allowances?: Allowances;
  /** The current day in UTC (`YYYY-MM-DD`), for rules of `policy.allow`. Default: no rule applies. */
  readonly today?: string;
  /** Policy rules that check the plan. */
  readonly policy?: PolicyInput;
  readonly onProgress?: (progress: Progress) => void;
  /** Reads the declarations of another configuration. Default: its ledger decides. */
  readonly declaredBy?: (other: OtherConfiguration) => Promise<readonly DesiredResource[] | undefined>;
  /** Limits the plan to a part of the configuration. Default: everything. */
  readonly scope?: PlanScope;
  /** Reads the page views of URLs that end or move. Default: false, and the views are unknown. */
  readonly hasInsights?: boolean;
  /** Name of the environment, for notes on a new one. Missing: the configuration has one environment. */
  readonly environment?: string;
}

export interface PlanScope extends Partial<Scope> {
  /** The configuration as it was at the commit. */
  readonly before?: Desired;
}

/** Reads ledger and platform. Sends only GET requests. Throws if no data from the platform is reliable. `isWhole`: reads the whole organization. `unowned`: redirects that an interrupted apply did not create. */
export async function readForPlan(options: PlanOptions, isWhole = false) {
  const { platform, ledger: store, allowances, onProgress } = options;
  const { ledger: stored, open, serial, unsaved } = await store.load();
  const { client, requests } = await readerFor(platform, options);
  const { organization, moved } = options.desired;
  const { dialect, failure } = await dialectOf(client, { organization, ledger: stored, stated: platform.dialect });
  const definitions = kindsOfDialect(dialect);
  const ledger = ledgerIn(stored, definitions);
  const supported = desiredIn(options.desired, definitions, ledger);
  const { sentAt, unowned, ...announced } = unfinishedInput(open, createAddressResolver(moved, ledger, definitions));
  const { unconfirmed } = announced;
  const { desired, leftOut, limit, unmatched, unreadOrders } = await wantedOf(
    { ...options, desired: supported.desired },
    definitions,
    ledger,
    unconfirmed,
  );
  const read = { organization, definitions, desired, ledger, unconfirmed, isWhole };
  const others = await othersOf(options, ledger);
  const live = await fetchLive(client, { ...read, ...withoutUndefined({ leftOut, onProgress }) });
  requireReadable(live);
  if (failure !== undefined) throw failure;
  return {
    input: {
      desired,
      live,
      ledger,
      others,
      shapes: definitions,
      ...announced,
      ...withoutUndefined({ unreadOrders, allowances, scope: limit, today: options.today }),
    },
    unmatched,
    sentAt,
    unowned,
    serial,
    dialect,
    definitions,
    notes: supported.notes,
    requests,
    client,
    ...(unsaved === undefined && open.length === 0 ? {} : { wasInterrupted: true as const }),
  };
}

/** Reads the files of configurations that share an object with this one. */
async function othersOf(
  { ledger: backend, declaredBy = async () => undefined }: Pick<PlanOptions, 'ledger' | 'declaredBy'>,
  { resources }: Ledger,
): Promise<readonly OtherConfiguration[]> {
  const others = (await backend.others?.()) ?? [];
  const ids = cacheFirstResult(() => new Set(Object.values(resources).map(({ id }) => id)));
  const isSharing = ({ ledger }: OtherConfiguration) =>
    !('unread' in ledger) && Object.values(ledger.resources).some(({ id }) => ids().has(id));
  return Promise.all(
    others.map(async (other) => ({
      ...other,
      ...withoutUndefined({ declared: isSharing(other) ? await declaredBy(other) : undefined }),
    })),
  );
}

/** Limits the plan to a scope, and the reading to the lists that the scope needs. */
async function wantedOf(
  { desired, scope: given }: PlanOptions,
  definitions: Definitions,
  ledger: Ledger,
  unconfirmed: ReadonlySet<string>,
) {
  if (given === undefined) return { desired, unmatched: [] };
  const [
    { computeTouchedLists: touchedLists },
    { addressesChangedSince: changedSince },
    { createSelection: selectionOf },
  ] = await Promise.all([
    import('../remote/live/touched-lists.ts'),
    import('../plan/scope/changed-since.ts'),
    import('../plan/scope/scope.ts'),
  ]);
  const { before, only = [], except = [], ...since } = given;
  const selected = before && changedSince(desiredIn(before, definitions, ledger).desired, desired, ledger, definitions);
  const scope: Scope = { only, except, ...since, ...withoutUndefined({ selected }) };
  const { selects, unmatched } = selectionOf(scope, { desired, ledger });
  const { read, leftOut, orders } = touchedLists({ desired, ledger, unconfirmed, definitions, selects });
  const limit: Limit = {
    selects,
    conflict: only.length + except.length === 0 ? 'grow' : 'block',
    part: { ...scope, read: read.size, notRead: [...leftOut.keys()].sort() },
  };
  const unreadOrders = new Set(Object.keys(desired.orders).filter((container) => orders[container] === undefined));
  return { desired: { ...desired, orders }, unreadOrders, leftOut, limit, unmatched };
}
