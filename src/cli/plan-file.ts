/** Reads and writes saved plans. A file is written completely or not at all, and only its owner can read the file. */

import { resolve } from 'node:path';
import { writeAtomically } from '../ledger/atomic-file.ts';
import type { PlanFault, ReadPlan } from '../report/read-plan.ts';
import { usageFailure } from './failure.ts';
import { placeToWrite, readNamedFile, refuseForeignFile } from './named-file.ts';
import { missingPlace, requireParent } from './named-place.ts';
import type { Session } from './session.ts';

/** A plan contains names of people and unpublished titles, so only its owner may read the file. */
export async function writePlanFile(session: Session, file: string, text: string): Promise<void> {
  await writeAtomically(placeToWrite(session.settings.directory, file), text, 0o600);
}

export async function planFileName(session: Session, file: string): Promise<string> {
  if (file === '-')
    throw usageFailure('--out requires a file, not -', 'give a file name, or print the document with `plan --json`');
  placeToWrite(session.settings.directory, file);
  await requireParent(session, file, '--out');
  await refuseForeignFile(session, file, 'a saved plan', (text) =>
    /^\{\s*"schemaVersion": \d+,\s*"kind": "plan"/.test(text),
  );
  return file;
}

const codes: { readonly [F in PlanFault]: string } = {
  'no-plan': 'E-PLAN-FILE',
  damaged: 'E-PLAN-FILE',
  version: 'E-PLAN-VERSION',
};

type WholePlan = Exclude<ReadPlan, { readonly fault: PlanFault }>;

export async function readPlanFile(session: Session, file: string): Promise<WholePlan> {
  return readPlanText(await textOf(session.settings.directory, file), file);
}

export async function readPlanText(text: string, file: string): Promise<WholePlan> {
  const { readPlan } = await import('../report/read-plan.ts');
  const read = readPlan(text);
  if (!('fault' in read)) return read;
  throw usageFailure(
    `${file} cannot be used: ${read.message}`,
    read.fault === 'version'
      ? 'use the version of docform that wrote the file, or plan again'
      : 'write a new file with `docform plan --out FILE`',
    codes[read.fault],
  );
}

async function textOf(directory: string, file: string): Promise<string> {
  const read = readNamedFile(resolve(directory, file), 'plan');
  if ('text' in read) return read.text;
  const hint = 'check the path and its permissions; `docform plan --out FILE` writes a plan';
  if (read.isMissing) throw await missingPlace(directory, file, { what: 'file', hint, code: 'E-PLAN-FILE' });
  throw usageFailure(`${file} cannot be read (${read.why})`, hint, 'E-PLAN-FILE');
}
