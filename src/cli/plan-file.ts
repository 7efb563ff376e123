/** Saved plans as files: written whole or not at all, for their owner to read; what is wrong with one is told. */

import { resolve } from 'node:path';
import type { PlanFault, ReadPlan } from '../report/read-plan.ts';
import { usageFailure } from './failure.ts';
import { placeToWrite, readNamedFile, refuseForeignFile } from './named-file.ts';
import { missingPlace, requireParent } from './named-place.ts';
import type { Session } from './session.ts';

/** A plan names people and unpublished titles: nobody but its owner may read the file. */
export async function writePlanFile(session: Session, file: string, text: string): Promise<void> {
  const { writeAtomically } = await import('../library/index.ts');
  await writeAtomically(placeToWrite(session.settings.directory, file), text, 0o600);
}

/** Checked before anything is contacted, and before a plan is made for nothing. */
export async function planFileName(session: Session, file: string): Promise<string> {
  if (file === '-') throw usageFailure('--out - is no file', 'name a file, or print the same document with `plan --json`');
  placeToWrite(session.settings.directory, file);
  await requireParent(session, file, '--out');
  await refuseForeignFile(session, file, 'a saved plan', (text) => /^\{\s*"schemaVersion": \d+,\s*"kind": "plan"/.test(text));
  return file;
}

const codes: { readonly [F in PlanFault]: string } = { 'no-plan': 'E-PLAN-FILE', damaged: 'E-PLAN-FILE', version: 'E-PLAN-VERSION' };

type WholePlan = Exclude<ReadPlan, { readonly fault: PlanFault }>;

export async function readPlanFile(session: Session, file: string): Promise<WholePlan> {
  return readPlanText(await textOf(session.settings.directory, file), file);
}

/** `file`: what people know it as. */
export async function readPlanText(text: string, file: string): Promise<WholePlan> {
  const { readPlan } = await import('../report/read-plan.ts');
  const read = readPlan(text);
  if (!('fault' in read)) return read;
  throw usageFailure(
    `${file} cannot be used: ${read.message}`,
    read.fault === 'version' ? 'use the version of docform that made it, or plan again' : 'make it anew with `docform plan --out FILE`',
    codes[read.fault],
  );
}

async function textOf(directory: string, file: string): Promise<string> {
  const read = readNamedFile(resolve(directory, file), 'plan');
  if ('text' in read) return read.text;
  const hint = 'check the path and the rights to it; `docform plan --out FILE` writes a plan';
  if (read.isMissing) throw await missingPlace(directory, file, { what: 'file', hint, code: 'E-PLAN-FILE' });
  throw usageFailure(`${file} cannot be read (${read.why})`, hint, 'E-PLAN-FILE');
}
