/** docform as a library: validate, plan and apply. The one file that wires the wings together and imports the registry of kinds. */
import { applyPlan } from './apply/apply.ts';
import { callsOf, describeCall } from './apply/requests.ts';
import type { Client } from './client/client.ts';
import type { ControlOptions, PlatformControl } from './client/control.ts';
import type { FetchHandler } from './client/in-process.ts';
import type { Attempt } from './client/retry.ts';
import type { Transport } from './contract/transport.ts';
import type { Problem } from './core/problem.ts';
import type { Desired, Live } from './core/state.ts';
import { definitions, shapes } from './kinds/index.ts';
import type { LedgerStore } from './ledger/store.ts';
import { fetchLive, type Progress } from './live/fetch.ts';
import type { Allowances, Plan, Step } from './plan/change.ts';
import { planDigest } from './plan/digest.ts';
import type { ApplyEvent, ApplyReport } from './plan/outcome.ts';
import { plan as planChanges } from './plan/plan.ts';

export type { ControlFault, ControlOptions, ControlRequest, PlatformControl } from './client/control.ts';
export type { Attempt } from './client/retry.ts';
export { problemExplanations } from './config/problems.ts';
export type { Problem } from './core/problem.ts';
export type { Desired, Ledger, Live } from './core/state.ts';
export { LedgerError } from './ledger/ledger.ts';
export type { LedgerStore } from './ledger/store.ts';
export type { Progress } from './live/fetch.ts';
export type { Allowances, Change, Plan, Step } from './plan/change.ts';
export { isBlocked, remoteChanges } from './plan/change.ts';
export type { ApplyEvent, ApplyReport, ChangeOutcome, Fault } from './plan/outcome.ts';

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
  return { ...loadConfiguration({ file, files: filesOnDisk(directory, file), shapes, ...rest }), file };
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

export { createFileStore as fileLedger, ledgerPath } from './ledger/file-store.ts';
export { createMemoryStore as memoryLedger } from './ledger/store.ts';

interface TrafficOptions {
  /** Most requests in flight at once. */
  readonly concurrency?: number;
  /** Bound on all waits of one request together. */
  readonly maxWaitMs?: number;
  readonly onRequest?: (attempt: Attempt) => void;
}

export interface PlanOptions extends TrafficOptions {
  readonly desired: Desired;
  readonly platform: Platform;
  readonly ledger: LedgerStore;
  readonly allowances?: Allowances;
  readonly onProgress?: (progress: Progress) => void;
}

/** One request as people and machines see it; ids not known yet stand as `{address}`. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

export interface Planned {
  readonly plan: Plan;
  readonly host: string;
  readonly digest: string;
  /** What applying costs. */
  readonly requests: number;
  readonly requestsOf: (step: string) => readonly PlannedRequest[];
  /** What planning cost. */
  readonly readRequests: number;
}

/** Reads the platform, over a transport that cannot write, and plans. */
export async function plan(options: PlanOptions): Promise<Planned> {
  const { desired, platform, ledger: store, allowances } = options;
  const ledger = await store.load();
  const { readOnly } = await import('./client/read-only.ts');
  const client = await clientFor(readOnly(platform.transport), options);
  const { organization } = desired;
  const { onProgress } = options;
  const live = await fetchLive(client, { organization, definitions, desired, ledger, ...(onProgress ? { onProgress } : {}) });
  refuseUnreadable(live);
  const made = planChanges({ desired, live, ledger, shapes, ...(allowances ? { allowances } : {}) });
  const requests = new Map(made.steps.map((step) => [step.id, plannedRequests(step, made)]));
  return {
    plan: made,
    host: platform.host,
    digest: planDigest(made, platform.host),
    requests: [...requests.values()].reduce((sum, of) => sum + of.length, 0),
    requestsOf: (step) => requests.get(step) ?? [],
    readRequests: Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0),
  };
}

/** Not one listing could be read: the connection or the platform is at fault, and a plan would only repeat it for every list. */
export class UnreadableError extends Error {
  constructor(reason: string) {
    super(`nothing could be read: ${reason}`);
    this.name = 'UnreadableError';
  }
}

function refuseUnreadable(live: Live): void {
  const reason = live.lists[0]?.unknown;
  if (reason !== undefined && live.objects.length === 0 && live.lists.every((list) => list.unknown !== undefined))
    throw new UnreadableError(reason);
}

function plannedRequests(step: Step, made: Plan): readonly PlannedRequest[] {
  const calls = callsOf(step, { organization: made.organization, definitions, idOf: (address) => made.ids[address] ?? `{${address}}` });
  return calls.map((call) => {
    const { name, method } = call.endpoint;
    return { operation: name, method, path: describeCall(call).slice(method.length + 1) };
  });
}

export interface ApplyOptions extends TrafficOptions {
  readonly platform: Platform;
  readonly ledger: LedgerStore;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting it finishes what is in flight and starts nothing new. */
  readonly signal?: AbortSignal;
}

/** Executes the plan and nothing else. A blocked plan is not touched. */
export async function apply(planned: Pick<Planned, 'plan'>, options: ApplyOptions): Promise<ApplyReport> {
  const { concurrency, onEvent, signal } = options;
  return applyPlan(planned.plan, {
    client: await clientFor(options.platform.transport, options),
    definitions,
    ledger: options.ledger,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function clientFor(transport: Transport, { concurrency, maxWaitMs, onRequest }: TrafficOptions): Promise<Client> {
  const { createClient } = await import('./client/client.ts');
  return createClient({
    transport,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxWaitMs === undefined ? {} : { retry: { maxWaitMs } }),
    ...(onRequest === undefined ? {} : { onRequest }),
  });
}
