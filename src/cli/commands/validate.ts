/** `docform validate`: reports all problems of the configuration. Works offline. */

import { exitCode } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { count } from '../../report/words.ts';
import { printProblems, readConfiguration } from '../configuration.ts';
import type { Run } from '../session.ts';

export const runValidate: Run = async (session) => {
  const validation = await readConfiguration(session, { mayBeOpen: true });
  const { desired, file } = validation;
  if (desired === undefined || session.settings.format !== 'text') return await printProblems(session, validation);
  const organization =
    desired.organization === anyOrganization ? 'any organization' : `organization ${desired.organization}`;
  // Members that only appear in rosters are references and not managed.
  const managed = desired.resources.filter(({ isExternal }) => isExternal !== true).length;
  session.result(`${file} is valid: ${organization}, ${count(managed, 'resource')}.\n`);
  return exitCode.done;
};
