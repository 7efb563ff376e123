/** `docform drift`: reports changes made outside docform since the last apply, and copies them into the YAML with --write. Changes neither the platform nor the ledger. */

import type { Drifted } from '../../library/drift.ts';
import { driftMarkdown, driftText } from '../../report/drift/drift.ts';
import { driftJson } from '../../report/drift/drift-json.ts';
import { driftNextText } from '../../report/drift/next-commands.ts';
import { loadConfig } from '../files/configuration.ts';
import { widthOf } from '../io/io.ts';
import { type Run, type Session, usageFailure } from '../io/session.ts';
import { type DriftFlags, driftExit, readDrift, writeDrift } from '../planning/drift-result.ts';
import { requireMatched } from '../planning/planning.ts';

export const runDrift: Run<DriftFlags> = async (session, addresses, { write = false, ...flags }) => {
  if (flags.outDir !== undefined)
    return (await import('./drift-out-dir.ts')).runDriftIntoDirectory(session, addresses, {
      ...flags,
      write,
      outDir: flags.outDir,
    });
  if (write) return writeDrift(session, addresses, flags);
  if (flags.dryRun) throw usageFailure('--dry-run requires --write', 'run `docform drift --write --dry-run`');
  if (flags.unmanaged)
    throw usageFailure(
      '--unmanaged requires --write',
      'drift reports unmanaged objects; to add them to the YAML, run `docform drift --write --unmanaged`',
    );
  if (addresses.length > 0)
    throw usageFailure(
      'addresses require --write',
      'to report a part, run `docform drift --only ADDRESS`; to accept drift, run `docform drift --write ADDRESS`',
    );
  const loaded = await loadConfig(session);
  const drifted = await readDrift(session, loaded, flags);
  requireMatched(drifted.unmatched);
  session.result(driftOutput(session, drifted));
  const next = driftNextText(drifted.drift);
  if (next !== undefined) session.say(`Next: ${next}.\n`);
  return driftExit(session, drifted);
};

function driftOutput(session: Session, { drift, impact, expectations, host, digest }: Drifted) {
  switch (session.settings.format) {
    case 'json':
      return driftJson(drift, { host, digest, impact, expectations });
    case 'markdown':
      return driftMarkdown(drift, { digest, impact, expectations });
    default:
      return driftText(drift, {
        digest,
        impact,
        expectations,
        paint: session.paintResult,
        isVerbose: session.settings.isVerbose,
        ...widthOf(session.io.stdout),
      });
  }
}
