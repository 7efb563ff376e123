/** Reads a saved plan. */

import { readGivenFile } from '../files/named-file.ts';
import { missingPlace } from '../files/named-place.ts';
import { type Session, usageFailure } from '../io/session.ts';

/** `file`: `-` for stdin. */
export async function readPlanFile(session: Session, file: string) {
  if (file === '-') return readPlanText(await session.io.stdin.readAll(), 'standard input');
  return readPlanText(await textOf(session, file), file);
}

export async function readPlanText(text: string, file: string) {
  const { readPlan } = await import('../../report/plan/read-plan.ts');
  const read = readPlan(text);
  if (!('fault' in read)) return read;
  const [hint, code] =
    read.fault === 'version'
      ? ['use the version of docform that wrote the file, or plan again', 'E-PLAN-VERSION']
      : ['write a new file with `docform plan --out FILE`', 'E-PLAN-FILE'];
  throw usageFailure(`${file} cannot be used: ${read.message}`, hint, code);
}

async function textOf(session: Session, file: string) {
  const read = await readGivenFile(session, file, 'plan');
  if ('text' in read) return read.text;
  const hint = 'check the path and its permissions; `docform plan --out FILE` writes a plan';
  if (read.isMissing)
    throw await missingPlace(session.settings.directory, file, { what: 'file', hint, code: 'E-PLAN-FILE' });
  throw usageFailure(`${file} cannot be read (${read.why})`, hint, 'E-PLAN-FILE');
}
