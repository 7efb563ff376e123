/** `docform show`: tells a saved plan as `docform plan` told it; contacts nothing. */

import { reviewComment } from '../../report/markdown.ts';
import { rehearsalText } from '../../report/rehearsal.ts';
import { planText } from '../../report/text.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { forgeText } from '../forge-formats.ts';
import { widthOf } from '../io.ts';
import { originOf } from '../origin.ts';
import { readPlanFile } from '../plan-file.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';
import { requireWhole } from '../whole-comment.ts';

export async function runShow(session: Session, file: string, maxBytes?: string): Promise<ExitCode> {
  const mostBytes = maxBytes === undefined ? undefined : wholeNumber('--max-bytes', maxBytes, 8_000, 1_048_576);
  const { plan, digest, rehearsal, json } = await readPlanFile(session, file);
  const told = { requests: plan.requests, ...(digest === undefined ? {} : { digest }) };
  const { format, isVerbose } = session.settings;
  const forge = await forgeText(session, plan);
  if (forge !== undefined) session.result(forge);
  else if (format === 'json') session.result(json);
  else if (format === 'markdown') {
    const comment = reviewComment(plan, { ...told, origin: { ...originOf(session), host: plan.host } }, rehearsal, mostBytes);
    session.result(comment.text);
    requireWhole(comment);
  } else if (format === 'html') {
    const { htmlReport } = await import('../html-report.ts');
    const options = { ...told, origin: { ...originOf(session), host: plan.host }, ...(rehearsal === undefined ? {} : { rehearsal }) };
    session.result(htmlReport(session, plan, options));
  } else {
    const shown = planText(plan, { ...told, paint: session.paintResult, isVerbose, ...widthOf(session.io.stdout) });
    session.result(rehearsal === undefined ? shown : `${shown}\n${rehearsalText(rehearsal, session.paintResult)}`);
  }
  return exitCode.done;
}
