/** `docform show`: tells a saved plan as `docform plan` told it; contacts nothing. */
import { planMarkdown } from '../../report/markdown.ts';
import { rehearsalMarkdown, rehearsalText } from '../../report/rehearsal.ts';
import { planText } from '../../report/text.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readPlanFile } from '../plan-file.ts';
import type { Session } from '../session.ts';

export async function runShow(session: Session, file: string): Promise<ExitCode> {
  const { plan, rehearsal, json } = await readPlanFile(session, file);
  const { requests, digest } = plan;
  const { format, isVerbose } = session.settings;
  if (format === 'json') session.result(json);
  else if (format === 'markdown')
    session.result(planMarkdown(plan, { requests, digest }) + (rehearsal ? rehearsalMarkdown(rehearsal) : ''));
  else {
    const shown = planText(plan, { requests, digest, paint: session.paintResult, isVerbose });
    session.result(rehearsal === undefined ? shown : `${shown}\n${rehearsalText(rehearsal, session.paintResult)}`);
  }
  return exitCode.done;
}
