/** `docform validate`: reports all problems of the configuration. Works offline. */

import { exitCode } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { count } from '../../report/words.ts';
import { printProblems, readConfiguration } from '../configuration.ts';
import type { Run } from '../flags.ts';

export const runValidate: Run = async (session) => {
  const validation = await readConfiguration(session, { mayBeOpen: true });
  const { format } = session.settings;
  if (validation.desired === undefined || format === 'github' || format === 'codequality')
    return await printProblems(session, validation);
  const { organization, resources } = validation.desired;
  if (format === 'json') {
    const { problemsJson } = await import('../../report/problems.ts');
    session.result(problemsJson([]));
  } else {
    // Members that only appear in rosters are references and not managed.
    const managed = resources.filter(({ isExternal }) => isExternal !== true).length;
    session.result(
      `${validation.file} is valid: ${organization === anyOrganization ? 'any organization' : `organization ${organization}`}, ${count(managed, 'resource')}.\n`,
    );
  }
  return exitCode.done;
};
