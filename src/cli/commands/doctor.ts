/** `docform doctor`: what a command needs, looked through with the cure for each failure; writes nothing. */
import { doctorJson, doctorText } from '../../report/doctor.ts';
import { diagnose } from '../diagnosis.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';

/** A platform that does not answer is a finding: nobody waits for it as an apply would. */
const mostWaitMs = 5_000;

export async function runDoctor(session: Session): Promise<ExitCode> {
  const { settings } = session;
  const impatient = { ...settings, maxWaitMs: Math.min(settings.maxWaitMs, mostWaitMs) };
  const checks = await diagnose({ ...session, settings: impatient });
  session.result(settings.format === 'json' ? doctorJson(checks) : doctorText(checks, session.paintResult));
  return checks.some(({ status }) => status === 'failed') ? exitCode.failed : exitCode.done;
}
