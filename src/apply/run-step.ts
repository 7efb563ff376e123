/** Runs one step: its calls in turn, the ids that come back, and what the ledger says afterwards. */
import type { Address } from '../core/address.ts';
import type { LedgerEntry } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { addressPath } from '../kinds/shape.ts';
import type { BulkItem, Plan, Step } from '../plan/change.ts';
import type { StepOutcome } from '../plan/outcome.ts';
import type { ApplyClient } from './client.ts';
import { faultOf, isAlreadyDone } from './fault.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import { bindReply, callsOf, type Definitions, lookUpsOf, type RequestContext } from './requests.ts';

/** What all steps of one run share. */
export interface Run {
  readonly plan: Plan;
  readonly definitions: Definitions;
  readonly client: ApplyClient;
  readonly writer: LedgerWriter;
  /** Ids by address; grows as creates are answered. */
  readonly ids: Map<Address, string>;
  /** Steps still to be done, by address: an entry is complete once none is left. */
  readonly remaining: Map<Address, number>;
  readonly onRequest: () => void;
  /** The ledger could not be written: nothing further may start. */
  readonly onLedgerFault: (error: unknown) => void;
}

/** Never rejects. */
export async function runStep(step: Step, run: Run): Promise<StepOutcome> {
  try {
    await sendStep(step, run);
  } catch (error) {
    if (!isAlreadyDone(error, step)) return await failedStep(step, error, run);
  }
  run.remaining.set(step.address, (run.remaining.get(step.address) ?? 1) - 1);
  record(step, run);
  await keepLedger(run);
  return { status: 'done' };
}

/** A create may fail after its object was made, when what came along cannot be looked up: the ledger then knows the object all the same. */
async function failedStep(step: Step, error: unknown, run: Run): Promise<StepOutcome> {
  if (step.operation === 'create' && run.ids.has(step.address)) {
    recordAddress(step.address, run);
    await keepLedger(run);
  }
  return { status: 'failed', fault: faultOf(error, step) };
}

async function keepLedger(run: Run): Promise<void> {
  try {
    await run.writer.written();
  } catch (error) {
    run.onLedgerFault(error);
  }
}

async function sendStep(step: Step, run: Run): Promise<void> {
  const context = { organization: run.plan.organization, definitions: run.definitions, idOf: (address: Address) => idAt(address, run) };
  let reply: unknown;
  for (const call of callsOf(step, context)) {
    run.onRequest();
    reply = await run.client.send(call);
  }
  if (step.operation === 'create') await bindIds(step, reply, context, run);
}

/** The new object's id, and those of what came along: from the reply, else from listings. */
async function bindIds(step: Step, reply: unknown, context: RequestContext, run: Run): Promise<void> {
  const bound = bindReply(step, reply, context);
  run.ids.set(step.address, bound.id);
  const brought: { [role: string]: string } = { ...bound.brought };
  for (const lookUp of lookUpsOf(step, bound, context)) {
    run.onRequest();
    const { items } = await run.client.list(lookUp.call);
    Object.assign(brought, lookUp.find(items));
  }
  for (const item of step.brings ?? []) {
    const id = brought[item.role];
    if (id !== undefined) run.ids.set(item.address, id);
  }
}

/** A singleton has the id of what it belongs to, also before it is there. */
function idAt(address: Address, run: Run): string | undefined {
  const id = run.ids.get(address);
  if (id !== undefined) return id;
  const path = addressPath(address, run.definitions);
  const own = path?.at(-1);
  if (own === undefined || run.definitions.get(own.kind)?.singleton !== true) return undefined;
  const parent = path?.at(-2);
  return parent === undefined ? run.plan.organization : run.ids.get(parent.address);
}

/** What the ledger says once the step is done. */
function record(step: Step, run: Run): void {
  if (step.operation === 'delete') {
    run.ids.delete(step.address);
    run.writer.remove(step.address);
    return;
  }
  const addresses = [...(step.operation === 'bulk' ? [] : [step.address]), ...(step.brings ?? []).map((item) => item.address)];
  for (const address of addresses) recordAddress(address, run);
  for (const item of step.items ?? []) {
    if (item.operation === 'delete') run.writer.remove(item.address);
    else recordItem(item, run);
  }
}

/** The id of a new item is that of what its key refers to: a team member's is the user's. */
function recordItem(item: BulkItem, run: Run): void {
  const referred = Object.values(item.fields).find((value) => isReference(value));
  const id = isReference(referred) ? run.ids.get(referred.ref) : undefined;
  if (id !== undefined) run.ids.set(item.address, id);
  recordAddress(item.address, run);
}

/** Digests of what was applied are kept only once all steps of the address are done: before that they would tell an untruth. */
function recordAddress(address: Address, run: Run): void {
  const id = idAt(address, run);
  if (id === undefined) return;
  const held = run.writer.get(address);
  const entry = run.plan.bookkeeping.entries[address];
  const isComplete = (run.remaining.get(address) ?? 0) <= 0;
  const applied = isComplete ? entry?.applied : held?.applied;
  run.writer.set(address, {
    id,
    ...(entry?.protect === undefined ? {} : { protect: entry.protect }),
    ...(applied === undefined ? {} : { applied }),
  } satisfies LedgerEntry);
}
