/** A backend for Terraform's http-backend protocol, so that existing state services can keep docform's state. */

import { randomUUID } from 'node:crypto';
import { withoutUndefined } from '../../core/defined.ts';
import { type DocformError, errorMessage } from '../../core/docform-error.ts';
import { isJsonObject, isText, type JsonObject, parseJsonOrUndefined } from '../../core/json.ts';
import { emptyLedger, type Ledger } from '../../core/state.ts';
import { BackendError } from '../backend-error.ts';
import type { Holder } from '../holder.ts';
import { type JournalEntry, parseEntry, remainingEntries, stateOf } from '../journal.ts';
import { type LedgerTarget, ledgerError, parseLedgerEntries, parseLists, parseMarks, placed } from '../ledger.ts';
import { type LedgerConfiguration, ownerOfState, refuseOther } from '../owners.ts';
import type { StateBackend, StateLock } from '../state-backend.ts';
import {
  type Clock,
  createStateLock,
  isLockError,
  type LockActions,
  lostError,
  readClocks,
  systemClock,
  waitForLock,
} from '../state-lock.ts';
import { readOtherStates } from './http-others.ts';
import {
  askPatiently,
  createStateService,
  forceUnlock,
  isDone,
  isHeld,
  type LockInfo,
  lockInfoOf,
  type Patience,
  releaseLock,
  type StateAnswer,
  type StateService,
  type StateServiceOptions,
  takeLock,
} from './http-state.ts';

export interface HttpBackendOptions extends StateServiceOptions {
  readonly target: StateTarget;
  readonly version: string;
  readonly clock?: Clock;
  /** Between two attempts to lock, and twice the first pause before a retry. Default: 2 s. */
  readonly pollMs?: number;
  /** Longest time for retries while the service fails. Default: two minutes. Unlocking: at most ten seconds. */
  readonly maxWaitMs?: number;
  readonly tell?: (text: string) => void;
  /** DOCFORM_BACKEND as it was set, to find the states of other configurations. Missing: none is asked for. */
  readonly others?: Pick<Parameters<typeof readOtherStates>[0], 'pattern' | 'neighbours' | 'committed'>;
}

const hint =
  'wait for the other apply, or set --lock-timeout; this lock does not expire: if its run has died, remove the lock with `docform ledger unlock ID`';

/**
 * The protocol has no expiry: a lock is held until it is released, and the lock of a killed run stays until a person removes it. Each write
 * sends the id of the lock, and the service refuses any other id. Each append writes the whole document, so waiting entries share one
 * write. Throws DocformError for an invalid URL; sends nothing yet.
 */
export function createHttpBackend(options: HttpBackendOptions): StateBackend {
  const service = createStateService(options);
  const { clock = systemClock, pollMs = 2_000, maxWaitMs = 120_000, version, tell } = options;
  const { place } = service;
  const patience: Patience = withoutUndefined({ place, clock, firstPauseMs: pollMs / 2, maxWaitMs, tell });
  const { others } = options;
  return {
    place: service.place,
    load: async () => {
      const { ledger, entries, serial } = (await readDocument(service, options.target, patience)) ?? newDocument();
      return stateOf(ledger, entries, String(serial));
    },
    acquire: (holder, acquire) => {
      const info = lockInfoOf(holder, version);
      const { waitMs, signal } = acquire;
      const waiting: Patience = withoutUndefined({ ...patience, maxWaitMs: Math.max(waitMs, maxWaitMs), signal });
      const locked: Locked = { service, info, holder, target: options.target, clock, patience };
      const attempt = async () => {
        acquire.onLock?.(info.ID);
        const taken = await takeLock(service, info, waiting);
        if (taken !== 'taken') acquire.onLock?.(undefined);
        return taken === 'taken' ? { lock: await openLock(locked) } : taken;
      };
      return waitForLock(attempt, { ...acquire, place: service.place, clock, pollMs, hint });
    },
    unlock: (id, holder) => forceUnlock(service, id, lockInfoOf(holder, version), patience),
    ...(others && { others: () => readOtherStates(othersOf(options, others)) }),
  };
}

/** Reads the state of another configuration at its own URL, with the same credentials. */
function othersOf(options: HttpBackendOptions, others: NonNullable<HttpBackendOptions['others']>) {
  const { configuration: _, ...target } = options.target;
  return {
    ...others,
    ...withoutUndefined({ environment: target.environment }),
    read: async (url: string, name: string) => {
      const named = { ...target, configuration: { name, file: '' } };
      return (await readDocument(createStateService({ ...options, url }), named))?.ledger;
    },
  };
}

interface Locked {
  readonly service: StateService;
  readonly info: LockInfo;
  readonly holder: Holder;
  readonly target: StateTarget;
  readonly clock: Clock;
  readonly patience: Patience;
}

async function openLock(locked: Locked): Promise<StateLock> {
  const { service, info, holder, target, clock, patience } = locked;
  try {
    const document = (await readDocument(service, target, patience)) ?? newDocument();
    return createStateLock({
      place: service.place,
      fencingToken: info.ID,
      holder,
      ttlMs: Number.POSITIVE_INFINITY,
      clock,
      askedAt: readClocks(clock),
      actions: () => actionsOf(document, locked),
    });
  } catch (error) {
    await releaseLock(service, info, patience).catch((left: BackendError) => {
      throw new BackendError(`${errorMessage(error)}; ${left.message}`, left.hint, { code: left.code });
    });
    throw error;
  }
}

function newDocument(): StateDocument {
  return { serial: 0, lineage: randomUUID(), writer: '', ledger: emptyLedger, entries: [] };
}

async function readDocument(service: StateService, target: StateTarget, patience?: Patience) {
  const { status, text } =
    patience === undefined ? await service.get() : await askPatiently('reading the state', service.get, patience);
  if (status === 404 || status === 204 || (status === 200 && text === '')) return undefined;
  if (status === 200) return parseDocument(text, service.place, target);
  throw new BackendError(
    `${service.place}: the service answered a read with ${status}`,
    'check the URL, and whether the service is running',
  );
}

function actionsOf(first: StateDocument, locked: Locked): LockActions {
  const { service, info } = locked;
  let document = first;
  const write = async (changed: Partial<StateDocument>, moved?: LedgerTarget) => {
    const next = { ...document, ...changed, serial: document.serial + 1, writer: info.ID };
    await writeDocument(next, document.serial, { ...locked, target: movedTarget(locked.target, moved) });
    document = next;
  };
  return {
    append: (entries) => write({ entries: [...document.entries, ...entries] }),
    save: (ledger, _, moved) => write({ ledger, entries: remainingEntries(document.entries) }, moved),
    // If the lock belongs to another run by now, the service refuses the id.
    release: async (isHeld, signal) => {
      await releaseLock(service, info, signal === undefined ? locked.patience : { ...locked.patience, signal }, isHeld);
    },
  };
}

function movedTarget(target: StateTarget, moved: LedgerTarget | undefined): StateTarget {
  const { configuration } = target;
  const name = moved?.name;
  const renamed =
    configuration === undefined || name === undefined ? {} : { configuration: { ...configuration, name } };
  return { ...target, ...moved, ...renamed };
}

/** Returns when the document is certainly stored. If the answer was lost, reads the state. Throws DocformError otherwise. */
async function writeDocument(next: StateDocument, before: number, { service, info, target, patience }: Locked) {
  const body = serialiseDocument(next, target);
  const lost = (reason: string) => lostError(service.place, reason);
  const ask = async (): Promise<StateAnswer> => {
    const answer = await service.post(info.ID, body).catch((error: Error) => error);
    if (!(answer instanceof Error) && (isDone(answer) || isHeld(answer))) return answer;
    const kept = await readDocument(service, target).catch(() => undefined);
    if (kept?.serial === next.serial && kept.writer === info.ID) return { status: 200, text: '' };
    if (kept !== undefined && kept.serial !== before) throw lost('another run wrote the state');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const answer = await askPatiently('writing the state', ask, patience).catch((error: unknown) => {
    throw isLockError(error) ? error : lost(errorMessage(error));
  });
  if (isHeld(answer)) throw lost(`the service refuses lock ${info.ID} (${answer.status})`);
  if (!isDone(answer)) throw lost(`the service answered a write with ${answer.status}`);
}

interface StateDocument {
  /** Grows by one with each write. Services refuse a serial that they have seen. */
  readonly serial: number;
  readonly lineage: string;
  /** Lock id of the last writer. Shows whose write succeeded if an answer was lost. */
  readonly writer: string;
  readonly ledger: Ledger;
  readonly entries: readonly JournalEntry[];
  /** Of the configuration that wrote the state first. */
  readonly repository?: string;
}

/** A URL contains the state of one environment of one configuration. */
interface StateTarget extends LedgerTarget {
  readonly environment?: string;
  readonly configuration?: LedgerConfiguration;
}

const formatVersion = 2;

/** Adds no top-level names to a Terraform state, because GitLab treats names such as `id` and `name` in the body as parameters. */
export function serialiseDocument(
  { serial, lineage, writer, ledger, entries, repository }: StateDocument,
  target: StateTarget,
): string {
  const { host, organization, environment = '' } = target;
  const owner = target.configuration && ownerOfState(target.configuration);
  // A clone can have another remote first.
  const configuration = owner && { ...owner, repository: repository || owner.repository };
  return JSON.stringify({
    version: 4,
    // Some services require a version.
    terraform_version: '1.0.0',
    serial,
    lineage,
    outputs: {},
    resources: [],
    docform: {
      version: formatVersion,
      host,
      organization,
      environment,
      ...withoutUndefined({ configuration }),
      writer,
      ...ledger,
      journal: entries,
    },
  });
}

/** Throws DocformError if the state is damaged, a Terraform state, or belongs to another target. */
export function parseDocument(text: string, place: string, target: StateTarget): StateDocument {
  return placed(place, () => documentIn(parseJsonOrUndefined(text), target));
}

function documentIn(data: unknown, target: StateTarget): StateDocument {
  if (!isJsonObject(data)) throw invalid('the state is not a JSON object');
  const { docform: own, serial, lineage } = data;
  if (!isJsonObject(own)) {
    throw invalid(
      'the state was not written by docform',
      'use a separate state for docform: change the last part of the URL',
    );
  }
  if (own.version !== formatVersion) {
    const isOlder = typeof own.version === 'number' && own.version < formatVersion;
    throw invalid(
      `the state has version ${JSON.stringify(own.version)}, but this docform needs version ${formatVersion}`,
      isOlder ? 'delete the state, then adopt the objects again with `docform import`' : 'update docform',
    );
  }
  checkTarget(own, target);
  const repository = checkOwner(own.configuration, target);
  const { writer, resources, journal, orders, pending, external, dialect, runs } = own;
  if (typeof serial !== 'number' || typeof lineage !== 'string' || typeof writer !== 'string')
    throw invalid('serial or lineage is missing');
  const lists = parseLists(own.lists);
  if (!isJsonObject(resources) || !Array.isArray(journal)) throw invalid('"resources" or "journal" is missing');
  return {
    serial,
    lineage,
    writer,
    ...withoutUndefined({ repository }),
    entries: journal.map((entry, index) => parseEntry(JSON.stringify(entry), `journal ${index + 1}`)),
    ledger: {
      resources: parseLedgerEntries(resources),
      lists,
      ...parseMarks({ orders, pending, external, dialect, runs }),
    },
  };
}

function checkTarget(own: JsonObject, { host, organization, environment = '' }: StateTarget): void {
  if (own.host === host && own.organization === organization && own.environment === environment) return;
  const named = (name: unknown) => (name === '' ? '' : `, environment ${name}`);
  throw ledgerError(
    'E-LEDGER-TARGET',
    `the state belongs to the organization ${own.organization} on ${own.host}${named(own.environment)}, but the target is ${organization} on ${host}${named(environment)}`,
    'use a separate state for each target: change the last part of the URL; if the host or organization changed, run `docform ledger move`',
  );
}

/** Returns the repository. States of older versions name no configuration, until the next write. */
function checkOwner(owner: unknown, { configuration }: StateTarget): string | undefined {
  if (!isJsonObject(owner) || configuration === undefined) return undefined;
  const { name, file, repository } = owner;
  if (!isText(name) || !isText(file) || typeof repository !== 'string') throw invalid('"configuration" is damaged');
  if (name === configuration.name) {
    refuseOther(configuration, { file, repository }, 'this state');
    return repository;
  }
  throw ledgerError(
    'E-LEDGER-TARGET',
    `the state belongs to the configuration "${name}" (${file}), but this configuration is "${configuration.name}"`,
    `use a separate state for each configuration: write {name} in DOCFORM_BACKEND, such as https://HOST/PATH/{name}; if the configuration was renamed, run \`docform ledger move --from-name ${name}\``,
  );
}

function invalid(what: string, hint = 'restore an earlier version of the state in the service'): DocformError {
  return ledgerError('E-LEDGER-INVALID', what, hint);
}
