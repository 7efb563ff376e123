/** Everything an import decides before it writes: what is read, what becomes text, and the proof that planning it changes nothing. */
import type { Change, Imported } from '../../index.ts';
import { someNames } from '../../report/words.ts';
import { exitCode } from '../exit-code.ts';
import { Failure, usageFailure } from '../failure.ts';
import { traceRequest } from '../planning.ts';
import { liveLine } from '../progress.ts';
import type { Session } from '../session.ts';
import type { Bringing, PreparedImport } from './importing.ts';
import { patchTexts, writeTexts } from './texts.ts';

/** Throws Failure where something stands in the way; nothing is written. */
export async function prepareImport(session: Session, bringing: Bringing): Promise<PreparedImport> {
  const { addresses, desired, target, organization } = bringing;
  const { chosenOf, countsByKind, planImport } = await import('../../index.ts');
  session.say(`Reading organization ${organization} on ${target.platform.host}\n`);
  const imported = await read(session, bringing);
  if (desired !== undefined && imported.open.length > 0) throw unsettled();
  const chosen = chosenOf(
    imported,
    addresses.map((address) => address.replace(/\/+$/, '')),
    desired,
  );
  if (chosen.unknown.length > 0) throw unknownAddress(chosen.unknown);
  const written = await (desired === undefined
    ? writeTexts(session, bringing, chosen)
    : patchTexts(session, bringing, { desired, imported, chosen }));
  const declared = new Set(desired?.resources.map(({ address }) => address));
  const isImported = (address: string): boolean =>
    desired === undefined || chosen.isAsked(address) || (chosen.ids.has(address) && !declared.has(address));
  const plan = planImport({ ...written.desired, organization }, imported, target.platform.host, { isImported, pending: written.pending });
  if (plan.differing.length > 0) throw differing(plan.differing);
  return {
    ...{ imported, plan, counts: countsByKind(chosen), leftOut: chosen.leftOut },
    ...written,
    files: [...written.texts.keys()].map((path) => ({ path, status: written.before.has(path) ? 'changed' : 'new' })),
  };
}

async function read(session: Session, { organization, target, ledger, desired }: Bringing): Promise<Imported> {
  const { importLive } = await import('../../index.ts');
  const { concurrency, maxWaitMs } = session.settings;
  const line = await liveLine(session);
  return await importLive({
    ...{ organization, platform: target.platform, ledger, concurrency, maxWaitMs },
    ...(desired === undefined ? {} : { desired }),
    onProgress: ({ asked, answered, items }) => line.draw(`${answered} of ${asked} lists read, ${items} objects`),
    onRequest: traceRequest(session),
  }).finally(line.end);
}

function differing(changes: readonly Change[]): Failure {
  const names = changes.map(({ address, action, fields }) => {
    const what = fields.length === 0 ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
    return `${action} ${address}${what}`;
  });
  return new Failure(exitCode.failed, {
    code: 'E-IMPORT-DIFFERS',
    message: `the plan of what was read would not be empty: ${someNames(names, 5)}; nothing was written`,
    hint: 'the ledger may know things that are not imported here (docform forget ADDRESS lets them go), or import all: docform import',
  });
}

function unsettled(): Failure {
  return new Failure(exitCode.blocked, {
    code: 'E-UNSETTLED',
    message: 'an apply ended in the middle of its work, and nobody knows yet what became of that; nothing was written',
    hint: 'let docform apply settle that first',
  });
}

function unknownAddress(addresses: readonly string[]): Failure {
  const what = addresses.length === 1 ? 'there is nothing under this address' : 'there is nothing under these addresses';
  return usageFailure(
    `${someNames(addresses, 3)}: ${what}`,
    'write it like teams, teams/docs or sites/docs/sections; docform import --dry-run shows all addresses as they would be',
  );
}
