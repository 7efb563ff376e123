/** Runs an import for a command: shows progress, and leaves every decision to the library. */
import { relative } from 'node:path';
import type { Desired, Imported, PreparedImport, StateStore } from '../../library/index.ts';
import { readingText } from '../../report/words.ts';
import { configurationOptions } from '../configuration.ts';
import { warnOfDenied } from '../denied.ts';
import { traceRequest } from '../planning.ts';
import { liveLine, waitShown } from '../progress.ts';
import type { Session } from '../session.ts';
import type { Target } from '../target.ts';
import type { ImportPlace } from './place.ts';

export interface Bringing {
  readonly place: ImportPlace;
  readonly organization: string;
  /** What is declared by now. */
  readonly desired?: Desired;
  readonly addresses: readonly string[];
  readonly split?: 'site' | 'kind';
  readonly target: Pick<Target, 'platform' | 'isLocal' | 'traffic'>;
  readonly ledger: StateStore;
}

/** Throws DocformError where something stands in the way; nothing is written. */
export async function readImport(session: Session, bringing: Bringing): Promise<PreparedImport> {
  const { place, addresses, target, organization, ledger, split } = bringing;
  const { prepareImport } = await import('../../library/index.ts');
  const { directory, storeUrl } = session.settings;
  const imported = await read(session, bringing);
  const ledgerPlace = storeUrl === undefined ? relative(directory, ledger.place) : ledger.place;
  return prepareImport({
    ...{ imported, addresses, organization, host: target.platform.host },
    options: { ...configurationOptions(session), file: place.file },
    ledgerPlace: target.isLocal ? null : ledgerPlace,
    onSecret: (secret) => session.keepSecret(secret),
    ...(place.validation === undefined ? {} : { validation: place.validation }),
    ...(split === undefined ? {} : { split }),
  });
}

async function read(session: Session, { organization, target, ledger, desired }: Bringing): Promise<Imported> {
  const { importLive } = await import('../../library/index.ts');
  session.say(`Reading organization ${organization} on ${target.platform.host}\n`);
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
