/** Applies a configuration, reverts it with undo, applies again, and compares the platform with its former state. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { isWithin } from '../../src/core/address.ts';
import { canonicalJson } from '../../src/core/json.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { type Lost, parseUndoRecord, undoRecordText } from '../../src/edit/inverse/undo-record.ts';
import { type Adopted, adopt } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { finishedRecord } from '../../src/library/finished-record.ts';
import { readWhole } from '../../src/library/import.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import type { openLocalPlatform } from '../../src/library/platform.ts';
import { lostOf, undoRecord } from '../../src/library/undo.ts';
import { undoEdit } from '../../src/library/undo-edit.ts';
import { type Allowances, isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { planText } from '../../src/report/plan/text.ts';
import { maskSecrets } from '../../src/report/wording/sanitize.ts';
import type { Platform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { localPlatform } from '../support/local-platform.ts';

export interface Given {
  readonly reference: Platform;
  readonly backend: StateBackend;
  /** Configuration files by path, `docform.yaml` the main one. */
  readonly files: { readonly [path: string]: string };
  readonly organization: string;
  /** Allowances of the first apply. Default: all that it requires. */
  readonly allowances?: Allowances;
}

export interface TakenBack {
  /** True if the apply changed nothing. */
  readonly isIdle: boolean;
  readonly patch: string;
  readonly lost: readonly Lost[];
  readonly secondPlan: string;
  /** Blocks of the second plan that no flag can override. */
  readonly blocked: readonly string[];
  readonly faults: readonly string[];
  /** Differences to the former state that the undo does not list. */
  readonly differences: readonly string[];
}

type LocalPlatform = Awaited<ReturnType<typeof openLocalPlatform>>;

export async function takenBack(given: Given): Promise<TakenBack> {
  const directory = directoryWith();
  try {
    await writeAll(directory, given.files);
    return await takeBack(given, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeAll(
  directory: string,
  files: Iterable<readonly [string, string]> | { readonly [path: string]: string },
): Promise<void> {
  for (const [path, text] of Symbol.iterator in files ? files : Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

async function takeBack(
  { reference, backend, organization, allowances }: Given,
  directory: string,
): Promise<TakenBack> {
  const platform = await localPlatform(reference);
  const options = { directory, organization };
  const read = async () => {
    const validation = await validate(options);
    const { desired } = validation ?? {};
    if (validation === undefined || desired === undefined)
      throw new Error(validation?.problems.map(({ code, message }) => `${code} ${message}`).join('\n'));
    return { options, validation, desired };
  };
  const { desired, ...whole } = await read();
  const planned =
    allowances === undefined
      ? await planAllowed(desired, platform, backend)
      : await plan({ desired, platform, ledger: backend, allowances });
  const idle = { isIdle: true, patch: '', lost: [], secondPlan: '', blocked: [], faults: [], differences: [] };
  // An undo keeps pending declarations, and lists the edits that contradict them.
  const isWaiting = planned.plan.pending.some(({ toCreate }) => toCreate);
  if (isWaiting || isBlocked(planned.plan) || remoteChanges(planned.plan).length === 0) return idle;
  const before = await declared(platform, backend, desired, ledgerOf(planned));
  const facts = { host: 'local', organization, at: '2026-01-01T00:00:00Z', who: 'test', digest: planned.digest };
  const report = await apply(planned, { platform, ledger: backend });
  const finished = finishedRecord(undoRecord(planned, facts), planned.plan, report, (await backend.load()).ledger);
  if (finished === undefined) throw new Error('no undo');
  const written = undoRecordText(finished, (text) => maskSecrets(text, whole.validation.secrets));
  const record = parseUndoRecord(written);
  if (record === undefined) throw new Error(`no undo file:\n${written}`);
  const announced = await lostOf(record, desired);
  // Simulates an edit after the apply, because undo edits the current file.
  const main = whole.validation.sources.get('docform.yaml') ?? '';
  await writeAll(directory, { 'docform.yaml': `# Edited after the apply.\n${main}` });
  const edited = await read();
  const undo = await undoEdit(record, edited.options, edited.validation);
  // The apply lists the same items as the undo, without computing the edit. Only a refused edit adds another reason.
  expect(undo.lost.slice(0, announced.length)).toEqual(announced);
  const addresses = announced.map(({ address }) => address);
  expect(undo.lost.filter(({ address }) => !addresses.includes(address))).toEqual([]);
  await writeAll(directory, undo.texts);
  await unprotect(desired, planned, platform, backend);
  const second = await planAllowed((await read()).desired, platform, backend);
  const faults = isBlocked(second.plan) ? [] : await applied(second, platform, backend);
  const { ledger } = await backend.load();
  const after = await declared(platform, backend, desired, ledger);
  const pending = new Set(second.plan.pending.map(({ address }) => address));
  const managed = new Set(Object.keys(ledgerOf(planned).resources));
  return {
    ...{ isIdle: false, patch: undo.diff, lost: undo.lost, secondPlan: planText(second.plan), faults },
    blocked: second.plan.changes.flatMap(({ address, blocked }) => (blocked ? [`${address} ${blocked.code}`] : [])),
    differences: differences(before, after, managed)
      .filter((each) => !isTold(undo.lost, each) && !pending.has(each.address))
      .map(({ text }) => text),
  };
}

function ledgerOf({ plan: { ids } }: Planned): Ledger {
  const known = Object.entries(ids).filter(([address]) =>
    parseAddress(address, shapes)?.every(({ key }) => !key.startsWith('id:')),
  );
  return { resources: Object.fromEntries(known.map(([address, id]) => [address, { id }])), lists: [] };
}

/** Reads the declared objects. `desired` adds names that no list contains. */
async function declared(
  platform: LocalPlatform,
  backend: StateBackend,
  desired: Desired,
  ledger: Ledger,
): Promise<Adopted> {
  const { live } = await readWhole({ platform, ledger: backend, desired, organization: desired.organization });
  return adopt({ live, ledger, shapes });
}

/** Removes the protection of created objects first, as the undo advises. */
async function unprotect(
  desired: Desired,
  { plan: { changes } }: Planned,
  platform: LocalPlatform,
  backend: StateBackend,
): Promise<void> {
  const made = new Set(changes.filter(({ action }) => action === 'create').map(({ address }) => address));
  const isProtected = ({ address, kind }: Desired['resources'][number]) =>
    made.has(address) && desired.policy.protect.includes(kind);
  if (!desired.resources.some(isProtected)) return;
  const resources = desired.resources.map((each) => (made.has(each.address) ? { ...each, protect: false } : each));
  const planned = await plan({ desired: { ...desired, resources }, platform, ledger: backend });
  if (remoteChanges(planned.plan).length === 0) await apply(planned, { platform, ledger: backend });
}

/** Grants overrides for addresses and numbers. The remaining blocks cannot be overridden. */
async function planAllowed(desired: Desired, platform: LocalPlatform, backend: StateBackend): Promise<Planned> {
  const first = await plan({ desired, platform, ledger: backend });
  if (!isBlocked(first.plan)) return first;
  const addresses = first.plan.changes.map(({ address }) => address);
  const deletes = first.plan.changes.filter(({ action }) => action === 'delete' || action === 'replace').length;
  return plan({ desired, platform, ledger: backend, allowances: { addresses: [...addresses, 'members'], deletes } });
}

async function applied(planned: Planned, platform: LocalPlatform, backend: StateBackend): Promise<readonly string[]> {
  const report = await apply(planned, { platform, ledger: backend });
  return report.changes.flatMap(({ address, status, fault }) =>
    status === 'done' ? [] : [`${address} ${status}: ${fault?.message ?? ''}`],
  );
}

interface Difference {
  readonly address: string;
  readonly field?: string;
  readonly text: string;
}

/** Compares only managed members of an order, because no apply moves the others. */
function differences(before: Adopted, after: Adopted, managed: ReadonlySet<string>): readonly Difference[] {
  const then = new Map(before.resources.map((each) => [each.address, each]));
  const now = new Map(after.resources.map((each) => [each.address, each]));
  const found: Difference[] = [];
  for (const [address, { fields }] of then) {
    const other = now.get(address);
    if (other === undefined) found.push({ address, text: `${address} does not exist` });
    else
      for (const field of new Set([...Object.keys(fields), ...Object.keys(other.fields)])) {
        const [was, is] = [fields[field], other.fields[field]].map((value) =>
          value === undefined ? 'unset' : canonicalJson(value),
        );
        if (was !== is) found.push({ address, field, text: `${address} ${field}: was ${was}, is ${is}` });
      }
  }
  for (const address of now.keys()) if (!then.has(address)) found.push({ address, text: `${address} is new` });
  for (const container of new Set([...Object.keys(before.orders), ...Object.keys(after.orders)])) {
    const [was = [], is = []] = [before, after].map(({ orders }) =>
      orders[container]?.filter((address) => managed.has(address)),
    );
    const common = was.filter((address) => is.includes(address));
    if (is.filter((address) => was.includes(address)).join() !== common.join())
      found.push({
        address: container,
        field: 'order',
        text: `${container}: order was ${was.join()}, is ${is.join()}`,
      });
  }
  return found;
}

/** Reasons of losses that concern the whole object. A recreated object is not among them. */
const notBack =
  /^(not deleted|its structure is not restored|not restored|the former value is unknown|the link: the API cannot create|the membership|it cannot be written here|\d+ .* in it cannot be declared)|\(not read by docform\)$/;

/** Team members and site-spaces have the key of the person or space that was removed. */
const leftElsewhere = /^the membership|to the declared sites$/;

/** A loss without a field covers all fields. */
function isTold(lost: readonly Lost[], { address, field }: Difference): boolean {
  return lost.some((each) => {
    if (each.field === undefined && leftElsewhere.test(each.why) && address.endsWith(`/${each.address}`)) return true;
    if (each.field === undefined) return isWithin(address, each.address) && notBack.test(each.why);
    return address === each.address && (field === undefined || each.field.split('.')[0] === field);
  });
}
