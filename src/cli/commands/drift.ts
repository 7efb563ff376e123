/** `docform drift`: reports changes made outside docform since the last apply. Sends only GET requests and takes no state lock. */

import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import type { Drifted } from '../../library/drift.ts';
import { driftText } from '../../report/drift/text.ts';
import { count } from '../../report/words.ts';
import { type LoadedConfig, loadConfig } from '../configuration.ts';
import { usageFailure } from '../failure.ts';
import { widthOf } from '../io.ts';
import { whileReading } from '../progress.ts';
import type { Session } from '../session.ts';
import { onTarget } from '../target.ts';
import { failIncomplete, warnOfDenied } from '../warnings.ts';

export async function runDrift(session: Session, addresses: readonly string[]): Promise<ExitCode> {
  if (addresses.length > 0)
    throw usageFailure(
      'addresses require --write',
      'drift reports all changes; to accept one, run docform drift --write ADDRESS',
    );
  const loaded = await loadConfig(session);
  if ('exit' in loaded) return loaded.exit;
  const drifted = await readDrift(session, loaded);
  session.result(await driftOutput(session, drifted));
  const { entries } = drifted.drift;
  const unmanaged = entries.some((entry) => entry.class === 'unmanaged')
    ? ' (with --unmanaged for unmanaged objects)'
    : '';
  if (entries.length > 0)
    session.say(
      `Next: to revert the drift, run docform plan and docform apply; to accept the drift, run docform drift --write${unmanaged}.\n`,
    );
  return driftExit(session, drifted);
}

async function driftOutput(session: Session, { drift, impact, host, digest }: Drifted): Promise<string> {
  switch (session.settings.format) {
    case 'json':
      return (await import('../../report/drift/json.ts')).driftJson(drift, { host, digest, impact });
    case 'markdown':
      return (await import('../../report/drift/markdown.ts')).driftMarkdown(drift, { digest, impact });
    default:
      return driftText(drift, {
        digest,
        impact,
        paint: session.paintResult,
        isVerbose: session.settings.isVerbose,
        ...widthOf(session.io.stdout),
      });
  }
}

/** An unread list must not look as if it had no drift. */
export function driftExit(session: Session, { drift }: Drifted): ExitCode {
  if (drift.unknown.length > 0) {
    const message = `${count(drift.unknown.length, 'list')} could not be read completely, so drift there is unknown`;
    const hint = 'fix the causes under Unknown, and run the command again';
    return failIncomplete(session, 'E-INCOMPLETE-READ', message, hint);
  }
  return session.settings.hasDetailedExitCode && drift.entries.length > 0 ? exitCode.changes : exitCode.done;
}

export async function readDrift(
  session: Session,
  loaded: Pick<LoadedConfig, 'desired' | 'directory'>,
  isWhole = false,
): Promise<Drifted> {
  return onTarget(session, loaded, async ({ target, ledger, desired }) => {
    const { drift } = await import('../../library/drift.ts');
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    const drifted = await whileReading(session, (shown) =>
      drift({ desired, platform: target.platform, ledger, isWhole, today, ...target.traffic, ...shown }),
    );
    session.explain(`Read in ${count(drifted.readRequests, 'request')}. Ledger: ${ledger.place}.\n`);
    await warnOfDenied(session, drifted.input.live);
    return drifted;
  });
}
