/** docform as a library: validate, plan and apply. The one file that wires the wings together and imports the registry of kinds. */
import { applyPlan } from './apply/apply.ts';
import { type Cost, costOf } from './apply/cost.ts';
import { announcedIn } from './apply/ledger-writer.ts';
import { beginning, requireHeld, underLease } from './apply/under-lease.ts';
import type { Client } from './client/client.ts';
import type { ControlOptions, PlatformControl } from './client/control.ts';
import type { FetchHandler } from './client/in-process.ts';
import type { TrafficOptions } from './client/traffic.ts';
import { secretsIn } from './config/secrets.ts';
import type { Transport } from './contract/transport.ts';
import type { Problem } from './core/problem.ts';
import type { Desired } from './core/state.ts';
import { definitions, shapes } from './kinds/index.ts';
import type { StoreOptions } from './ledger/open-store.ts';
import type { ProcessTableOptions } from './ledger/processes.ts';
import type { Lease, StateStore } from './ledger/state-store.ts';
import { fetchLive, type Progress } from './live/fetch.ts';
import { refuseUnreadable } from './live/unreadable.ts';
import type { Allowances, Plan } from './plan/change.ts';
import { configurationDigest as digestOf } from './plan/configuration-digest.ts';
import { planDigest } from './plan/digest.ts';
import type { KeptPlan } from './plan/kept.ts';
import type { ApplyEvent, ApplyReport } from './plan/outcome.ts';
import { plan as planChanges } from './plan/plan.ts';
import { keepPlanned } from './plan/saved.ts';
import type { SavedPlan } from './plan/shown.ts';

export type { PlannedRequest } from './apply/cost.ts';
export type { ControlFault, ControlOptions, ControlRequest, PlatformControl } from './client/control.ts';
export type { Attempt } from './client/retry.ts';
export { problemExplanations } from './config/problems.ts';
export type { Problem } from './core/problem.ts';
export type { Desired, Ledger, Live } from './core/state.ts';
export { writeAtomically } from './ledger/atomic-file.ts';
export { describeHolder, type Holder } from './ledger/holder.ts';
export { LedgerError } from './ledger/ledger.ts';
export type { Lease, StateStore } from './ledger/state-store.ts';
export type { Progress } from './live/fetch.ts';
export { UnreadableError } from './live/unreadable.ts';
export type { Allowances, Change, Plan, Step } from './plan/change.ts';
export { isBlocked, remoteChanges } from './plan/change.ts';
export type { KeptPlan, Stopped } from './plan/kept.ts';
export type { ApplyEvent, ApplyReport, ChangeOutcome, Fault } from './plan/outcome.ts';
export type { SavedPlan } from './plan/shown.ts';
export { type Verified, verifiedBy } from './plan/verified.ts';

export interface ConfigurationOptions {
  /** Where problems are seen from, and where the search for docform.yaml begins. */
  readonly directory: string;
  /** Default: the nearest docform.yaml, up to the root of the repository. */
  readonly file?: string;
  readonly environment?: string;
  /** Overrides of variables, flags over DOCFORM_VAR_*. */
  readonly variables?: { readonly [name: string]: string };
  /** Stands in for `organization`. */
  readonly organization?: string;
}

export interface Validation {
  /** undefined exactly if there are problems. */
  readonly desired: Desired | undefined;
  readonly problems: readonly Problem[];
  /** Text of each file read, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
  /** The main file. */
  readonly file: string;
  /** Values that no output may show, whoever repeats them. */
  readonly secrets: readonly string[];
}

/** Reads the configuration and finds every problem in it; contacts nothing. undefined: there is no configuration. */
export async function validate(options: ConfigurationOptions): Promise<Validation | undefined> {
  const { directory, file: given, ...rest } = options;
  const [{ filesOnDisk, findConfiguration, relativePath }, { loadConfiguration }] = await Promise.all([
    import('./config/load.ts'),
    import('./config/load-configuration.ts'),
  ]);
  const found = given ?? findConfiguration(directory);
  if (found === undefined) return undefined;
  const file = relativePath(directory, found);
  const loaded = loadConfiguration({ file, files: filesOnDisk(directory, file), shapes, ...rest });
  return { ...loaded, file, secrets: loaded.desired === undefined ? [] : secretsIn(loaded.desired, shapes) };
}

/** The JSON Schema of the configuration language, for editors. */
export async function configurationSchema(): Promise<{ readonly [key: string]: unknown }> {
  return (await import('./config/schema.ts')).configurationSchema(shapes);
}

/** A platform that can be spoken to. */
export interface Platform {
  /** Host and port, as the ledger remembers them. */
  readonly host: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

export interface HttpPlatformOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly timeoutMs?: number;
  readonly connections?: number;
  readonly proxyUrl?: string;
  readonly userAgent?: string;
}

/** Nothing is sent yet. Throws where the address is not one a token may be sent to. */
export async function openPlatform(options: HttpPlatformOptions): Promise<Platform> {
  const { createHttpTransport } = await import('./client/http.ts');
  const { apiUrl, ...rest } = options;
  const { transport, close } = createHttpTransport({ baseUrl: apiUrl, ...rest });
  return { host: new URL(apiUrl).host, transport, close };
}

/** A platform in this process, such as the reference platform. */
export async function openLocalPlatform(options: {
  readonly fetch: FetchHandler;
  readonly token: string;
  readonly host: string;
}): Promise<Platform> {
  const { createInProcessTransport } = await import('./client/in-process.ts');
  const { host, ...rest } = options;
  return { host, transport: createInProcessTransport(rest), close: async () => undefined };
}

/** The control plane of a reference platform that runs elsewhere. Nothing is sent yet. */
export async function openPlatformControl(options: ControlOptions): Promise<PlatformControl> {
  return (await import('./client/control.ts')).createControl(options);
}

export { ledgerPath } from './ledger/ledger-file.ts';

export interface LedgerOptions extends Omit<StoreOptions, 'processes' | 'send'> {
  readonly machine: ProcessTableOptions;
  readonly timeoutMs: number;
  readonly proxyUrl?: string;
}

/** The ledger in a file, a database or a state service. Nothing is read yet. Throws StoreError for an address that no store has. */
export async function openLedger(options: LedgerOptions): Promise<{ readonly ledger: StateStore; readonly close: () => Promise<void> }> {
  const { machine, timeoutMs, proxyUrl, ...rest } = options;
  const [{ openStore }, { createProcessTable }, { createStateRequests }] = await Promise.all([
    import('./ledger/open-store.ts'),
    import('./ledger/processes.ts'),
    import('./client/state-requests.ts'),
  ]);
  const { send, close } = createStateRequests({ timeoutMs, ...(proxyUrl === undefined ? {} : { proxyUrl }) });
  return { ledger: openStore({ ...rest, processes: createProcessTable(machine), send }), close };
}
export { createMemoryStateStore as memoryLedger } from './ledger/memory-state-store.ts';

export interface PlanOptions extends TrafficOptions {
  readonly desired: Desired;
  readonly platform: Platform;
  readonly ledger: StateStore;
  readonly allowances?: Allowances;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Planned extends Cost {
  readonly plan: Plan;
  readonly host: string;
  readonly digest: string;
  /** Digest of the configuration. */
  readonly configuration: string;
  /** Overrides of guards that it was made with. */
  readonly allowances: Allowances;
  /** Addresses that an earlier run was making when it ended, and never learned what became of that. */
  readonly unsettled: ReadonlySet<string>;
  /** What planning cost. */
  readonly readRequests: number;
  /** Of the state the plan was made from. */
  readonly serial: string;
}

/** Reads the platform, over a transport that cannot write, and plans. */
export async function plan(options: PlanOptions): Promise<Planned> {
  const { desired, platform, ledger: store, allowances } = options;
  const { ledger, open, serial } = await store.load();
  const { readOnly } = await import('./client/read-only.ts');
  const client = await clientFor(readOnly(platform.transport), options);
  const { organization } = desired;
  const { onProgress } = options;
  const announced = announcedIn(open);
  const { unsettled } = announced;
  const live = await fetchLive(client, { organization, definitions, desired, ledger, unsettled, ...(onProgress ? { onProgress } : {}) });
  refuseUnreadable(live);
  const made = planChanges({ desired, live, ledger, ...announced, shapes, ...(allowances ? { allowances } : {}) });
  return {
    plan: made,
    host: platform.host,
    digest: planDigest(made, platform.host),
    ...costOf(made, definitions),
    configuration: configurationDigest(desired),
    allowances: allowances ?? { addresses: [] },
    unsettled,
    readRequests: Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0),
    serial,
  };
}

/** `sha256:…`: equal for configurations that ask for the same. */
export function configurationDigest(desired: Desired): string {
  return digestOf(desired, shapes.keys());
}

/** Of a plan made now, exactly what an earlier one, of the same target and configuration, has approved; and what became of the rest. */
export function keepApproved(planned: Planned, saved: SavedPlan): { readonly planned: Planned; readonly kept: KeptPlan } {
  const kept = keepPlanned({ plan: planned.plan, saved, shapes, unsettled: planned.unsettled });
  const digest = planDigest(kept.plan, planned.host);
  return { planned: { ...planned, plan: kept.plan, digest, ...costOf(kept.plan, definitions) }, kept };
}

export interface ApplyOptions extends TrafficOptions {
  readonly platform: Platform;
  readonly ledger: StateStore;
  /** Held since before the plan was made; missing: one is taken for the time of the apply, without waiting. */
  readonly lease?: Lease;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting it finishes what is in flight and starts nothing new. */
  readonly signal?: AbortSignal;
}

/** Executes the plan and nothing else. A blocked plan is not touched. Throws LeaseError while somebody else applies, and where somebody has applied since the plan. */
export async function apply(
  planned: Pick<Planned, 'plan'> & Partial<Pick<Planned, 'serial' | 'digest'>>,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { ledger, lease: held, concurrency, onEvent, signal } = options;
  const { plan: made, serial, digest } = planned;
  const begun = beginning(digest);
  const terms = { ledger, at: begun.at, ...(held ? { lease: held } : {}), ...(serial === undefined ? {} : { serial }) };
  const { whileHeld } = await import('./client/while-held.ts');
  return underLease(terms, async (lease, state) => {
    const transport = whileHeld(options.platform.transport, () => requireHeld(lease));
    return applyPlan(made, {
      ...{ client: await clientFor(transport, options), definitions, lease, state, run: begun },
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(onEvent === undefined ? {} : { onEvent }),
      ...(signal === undefined ? {} : { signal }),
    });
  });
}

async function clientFor(transport: Transport, options: TrafficOptions): Promise<Client> {
  return (await import('./client/traffic.ts')).createClientFor(transport, options);
}
