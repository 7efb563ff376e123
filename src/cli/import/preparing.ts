/** Everything an import decides before it writes: what is read, what becomes text, and the proof that planning it changes nothing. */

import { relative } from 'node:path';
import { isWithin } from '../../core/address.ts';
import { DocformError } from '../../core/docform-error.ts';
import type { Change, Imported, LeftOut } from '../../index.ts';
import { oneLine } from '../../report/sanitize.ts';
import { readingText, someNames } from '../../report/words.ts';
import { warnOfDenied } from '../denied.ts';
import { exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { traceRequest } from '../planning.ts';
import { liveLine, waitShown } from '../progress.ts';
import type { Session } from '../session.ts';
import type { Bringing, PreparedImport } from './importing.ts';
import { ledgerShared } from './place.ts';
import { patchTexts, writeTexts } from './texts.ts';

/** Throws DocformError where something stands in the way; nothing is written. */
export async function prepareImport(session: Session, bringing: Bringing): Promise<PreparedImport> {
  const { addresses, desired, target, organization, ledger } = bringing;
  const { chosenOf, countsByKind, planImport } = await import('../../index.ts');
  session.say(`Reading organization ${organization} on ${target.platform.host}\n`);
  const imported = await read(session, bringing);
  for (const secret of imported.secrets) session.keepSecret(secret);
  if (desired !== undefined && imported.open.length > 0) throw unsettled();
  const chosen = chosenOf(
    imported,
    addresses.map((address) => address.replace(/\/+$/, '')),
    desired,
  );
  if (chosen.unknown.length > 0) throw unknownAddress(chosen.unknown, imported.adopted.leftOut);
  const written = await (desired === undefined
    ? writeTexts(session, bringing, chosen)
    : patchTexts(session, bringing, { desired, imported, chosen }));
  const declared = new Set(desired?.resources.map(({ address }) => address));
  const isImported = (address: string): boolean =>
    desired === undefined || chosen.isAsked(address) || (chosen.ids.has(address) && !declared.has(address));
  const plan = planImport({ ...written.desired, organization }, imported, target.platform.host, {
    ...{ isImported, pending: written.pending },
    ...(desired === undefined ? {} : { before: desired }),
  });
  if (plan.differing.length > 0) throw differing(plan.differing, addresses.length > 0);
  if (plan.unseen.length > 0) throw unseen(plan.unseen);
  if (desired === undefined && !target.isLocal) {
    const place = session.settings.storeUrl === undefined ? relative(session.settings.directory, ledger.place) : ledger.place;
    refuseSharedLedger(imported.ledger.resources, Object.keys(plan.plan.bookkeeping.set), place);
  }
  // Whether it is there nobody has seen, or it is there and cannot be declared.
  const isLeftOut = (address: string): boolean =>
    chosen.leftOut.some((each) => each.field === undefined && each.address !== undefined && isWithin(address, each.address));
  return {
    ...{ imported, plan, counts: countsByKind(chosen), leftOut: chosen.leftOut },
    ...written,
    pending: written.pending.filter((address) => !isLeftOut(address)),
    files: [...written.texts.keys()].map((path) => ({ path, status: written.before.has(path) ? 'changed' : 'new' })),
  };
}

async function read(session: Session, { organization, target, ledger, desired }: Bringing): Promise<Imported> {
  const { importLive } = await import('../../index.ts');
  const line = await liveLine(session);
  const imported = await importLive({
    ...{ organization, platform: target.platform, ledger, ...target.traffic },
    ...(desired === undefined ? {} : { desired }),
    onProgress: (so) => line.draw(readingText(so)),
    onRequest: traceRequest(session),
    onWait: waitShown(session, line),
  }).finally(line.end);
  await warnOfDenied(session, imported.live);
  return imported;
}

function differing(changes: readonly Change[], isPart: boolean): DocformError {
  const isPruned = changes.every(({ action, address }) => action === 'delete' && address.includes('/id:'));
  const names = changes.map(({ address, action, fields }) => {
    const what = fields.length === 0 ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
    return `${action} ${address}${what}`;
  });
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-IMPORT-DIFFERS',
    message: `${isPruned ? 'the plans after it would' : 'the plan of what was read would not be empty:'} ${someNames(names, 5)}; nothing was written`,
    hint: isPruned
      ? '`prune: all` deletes what a list does not declare: import such lists whole, and say `prune: owned` where something cannot be declared'
      : isPart
        ? 'the ledger may know things that are not imported here (docform forget ADDRESS lets them go), or import all: docform import'
        : 'apply first what is declared and not applied yet (docform plan shows it), or take it out; docform forget ADDRESS lets go what only the ledger knows',
  });
}

function unseen(addresses: readonly string[]): DocformError {
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-IMPORT-DIFFERS',
    message: `the ledger knows ${someNames(addresses, 5)}, which could not be read and would not be declared, so that a later plan would delete it; nothing was written`,
    hint: 'use a token that may read it, bring back the configuration that declares it, or write elsewhere: --out in another directory',
  });
}

/** What a new configuration adds to a ledger that another one keeps as well would be deleted by that other one, as it does not declare it. */
function refuseSharedLedger(known: Imported['ledger']['resources'], set: readonly string[], place: string): void {
  const added = set.filter((address) => known[address] === undefined);
  if (added.length === 0 || Object.keys(known).length === 0) return;
  throw ledgerShared(
    `${place} belongs to another configuration already, which would delete what this one adds to it (${someNames(added, 3)})`,
  );
}

function unsettled(): DocformError {
  return new DocformError({
    exit: exitCode.blocked,
    code: 'E-UNSETTLED',
    message: 'an apply ended in the middle of its work, and nobody knows yet what became of that; nothing was written',
    hint: 'let docform apply settle that first',
  });
}

function unknownAddress(addresses: readonly string[], leftOut: readonly LeftOut[]): DocformError {
  const unread = leftOut.find(
    ({ address: list }) => list !== undefined && addresses.some((each) => isWithin(each, list) || isWithin(list, each)),
  );
  const what = addresses.length === 1 ? 'there is nothing under this address' : 'there is nothing under these addresses';
  return usageFailure(
    `${someNames(addresses, 3)}: ${what}${unread === undefined ? '' : ` (${oneLine(unread.what)}: ${oneLine(unread.why)})`}`,
    'write it like teams, teams/docs or sites/docs/sections; docform import --dry-run shows all addresses as they would be',
  );
}
