/** Runs one step: sends its calls, reads the outcome of requests without a clear answer, and records ids and outcome in the ledger. */
import { type Call, callPath } from '../contract/endpoint.ts';
import { isUnavailableStatus } from '../contract/transport.ts';
import type { Address } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import { ApiError, DocformError, errorMessage, hasCode, httpStatusOf } from '../core/docform-error.ts';
import type { Executed } from '../core/exposed.ts';
import type { Bound, KindDefinition } from '../kinds/define-kind.ts';
import type { Decoded } from '../kinds/reading.ts';
import { parseAddress } from '../kinds/shape.ts';
import type { StateLock } from '../ledger/state-backend.ts';
import { keepFormerMarks } from '../plan/fields/compare.ts';
import type { Plan } from '../plan/result/change.ts';
import type { ApplyReport, Fault, StepOutcome } from '../plan/result/outcome.ts';
import type { Step, StepId } from '../plan/result/step.ts';
import type { ApplyClient } from './apply-client.ts';
import { type Finding, findCreated, findJoined, isGone } from './findings.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import {
  basisOf,
  bindReply,
  bulkIdsOf,
  callsOf,
  isIdKnown,
  lookUpsOf,
  partOf,
  type RequestContext,
  reservationsOf,
  shownIn,
} from './requests.ts';

/** Shared by all steps of a run. */
export interface Run extends RequestContext {
  readonly plan: Plan;
  readonly client: ApplyClient;
  readonly writer: LedgerWriter;
  /** Grows with each create. */
  readonly ids: Map<Address, string>;
  readonly done: Set<StepId>;
  readonly unfound: Map<Address, ApiError>;
  /** By step: other addresses with a field that the step writes, such as the sections that join a new group. */
  readonly carried: ReadonlyMap<StepId, readonly Address[]>;
  readonly lock: StateLock;
  /** The steps that were executed, or a part of each. */
  readonly executed: { readonly [part in keyof Executed<Step>]: Map<StepId, Step> };
  /** Requests: once per call, without retries, as the plan counts. */
  readonly counts: { requests: number; searches: number };
  /** Reasons to start no further step; the first of each type counts. */
  readonly stops: {
    -readonly [name in 'held' | 'unreachable' | 'ledgerFault' | 'isOwnedElsewhere']?: ApplyReport[name];
  };
  /** How long a request without an answer can take to reach the platform. */
  readonly settleMs: number;
}

/** Never rejects. */
export async function runStep(step: Step, run: Run): Promise<StepOutcome> {
  const isAnnounced = await kept(run.writer.writeIntent(step), run);
  if (!isAnnounced || run.stops.ledgerFault !== undefined || run.lock.signal.aborted) return { status: 'not-started' };
  const progress: Progress = { answered: [], total: 1 };
  try {
    await sendStep(step, run, progress);
  } catch (error) {
    if (!(await isAlreadyDone(step, error, run))) {
      noteExecuted(step, error, run, progress);
      return await failedStep(step, error, run, progress);
    }
  }
  run.done.add(step.id);
  run.executed.done.set(step.id, step);
  record(step, run);
  const isWhole = step.companions?.every(({ address }) => run.ids.has(address)) ?? true;
  // The ledger is written in order, so dependent steps announce themselves after this write.
  void kept(run.writer.writeOutcome(step, isWhole ? 'done' : 'companions-unknown'), run);
  return { status: 'done', ...withoutUndefined({ reservations: progress.reservations }) };
}

/** Another client, or an earlier attempt without an answer, has deleted the object. */
async function isAlreadyDone(step: Step, error: unknown, run: Run) {
  if (!isRefusedAsMissing(error, step)) return false;
  run.counts.searches += 1;
  return isGone(step, run).catch(() => false);
}

/**
 * A create can fail after the object exists, if its companions cannot be found: the ledger then contains the object.
 * A create without an answer stays open in the journal.
 */
async function failedStep(step: Step, error: unknown, run: Run, { answered, total }: Progress): Promise<StepOutcome> {
  const fault = faultOf(error, step);
  const isMade = step.operation === 'create' && run.ids.has(step.address);
  if (isMade) recordAddress(step.address, run);
  // The journal is the only place that still asks for objects that the ledger does not contain.
  const isLeft = fault.isAmbiguous === true || step.items?.some((item) => item.isUnowned);
  if (!isLeft) await kept(run.writer.writeOutcome(step, 'failed'), run);
  const isUnsent = isInterrupted(error) && fault.isAmbiguous !== true;
  if (endsRun(error)) run.stops.unreachable ??= fault.message;
  else if (fault.status === 429 && !isUnsent) run.stops.held ??= fault.message;
  const isPending = isUnsent || fault.status === 429 || (endsRun(error) && !isRefusedToken(error));
  const isBegun = answered.length > 0 || isMade;
  const begun = isBegun ? { done: Math.max(1, answered.length), of: Math.max(total, answered.length + 1) } : undefined;
  if (!isPending) return { status: 'failed', fault, ...withoutUndefined({ begun }) };
  // Nothing of the step was executed, so the next run starts it again.
  return isBegun ? { status: 'failed', fault, ...withoutUndefined({ begun }) } : { status: 'not-started' };
}

/** Remembers what the platform executed of a failed step. */
function noteExecuted(step: Step, error: unknown, run: Run, { answered, sending }: Progress) {
  if (answered.length > 0) run.executed.done.set(step.id, partOf(step, answered, run));
  if (isAmbiguous(error) && sending !== undefined)
    run.executed.possible.set(step.id, partOf(step, [...answered, sending], run));
}

/** False: the write failed. */
export async function kept(writing: Promise<unknown>, { lock, stops }: Run) {
  try {
    await writing;
    return true;
  } catch (error) {
    // `lockLost` reports the loss of the lock.
    if (error !== lock.signal.reason) stops.ledgerFault ??= errorMessage(error);
    if (hasCode(error, 'B-OWNED-ELSEWHERE')) stops.isOwnedElsewhere = true;
    return false;
  }
}

interface Progress {
  answered: readonly Call[];
  total: number;
  /** Without an answer so far. */
  sending?: Call;
  reservations?: { readonly [address: Address]: string };
}

async function sendStep(step: Step, run: Run, progress: Progress) {
  const calls = callsOf(step, { ...run, basis: await readBasis(step, run) });
  progress.total = calls.length;
  for (const call of calls) {
    run.counts.requests += 1;
    progress.sending = call;
    if (step.operation === 'create') {
      const made = await createOnce(step, call, run);
      progress.answered = [call];
      await bindIds(step, made, run);
      await sendUnderived(step, made, run);
      continue;
    }
    if (step.operation === 'join') await sendOnce(call, run, () => findJoined(step, run));
    else if (step.operation === 'invite')
      progress.reservations = reservationsOf(step, await run.client.send(call), run);
    else refuseReply(call, await run.client.send(call), run.definitions.get(step.kind));
    progress.answered = [...progress.answered, call];
  }
}

/** What the platform has at this moment, for an update that replaces more than its fields. */
async function readBasis(step: Step, run: Run) {
  const call = basisOf(step, run);
  if (call === undefined) return undefined;
  run.counts.searches += 1;
  return run.client.send(call);
}

/** Sends the values that the platform did not derive as declared. */
async function sendUnderived(step: Step, made: Made, run: Run) {
  for (const { address, kind, fields } of step.derived ?? []) {
    const shown = address === step.address ? made.shown : made.first;
    const differing = Object.entries(fields).filter(([name, value]) => shown?.[name] !== value);
    const update = { ...step, address, kind, operation: 'update' as const, fields: Object.fromEntries(differing) };
    for (const call of differing.length === 0 ? [] : callsOf(update, run)) {
      run.counts.requests += 1;
      await run.client.send(call);
    }
  }
}

function refuseReply(call: Call, reply: unknown, definition: KindDefinition | undefined) {
  const refusal = definition?.refusal?.(reply);
  if (refusal === undefined) return;
  throw new ApiError(refusal.reason, { request: requestOf(call), hint: refusal.hint, isAmbiguous: false });
}

function requestOf(call: Call) {
  return { operation: call.endpoint.name, method: call.endpoint.method, path: callPath(call) };
}

/** `shown`: fields of the new object, as far as the response contains them. */
interface Made extends Bound {
  readonly shown?: Decoded['fields'] | undefined;
}

/** Without a reply, or with an empty one, the id comes from the list that contains the new object. */
async function createOnce(step: Step, call: Call, run: Run): Promise<Made> {
  const find = () => findCreated(step, run);
  const sent = await sendOnce(call, run, find);
  if ('found' in sent) return { ...sent.found, companionIds: {} };
  if (sent.reply !== undefined || isIdKnown(step, run))
    return { ...bindReply(step, sent.reply, run), shown: shownIn(step, sent.reply, run) };
  run.counts.searches += 1;
  const found = await find();
  if (typeof found === 'object') return { ...found, companionIds: {} };
  const message = 'the response is empty, and the list does not show the new object';
  throw new ApiError(message, { request: requestOf(call), isAmbiguous: true });
}

/** Maximum attempts after errors other than 502 to 504, which are retried as long as the run can wait. */
const maxAttempts = 2;

/**
 * The reply; if the reply was lost, the id that `find` finds. Throws the client's error if the outcome stays unknown.
 * A request without an answer can still reach the platform later: it is repeated only if `find` finds nothing after `settleMs`.
 */
async function sendOnce(call: Call, run: Run, find: () => Promise<Finding>) {
  const search = () => {
    run.counts.searches += 1;
    return find().catch(() => 'undecided' as const);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { reply: await run.client.send(call) };
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const isPassing = isUnavailableStatus(httpStatusOf(error));
      const isRetried = isPassing || attempt < maxAttempts;
      let found = await search();
      if (found === 'absent' && isRetried && (isPassing || canArriveLater(error))) {
        if (!(await run.client.pause(attempt, canArriveLater(error) ? run.settleMs : 0))) throw error;
        found = await search();
      }
      if (typeof found === 'object') return { found };
      if (found === 'undecided' || !isRetried) throw error;
    }
  }
}

/** Takes the ids of the object and its companions from the reply, or from lists. */
async function bindIds(step: Step, bound: Bound, run: Run) {
  run.ids.set(step.address, bound.id);
  const companionIds: { [role: string]: string } = { ...bound.companionIds };
  let why: ApiError | undefined;
  for (const lookUp of lookUpsOf(step, bound, run)) {
    run.counts.searches += 1;
    const { items, unknown, failure } = await run.client.list(lookUp.call);
    const found = lookUp.find(items);
    Object.assign(companionIds, found);
    if (Object.keys(found).length === 0) why = notFound(step, requestOf(lookUp.call), failure, unknown);
  }
  for (const item of step.companions ?? []) {
    const id = companionIds[item.role];
    if (id !== undefined) run.ids.set(item.address, id);
    else if (why !== undefined) run.unfound.set(item.address, why);
  }
}

/** The error of steps that need the id of a companion. */
function notFound(
  { address }: Step,
  request: NonNullable<ApiError['request']>,
  failure: ApiError | undefined,
  unknown: string | undefined,
) {
  const read = failure === undefined ? unknown : messageOf(failure);
  const missing = `docform cannot find the objects that the platform created together with ${address}`;
  const reason = read === undefined ? `${missing}: the list does not contain them` : `${missing}: ${read}`;
  const next = 'then run `docform apply` again: it searches for these objects, and creates nothing twice';
  return new ApiError(reason, {
    request: failure?.request ?? request,
    hint: failure?.hint === undefined ? `fix what prevents the request, ${next}` : `${failure.hint}; ${next}`,
    isAmbiguous: false,
    ...withoutUndefined({ status: failure?.status }),
  });
}

/** Without the name of the request. */
function messageOf({ message, request }: ApiError) {
  if (request === undefined) return message;
  const beginning = `${request.operation} (${request.method} ${request.path}): `;
  return message.startsWith(beginning) ? message.slice(beginning.length) : message;
}

/** A singleton has the id of its parent, even before it exists. */
export function idAt(
  address: Address,
  { ids, definitions, organization }: Pick<Run, 'ids' | 'definitions' | 'organization'>,
) {
  const id = ids.get(address);
  if (id !== undefined) return id;
  const path = parseAddress(address, definitions);
  const own = path?.at(-1);
  if (own === undefined || definitions.get(own.kind)?.singleton !== true) return undefined;
  const parent = path?.at(-2);
  return parent === undefined ? organization : ids.get(parent.address);
}

function forgetAddress(address: Address, { ids, writer }: Run) {
  ids.delete(address);
  writer.remove(address);
}

/** Updates the ledger after a step. */
function record(step: Step, run: Run) {
  // Invited people have no ids yet.
  if (step.operation === 'invite') return;
  if (step.operation === 'delete') {
    for (const address of [step.address, ...(step.cascades ?? [])]) forgetAddress(address, run);
    return;
  }
  const addresses = [
    ...(step.operation === 'bulk' ? [] : [step.address]),
    ...(step.companions ?? []).map((item) => item.address),
  ];
  for (const address of new Set([...addresses, ...(run.carried.get(step.id) ?? [])])) recordAddress(address, run);
  const itemIds = step.items === undefined ? [] : bulkIdsOf(step, run);
  for (const [at, { address, id }] of itemIds.entries()) {
    if (step.items?.[at]?.operation === 'delete') run.writer.remove(address);
    else if (!step.items?.[at]?.isUnowned) {
      run.ids.set(address, id);
      recordAddress(address, run);
    }
  }
}

/** A field counts as applied only after all steps that write it. */
function recordAddress(address: Address, run: Run) {
  const id = run.idOf(address);
  if (id === undefined) return;
  const { entries, writers, heldBack } = run.plan.stateUpdates;
  const held = run.writer.get(address);
  const entry = entries[address];
  // Fields that the plan leaves as they are on the platform keep their marks.
  const isFormer = (field: string) => {
    const steps = writers?.[address]?.[field];
    return steps !== undefined && (steps.length === 0 || !steps.every((step) => run.done.has(step)));
  };
  const unrestricted = (heldBack?.[address] ?? []).filter(({ until }) => !run.done.has(until));
  const marks = unrestricted.map((each) => each.marks);
  const former = Object.assign({}, keepFormerMarks(entry?.applied ?? {}, held?.applied, isFormer), ...marks);
  const applied = Object.keys(former).length === 0 ? undefined : former;
  const { protect, rewritten, claimed } = entry ?? {};
  run.writer.set(address, { id, ...withoutUndefined({ protect, applied, rewritten, claimed }) });
}

const ambiguousAdvice =
  'the platform may have created the object: run `docform plan` again, which searches for the object and adopts it';

const maybeInvitedAdvice =
  'the platform may have invited these people, so docform does not invite them again: ask them, and then use `--allow ADDRESS` to invite a person again';

const stillThereAdvice =
  'the object still exists, or could not be read again: the platform may no longer have this operation, so delete the object on the platform';

function faultOf(error: unknown, step: Step): Fault {
  const isOpen = isAmbiguous(error) && ['create', 'bulk', 'invite'].includes(step.operation);
  const openAdvice = step.operation === 'invite' ? maybeInvitedAdvice : ambiguousAdvice;
  const hint = error instanceof DocformError ? error.hint : undefined;
  const advice = isOpen ? openAdvice : isRefusedAsMissing(error, step) ? stillThereAdvice : hint;
  const status = httpStatusOf(error);
  return {
    message: errorMessage(error),
    ...(error instanceof ApiError && error.request ? targetOf(error.request) : {}),
    ...withoutUndefined({ status, advice }),
    ...(isOpen ? { isAmbiguous: isOpen } : {}),
  };
}

function targetOf({ operation, method, path }: NonNullable<ApiError['request']>) {
  return { operation, method, path };
}

/** The platform may have executed the request: it gave no answer, or an unreadable one. */
function isAmbiguous(error: unknown) {
  return error instanceof ApiError && error.isAmbiguous;
}

/** Without an answer from the platform itself, the request can still be on its way. */
function canArriveLater(error: unknown) {
  return [undefined, 502, 504].includes(httpStatusOf(error));
}

/** The run was interrupted before the request, or its retry, was sent. */
function isInterrupted(error: unknown) {
  return error instanceof ApiError && error.isInterrupted;
}

/** All further requests would fail in the same way. */
function endsRun(error: unknown) {
  return hasCode(error, 'E-UNREACHABLE') || httpStatusOf(error) === 401;
}

/** Unlike requests that were not sent after the token was rejected, this step failed. */
function isRefusedToken(error: unknown) {
  return error instanceof ApiError && error.status === 401;
}

/** The platform answered 404: the object is already deleted, or the platform does not have the operation. */
function isRefusedAsMissing(error: unknown, { operation }: Step) {
  return (operation === 'delete' || operation === 'leave') && httpStatusOf(error) === 404;
}
