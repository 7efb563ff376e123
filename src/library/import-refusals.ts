/** The reasons why an import is refused before anything is written, each with what to do about it. */
import { type Address, isWithin } from '../core/address.ts';
import { formOf } from '../core/count.ts';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import type { LeftOut } from '../import/names.ts';
import type { Change } from '../plan/change.ts';
import { oneLine } from '../report/sanitize.ts';
import { count, type EditPlace, editPlaceText, someNames } from '../report/words.ts';

/** What the plan of an import would change, or the plans after it would delete. `isPart`: not everything was asked for. */
export function differing(changes: readonly Change[], isPart: boolean): DocformError {
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

export function unseen(addresses: readonly Address[]): DocformError {
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-IMPORT-DIFFERS',
    message: `the ledger knows ${someNames(addresses, 5)}, which could not be read and would not be declared, so that a later plan would delete it; nothing was written`,
    hint: 'use a token that may read it, bring back the configuration that declares it, or write elsewhere: --out in another directory',
  });
}

/** Whatever another configuration that keeps the same ledger does not declare, it would delete. */
export function ledgerShared(reason: string): DocformError {
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-LEDGER-SHARED',
    message: `${reason}; nothing was written`,
    hint: 'import into the configuration that is there; a further one needs a ledger of its own: another directory, or --env NAME (if the other is no more, move its ledger away)',
  });
}

export function unsettled(): DocformError {
  return new DocformError({
    exit: exitCode.blocked,
    code: 'E-UNFINISHED-RUN',
    message: 'an apply ended in the middle of its work, and nobody knows yet what became of that; nothing was written',
    hint: 'let docform apply settle that first',
  });
}

export function unknownAddress(addresses: readonly Address[], leftOut: readonly LeftOut[]): DocformError {
  const unread = leftOut.find(
    ({ address: list }) => list !== undefined && addresses.some((each) => isWithin(each, list) || isWithin(list, each)),
  );
  const what = formOf(
    addresses.length,
    'there is nothing under this address',
    'there is nothing under these addresses',
  );
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-USAGE',
    message: `${someNames(addresses, 3)}: ${what}${unread === undefined ? '' : ` (${oneLine(unread.what)}: ${oneLine(unread.why)})`}`,
    hint: 'write it like teams, teams/docs or sites/docs/sections; docform import --dry-run shows all addresses as they would be',
  });
}

/** The text that was composed says something else, or nothing that is valid. */
export function otherText(reason: string): DocformError {
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-IMPORT-TEXT',
    message: `what is there cannot be written as a configuration that says the same: ${oneLine(reason)}; nothing was written`,
    hint: 'files beside it that it would include may be the reason (try --out in an empty directory), or its size (try --split site)',
  });
}

/** A line of the configuration cannot be edited so that it says what is there. `others`: how many further lines. */
export function uneditable(refused: EditPlace, others: number): DocformError {
  const more = others === 0 ? '' : ` (and ${count(others, 'further place')})`;
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-EDIT-REFUSED',
    message: `${editPlaceText(refused)} cannot be put into the configuration: ${refused.reason}${more}; nothing was written`,
    hint: 'change that place by hand, or import only what you need: docform import ADDRESS',
  });
}

/** What is there with other text stays, and nothing is written. */
export function fileExists(file: string): DocformError {
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-FILE-EXISTS',
    message: `${file} is there already, with other text: nothing was written`,
    hint: 'name another place with --out, or move that file away',
  });
}

/** Whatever goes wrong with the ledger, the configuration is written by then. */
export function ledgerNotWritten(fault: string): DocformError {
  return new DocformError({
    exit: exitCode.partly,
    code: 'E-IMPORT-LEDGER',
    message: `the configuration is written, and the ledger is not: ${fault}`,
    hint: 'run the same import again: it changes no file, and writes the ledger',
  });
}
