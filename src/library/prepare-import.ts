/** Everything that an import decides before it is written: what of it was asked for, what becomes text, and the proof that planning it changes nothing. */
import type { Address } from '../core/address.ts';
import { isWithin } from '../core/address.ts';
import { reasonOf } from '../core/docform-error.ts';
import type { LeftOut } from '../import/names.ts';
import { someNames } from '../report/words.ts';
import { type ApplyOptions, apply } from './apply.ts';
import type { Validation } from './configuration.ts';
import type { Imported } from './import.ts';
import { countsByKind, type ImportPlan, planImport } from './import-plan.ts';
import { differing, ledgerNotWritten, ledgerShared, unknownAddress, unseen, unsettled } from './import-refusals.ts';
import { chosenOf, type ImportPlace, type ImportTexts, newTexts, patchedTexts, type Selected } from './import-texts.ts';

export interface ImportInput extends ImportPlace {
  /** What was read, by `importLive`. */
  readonly imported: Imported;
  /** The configuration that is there; missing: a new one is made. */
  readonly validation?: Validation;
  /** Of resources or lists; empty: everything. */
  readonly addresses: readonly Address[];
  /** As `Platform` has it. */
  readonly host: string;
  /** What people call the place of the ledger; null: no other configuration can keep it. */
  readonly ledgerPlace: string | null;
}

export interface PreparedImport extends Omit<ImportTexts, 'desired'> {
  readonly imported: Imported;
  readonly files: readonly { readonly path: string; readonly status: 'new' | 'changed' }[];
  readonly plan: ImportPlan;
  readonly counts: readonly { readonly kind: string; readonly title: string; readonly count: number }[];
  readonly leftOut: readonly LeftOut[];
}

/** Prepares the files and the ledger entries of an import, without writing. Throws DocformError if an interrupted apply is not settled, a plan after the import would not be empty, or the ledger belongs to another configuration. */
export async function prepareImport(input: ImportInput): Promise<PreparedImport> {
  const { imported, validation, addresses, organization, host, ledgerPlace, onSecret } = input;
  for (const secret of imported.secrets) onSecret?.(secret);
  const desired = validation?.desired && { ...validation.desired, organization };
  if (desired !== undefined && imported.open.length > 0) throw unsettled();
  const asked = addresses.map((address) => address.replace(/(?<!\/)\/+$/, ''));
  const chosen = chosenOf(imported, asked, desired);
  if (chosen.unknown.length > 0) throw unknownAddress(chosen.unknown, imported.adopted.leftOut);
  const isPatch = validation !== undefined && desired !== undefined;
  const written = await (isPatch
    ? patchedTexts(input, { validation, desired }, chosen, imported)
    : newTexts(input, chosen));
  const declared = new Set(desired?.resources.map(({ address }) => address));
  const isImported = (address: Address): boolean =>
    desired === undefined || chosen.isAsked(address) || (chosen.ids.has(address) && !declared.has(address));
  const extent = { isImported, pending: written.pending, ...(desired === undefined ? {} : { before: desired }) };
  const plan = planImport({ ...written.desired, organization }, imported, host, extent);
  if (plan.differing.length > 0) throw differing(plan.differing, addresses.length > 0);
  if (plan.unseen.length > 0) throw unseen(plan.unseen);
  if (desired === undefined && ledgerPlace !== null) refuseSharedLedger(imported, plan, ledgerPlace);
  const { texts, before, diff, gone } = written;
  return {
    ...{ imported, plan, counts: countsByKind(chosen), leftOut: chosen.leftOut, texts, before, diff, gone },
    pending: written.pending.filter((address) => !isLeftOut(chosen, address)),
    files: [...texts.keys()].map((path) => ({ path, status: before.has(path) ? 'changed' : 'new' })),
  };
}

/** Whether it is there nobody has seen, or it is there and cannot be declared. */
function isLeftOut({ leftOut }: Selected, address: Address): boolean {
  return leftOut.some(
    (each) => each.field === undefined && each.address !== undefined && isWithin(address, each.address),
  );
}

/** What a new configuration adds to a ledger that another one keeps as well would be deleted by that other one, as it does not declare it. */
function refuseSharedLedger({ ledger: { resources: known } }: Imported, { plan }: ImportPlan, place: string): void {
  const added = Object.keys(plan.stateUpdates.set).filter((address) => known[address] === undefined);
  if (added.length === 0 || Object.keys(known).length === 0) return;
  throw ledgerShared(
    `${place} belongs to another configuration already, which would delete what this one adds to it (${someNames(added, 3)})`,
  );
}

/** Writes the imported objects into the ledger. Call this function after you have written the files. Sends no requests to the platform. Throws DocformError if the ledger cannot be written. */
export async function keepImport({ plan }: Pick<PreparedImport, 'plan'>, options: ApplyOptions): Promise<void> {
  const fault = await apply(plan, options).then(({ ledgerFault, held }) => ledgerFault ?? held, reasonOf);
  if (fault !== undefined) throw ledgerNotWritten(fault);
}
