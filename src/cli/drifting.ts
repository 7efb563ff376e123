/** The steps to a drift report that commands share: platform, ledger, and today's date. */

import { dirname, resolve } from 'node:path';
import type { Desired, Drifted, Validation } from '../library/index.ts';
import { readingText } from '../report/words.ts';
import { warnOfDenied } from './denied.ts';
import { traceRequest } from './planning.ts';
import { liveLine, waitShown } from './progress.ts';
import type { Session } from './session.ts';
import { openTarget, openTargetLedger } from './target.ts';

export interface Read {
  readonly desired: Desired;
  readonly validation: Pick<Validation, 'file'>;
}

/** Sends nothing but GET, and takes no lease. `isWhole`: the whole organization is read. */
export async function readDrift(session: Session, { desired, validation }: Read, isWhole = false): Promise<Drifted> {
  const { settings } = session;
  const { environmentName: environment } = settings;
  const target = await openTarget(session);
  const line = await liveLine(session);
  let closeLedger: () => Promise<void> = async () => undefined;
  try {
    const organization = target.organization ?? desired.organization;
    const directory = dirname(resolve(settings.directory, validation.file));
    const place = { directory, organization, ...(environment === undefined ? {} : { environment }) };
    const { ledger, close } = await openTargetLedger(session, target, place);
    closeLedger = close;
    session.say(`Reading organization ${organization} on ${target.platform.host}\n`);
    const { drift } = await import('../library/index.ts');
    const drifted = await drift({
      ...{ desired: { ...desired, organization }, platform: target.platform, ledger, isWhole, ...target.traffic },
      today: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
      onRequest: traceRequest(session),
      onWait: waitShown(session, line),
      onProgress: (so) => line.draw(readingText(so)),
    }).finally(line.end);
    session.explain(`Read in ${drifted.readRequests} requests. Ledger: ${ledger.place}.\n`);
    await warnOfDenied(session, drifted.input.live);
    return drifted;
  } finally {
    await closeLedger().finally(target.close);
  }
}
