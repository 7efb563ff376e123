/** Keeps the undo of an apply in a file beside the ledger; a failure to do so does not fail the apply. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ApplyReport, Undo, UndoKeeping } from '../library/index.ts';
import { keptUndoText } from '../report/edits.ts';
import { visible } from '../report/sanitize.ts';
import { configurationOptions } from './configuration.ts';
import { failureOf } from './failure.ts';
import { holderOf } from './holder.ts';
import { placeToWrite } from './named-file.ts';
import type { Made } from './planning.ts';
import type { Session } from './session.ts';

export interface KeptUndo extends Pick<Undo, 'restored' | 'lost'> {
  /** As it is seen from the working directory. */
  readonly file: string;
}

export interface KeepsUndo {
  /** Once the apply is over. undefined: nothing was done, or it could not be kept, which is said. */
  readonly keep: (report: ApplyReport) => Promise<KeptUndo | undefined>;
}

/** Where it is kept unless told otherwise: beside the ledger, or beside the data of a platform in this process. `directory`: of the configuration. */
export function undoPath(session: Session, place: { readonly directory: string; readonly data?: string }): string {
  const { undoFile, directory, environmentName } = session.settings;
  if (undoFile !== undefined) return resolve(directory, undoFile);
  if (place.data !== undefined) return `${place.data}.undo.patch`;
  return join(place.directory, environmentName === undefined ? 'docform.undo.patch' : `docform.undo.${environmentName}.patch`);
}

/** What is there while an apply is under way, and stays where it is cut off. */
export function unfinishedPath(path: string): string {
  return `${path.replace(/\.patch$/, '')}.unfinished.patch`;
}

/** Before anything is sent, as nothing can be read of what was there afterwards. undefined: it is not wanted, or cannot be kept, which is said. */
export async function prepareKeeping(session: Session, made: Made): Promise<KeepsUndo | undefined> {
  const { target, directory, planned } = made;
  const isForgotten = target.isLocal && target.data === undefined && session.settings.undoFile === undefined;
  if (!session.settings.hasUndo || isForgotten || planned.plan.steps.length === 0) return undefined;
  const path = undoPath(session, { directory, ...(target.data === undefined ? {} : { data: target.data }) });
  return attempt(session, async () => {
    const keeping = await keepingFor(session, made);
    await setAside(session, path);
    await removeHalfWritten(path);
    await write(session, unfinishedPath(path), keeping.beforehand ?? '');
    return { keep: (report) => attempt(session, () => keep(session, { keeping, path, report, made }), unfinishedPath(path)) };
  });
}

/** `left`: the file that is there also where the work fails. */
async function attempt<T>(session: Session, work: () => Promise<T>, left?: string): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const why = visible(failureOf(error).message);
    session.warn(
      left !== undefined && existsSync(left)
        ? `The undo of what was done could not be kept: ${why}\nWhat takes back all that was planned, also what was not done, is in ${visible(seenFrom(session, left))}\n`
        : `No undo is kept: ${why}\n`,
    );
    return undefined;
  }
}

async function keepingFor(session: Session, { planned, target, validation }: Made): Promise<UndoKeeping> {
  const { prepareUndo, rooted } = await import('../library/index.ts');
  const { environmentName } = session.settings;
  const { who, run, since: at } = holderOf(session.io.environment);
  return prepareUndo({
    ...(await rooted({ options: configurationOptions(session), validation })),
    planned,
    facts: {
      ...{ host: target.platform.host, organization: planned.plan.organization, at, who, digest: planned.digest },
      ...(environmentName === undefined ? {} : { environment: environmentName }),
      ...(run === undefined ? {} : { link: run }),
    },
  });
}

/** What an apply left that ended while it wrote one of these files: under the lease nobody else is at them. */
async function removeHalfWritten(path: string): Promise<void> {
  const starts = [path, unfinishedPath(path)].map((each) => `${basename(each)}.`);
  const directory = dirname(path);
  const names = existsSync(directory) ? await readdir(directory) : [];
  const isHalfWritten = (name: string) =>
    starts.some((start) => name.startsWith(start) && /^[0-9a-f]{8}\.tmp$/.test(name.slice(start.length)));
  for (const name of names.filter(isHalfWritten)) await rm(join(directory, name), { force: true });
}

/** The first name that is free: one that was put aside before is all there is of its apply as well. */
function asidePath(path: string): string {
  const name = (number: number) => `${path.replace(/\.patch$/, '')}.cut-off${number === 1 ? '' : `-${number}`}.patch`;
  for (let number = 1; ; number += 1) if (!existsSync(name(number))) return name(number);
}

/** Of an apply that was cut off, this is all there is. */
async function setAside(session: Session, path: string): Promise<void> {
  const left = unfinishedPath(path);
  if (!existsSync(left)) return;
  const aside = asidePath(path);
  await rename(left, aside);
  session.say(`An apply before this one was cut off; what takes back all that it had planned is now in ${seenFrom(session, aside)}\n`);
}

/** Like a plan, it names people and unpublished titles: nobody but its owner may read it. */
async function write(session: Session, path: string, text: string): Promise<void> {
  const { writeAtomically } = await import('../library/index.ts');
  const place = placeToWrite(session.settings.directory, seenFrom(session, path));
  await mkdir(dirname(place), { recursive: true });
  await writeAtomically(place, session.mask(text), 0o600);
}

interface Ended {
  readonly keeping: UndoKeeping;
  readonly path: string;
  readonly report: ApplyReport;
  readonly made: Made;
}

async function keep(session: Session, { keeping, path, report, made }: Ended): Promise<KeptUndo | undefined> {
  const { ledger } = await made.ledger.load();
  const undo = await keeping.afterwards(report, ledger);
  if (undo !== undefined) await write(session, path, undo.text);
  await rm(unfinishedPath(path), { force: true });
  if (undo === undefined) return undefined;
  const file = seenFrom(session, path);
  session.say(keptUndoText({ ...undo, file }, commandFor(session, file)));
  return { file, restored: undo.restored, lost: undo.lost };
}

function commandFor({ settings: { undoFile, environmentName } }: Session, file: string): string {
  return [
    'docform undo',
    ...(undoFile === undefined ? [] : [file]),
    ...(environmentName === undefined ? [] : [`--env ${environmentName}`]),
  ].join(' ');
}

function seenFrom(session: Session, path: string): string {
  return relative(session.settings.directory, path) || basename(path);
}
