/** `docform show`: tells a saved plan as `docform plan` told it; contacts nothing. */
import { planMarkdown } from '../../report/markdown.ts';
import { rehearsalMarkdown, rehearsalText } from '../../report/rehearsal.ts';
import { planText } from '../../report/text.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readPlanFile } from '../plan-file.ts';
import type { Session } from '../session.ts';

export async function runShow(session: Session, file: string): Promise<ExitCode> {
  const { plan, digest, rehearsal, json } = await readPlanFile(session, file);
  const told = { requests: plan.requests, ...(digest === undefined ? {} : { digest }) };
  const { format, isVerbose } = session.settings;
  if (format === 'json') session.result(json);
  else if (format === 'markdown') session.result(planMarkdown(plan, told) + (rehearsal ? rehearsalMarkdown(rehearsal) : ''));
  else {
    const shown = planText(plan, { ...told, paint: session.paintResult, isVerbose });
    session.result(rehearsal === undefined ? shown : `${shown}\n${rehearsalText(rehearsal, session.paintResult)}`);
  }
  return exitCode.done;
}
