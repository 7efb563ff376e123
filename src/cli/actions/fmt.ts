/** `docform fmt`: formats the files of a configuration, or lists files that are not formatted. Works offline. */

import { exitCode } from '../../core/docform-error.ts';
import { unifiedDiff } from '../../edit/text-diff.ts';
import { type FormattedFile, format } from '../../library/format.ts';
import { failureText } from '../../report/failure.ts';
import { formatJson, formatList } from '../../report/format.ts';
import { problemsText } from '../../report/problems.ts';
import { count } from '../../report/wording/words.ts';
import {
  configurationOptions,
  printProblems,
  readConfiguration,
  requireConfiguration,
  viewOf,
} from '../files/configuration.ts';
import { writeConfigurationFiles } from '../files/write-configuration.ts';
import type { Run, Session } from '../io/session.ts';
import { failIncomplete } from '../planning/incomplete.ts';

export const runFmt: Run<{ readonly check?: boolean }> = async (session, paths, { check: isCheck = false }) => {
  await requireConfiguration(session);
  const found = await format({
    ...configurationOptions(session),
    mayBeOpen: true,
    ...(paths.length === 0 ? {} : { paths }),
  });
  // `readConfiguration` reports why there are no files.
  if (found === undefined || found.files.length === 0)
    return await printProblems(session, await readConfiguration(session, { mayBeOpen: true }));
  const { files, main, secrets } = found;
  for (const secret of secrets) session.keepSecret(secret);
  const changed = files.filter(({ before, after }) => before !== after);
  if (!isCheck)
    await writeConfigurationFiles({
      directory: session.settings.directory,
      main,
      before: new Map(changed.map(({ path, before }) => [path, before])),
      after: new Map(changed.map(({ path, after }) => [path, after])),
    });
  const diffOf = ({ path, before, after }: FormattedFile) =>
    unifiedDiff(new Map([[path, before]]), new Map([[path, after]]));
  const { format: form, isVerbose } = session.settings;
  if (form === 'json') session.result(formatJson(files, { isCheck, diffOf }));
  else session.result(isVerbose ? changed.map(diffOf).join('') : formatList(changed));
  printRefused(session, files);
  const refused = files.filter((file) => file.refused !== undefined).length;
  const rest = files.length - changed.length - refused;
  session.say(
    `${count(changed.length, 'file')} ${isCheck ? 'not formatted' : 'formatted'}, ${rest} unchanged${refused > 0 ? `, ${refused} skipped` : ''}.\n`,
  );
  if (refused > 0) return exitCode.usage;
  if (!isCheck || changed.length === 0) return exitCode.done;
  const message = `${count(changed.length, 'file is', 'files are')} not formatted`;
  return failIncomplete(session, 'E-NOT-FORMATTED', message, 'run `docform fmt`; -v shows the changes');
};

function printRefused(session: Session, files: readonly FormattedFile[]) {
  for (const { path, before, refused, problems } of files) {
    if (problems.length > 0)
      session.warn(problemsText(problems, new Map([[path, before]]), session.paintMessage, viewOf(session)));
    if (refused === undefined) continue;
    session.warn(failureText({ code: 'E-FMT', message: `cannot format ${path}: ${refused}` }, session.paintMessage));
  }
}
