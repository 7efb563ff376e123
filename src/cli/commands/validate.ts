/** `docform validate`: every problem of the configuration in one run; contacts nothing. */
import { anyOrganization } from '../../core/state.ts';
import { count } from '../../report/words.ts';
import { readConfiguration, tellProblems } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';

export async function runValidate(session: Session): Promise<ExitCode> {
  const validation = await readConfiguration(session, { mayBeOpen: true });
  const { format } = session.settings;
  if (validation.desired === undefined || format === 'github' || format === 'codequality')
    return await tellProblems(session, validation);
  const { organization, resources } = validation.desired;
  if (format === 'json') {
    const { problemsJson } = await import('../../report/problems.ts');
    session.result(problemsJson([]));
  } else {
    // People whom a roster names are looked up, not managed.
    const managed = resources.filter(({ isExternal }) => isExternal !== true).length;
    session.result(
      `${validation.file} is valid: ${organization === anyOrganization ? 'any organization' : `organization ${organization}`}, ${count(managed, 'resource')}.\n`,
    );
  }
  return exitCode.done;
}
