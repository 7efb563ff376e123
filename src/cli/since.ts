/** The configuration as it was at a commit, for plans of what it changes since. */
import { relative } from 'node:path';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import type { Since } from '../library/index.ts';
import { count } from '../report/words.ts';
import { configurationOptions, type Loaded } from './configuration.ts';
import { openRevision } from './revision.ts';
import type { Session } from './session.ts';

/** Read with the variables, environment and flags of today. Throws DocformError: E-GIT, or E-SINCE where there was none that could be compared. */
export async function configurationSince(session: Session, { file, desired }: Loaded, since: string): Promise<Since> {
  const { directory } = session.settings;
  const mainFile = relative(directory, file);
  const revision = openRevision({ environment: session.io.environment, directory, mainFile, revision: since });
  const former = revision.has(mainFile) ? mainFile : revision.formerPath(mainFile);
  if (former === undefined)
    throw sinceFailure(
      `there was no ${mainFile} at ${since}`,
      'name a revision that has it, or plan without --since: all of it is new since then',
    );
  const { validate } = await import('../library/configuration.ts');
  const before = await validate({ ...configurationOptions(session), file: former, files: revision.files, mayBeOpen: true });
  for (const secret of before?.secrets ?? []) session.keepSecret(secret);
  const [problem] = before?.problems ?? [];
  if (before?.desired === undefined)
    throw sinceFailure(
      `the configuration at ${since} has ${count(before?.problems.length ?? 0, 'problem')}${
        problem === undefined ? '' : `: ${problem.code} at ${problem.span.file}:${problem.span.line}: ${problem.message}`
      }`,
      'name a revision at which it is valid with the variables of today, or plan without --since',
    );
  const { organization } = before.desired;
  if (organization !== desired.organization)
    throw sinceFailure(
      `at ${since} the configuration is for the organization "${organization}", and now it is for "${desired.organization}"`,
      'plan without --since: all of it changes',
    );
  return { before: before.desired, since, commit: revision.commit };
}

function sinceFailure(message: string, hint: string): DocformError {
  return new DocformError({ exit: exitCode.usage, code: 'E-SINCE', message, hint });
}
