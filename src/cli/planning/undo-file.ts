/** Writes the undo file of an apply next to the ledger. If the file cannot be written, the apply continues without an undo file. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import type { Ledger } from '../../core/state.ts';
import { writeAtomically } from '../../disk/write.ts';
import { continued, parseUndoRecord, type UndoRecord, undoRecordText } from '../../edit/inverse/undo-record.ts';
import { finishedRecord } from '../../library/finished-record.ts';
import { lossesOf, undoRecord } from '../../library/undo.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import { undoNoteText } from '../../report/apply/undo-note.ts';
import { visible } from '../../report/wording/sanitize.ts';
import { placeToWrite, readNamedFile } from '../files/named-file.ts';
import { forgeOf } from '../io/forge-run.ts';
import { holderOf } from '../io/origin.ts';
import { failureOf, type Session } from '../io/session.ts';
import type { PlanSession } from './planning.ts';

export function undoPath(session: Session, place: { readonly directory: string; readonly data?: string }) {
  const { undoFile, directory, environmentName } = session.settings;
  if (undoFile !== undefined) return resolve(directory, undoFile);
  if (place.data !== undefined) return `${place.data}.undo.json`;
  return join(place.directory, `docform.undo${environmentName === undefined ? '' : `.${environmentName}`}.json`);
}

/** Written before the first request, because a crash must not lose the former values. Returns a function that ends the undo file after the apply, and returns the text about what an undo cannot restore. undefined: no undo file is written. */
export async function startUndo(session: Session, made: PlanSession) {
  const { target, directory, planned } = made;
  const isForgotten = target.isLocal && target.data === undefined && session.settings.undoFile === undefined;
  if (!session.settings.hasUndo || isForgotten || planned.plan.steps.length === 0) return undefined;
  const path = undoPath(session, { directory, ...withoutUndefined({ data: target.data }) });
  return attempt(session, path, async () => {
    await removeHalfWritten(path);
    const before = readNamedFile(path, 'undo');
    const earlier = 'text' in before ? parseUndoRecord(before.text) : undefined;
    const record = undoRecord(planned, factsOf(session, made));
    await write(session, path, continued(record, earlier));
    return async (report: ApplyReport) => {
      const ledger = await ledgerAfter(session, made, report, path);
      return (
        ledger && attempt(session, path, () => finish(session, made, { report, ledger }, { path, record, earlier }))
      );
    };
  });
}

/** The ledger shows which unfinished creates took effect. undefined: it cannot be read, so the file keeps all planned changes. */
async function ledgerAfter(session: Session, made: PlanSession, { changes }: ApplyReport, path: string) {
  if (changes.every(({ status }) => status === 'done')) return made.planned.ledger;
  try {
    return (await made.ledger.load()).ledger;
  } catch (error) {
    const file = visible(seenFrom(session, path));
    session.warn(
      `The undo file ${file} contains all planned changes, because the ledger could not be read: ${visible(failureOf(error).message)}\n`,
    );
    return undefined;
  }
}

async function attempt<T>(session: Session, path: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    session.warn(
      `The undo file ${visible(seenFrom(session, path))} could not be written: ${visible(failureOf(error).message)}\n`,
    );
    return undefined;
  }
}

function factsOf({ settings: { environmentName }, io }: Session, { planned, target }: PlanSession) {
  const { who, run, since: at } = holderOf(io.environment);
  return {
    host: target.host,
    organization: planned.plan.organization,
    at,
    who,
    digest: planned.digest,
    ...withoutUndefined({ environment: environmentName, link: run }),
  };
}

/** Left by an apply that was killed while it wrote the file. No other apply runs now, because this one has the lock. */
async function removeHalfWritten(path: string) {
  const directory = dirname(path);
  const names = existsSync(directory) ? await readdir(directory) : [];
  const start = `${basename(path)}.`;
  const isHalfWritten = (name: string) => name.startsWith(start) && /^[0-9a-f]{8}\.tmp$/.test(name.slice(start.length));
  for (const name of names.filter(isHalfWritten)) await rm(join(directory, name), { force: true });
}

/** The file contains names and unpublished titles, so only its owner may read it. */
async function write(session: Session, path: string, record: UndoRecord) {
  const place = placeToWrite(session.settings.directory, seenFrom(session, path));
  await mkdir(dirname(place), { recursive: true });
  await writeAtomically(place, undoRecordText(record, session.mask), 0o600);
}

interface Started {
  readonly path: string;
  /** The changes of this apply only. */
  readonly record: UndoRecord;
  /** The file before this apply. */
  readonly earlier: UndoRecord | undefined;
}

/** undefined: nothing was applied. */
async function finish(
  session: Session,
  made: PlanSession,
  { report, ledger }: { readonly report: ApplyReport; readonly ledger: Ledger },
  { path, record, earlier }: Started,
) {
  const own = finishedRecord(record, made.planned.plan, report, ledger);
  const done = own && continued(own, earlier);
  const left = done ?? earlier;
  if (left === undefined) await rm(path, { force: true });
  else await write(session, path, left);
  if (done === undefined) return undefined;
  const { plan } = made.planned;
  // The plan has the losses of all its changes.
  const isWhole = earlier === undefined && done.uncertain.length === 0 && done.changes.length === record.changes.length;
  const note = {
    file: seenFrom(session, path),
    lost: (isWhole ? plan.lost : undefined) ?? (await lossesOf(done, { plan, desired: made.desired })),
  };
  // The undo file ends with the job of a pipeline.
  const isKept = forgeOf(session.io.environment) === undefined;
  return { note, text: undoNoteText(note, isKept ? commandFor(session, note.file) : undefined) };
}

function commandFor({ settings: { undoFile, environmentName } }: Session, file: string) {
  const words = withoutMissing(
    'docform undo',
    undoFile !== undefined && file,
    environmentName && `--env ${environmentName}`,
  );
  return words.join(' ');
}

function seenFrom(session: Session, path: string) {
  return relative(session.settings.directory, path) || basename(path);
}
