/** `docform undo`: puts the undo of an apply into the files of the configuration; asks the platform nothing, and sends nothing. */

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { DocformError } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { type UndoneReport, undoneJson, undoneText } from '../../report/edits.ts';
import { oneLine } from '../../report/sanitize.ts';
import { configurationOptions, readConfiguration, tellProblems } from '../configuration.ts';
import { writeConfigurationFiles } from '../configuration-files.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { undoPath, unfinishedPath } from '../keeping-undo.ts';
import { readNamedFile } from '../named-file.ts';
import type { Session } from '../session.ts';

/** `given`: the file; else the one that apply keeps. `isDryRun`: only tells what it would do. */
export async function runUndo(session: Session, given: string | undefined, isDryRun: boolean): Promise<ExitCode> {
  const here = await readConfiguration(session, { mayBeOpen: true });
  const main = resolve(session.settings.directory, here.file);
  const path = given === undefined ? undoPath(session, placeOf(session, main)) : resolve(session.settings.directory, given);
  const name = given ?? (relative(session.settings.directory, path) || path);
  if (given === undefined && existsSync(unfinishedPath(path))) throw cutOff(relative(session.settings.directory, unfinishedPath(path)));
  const patch = await readPatch(session, path, name);
  warnOfOther(session, patch.facts.organization, here.desired?.organization);
  const { rooted, undone } = await import('../../library/index.ts');
  const { options, validation } = await rooted({ options: { ...configurationOptions(session), mayBeOpen: true }, validation: here });
  const result = await undone(patch, options, validation);
  if ('validation' in result) return await tellProblems(session, result.validation);
  if (!('texts' in result)) throw misfit(result, name);
  const { texts, isDoneAlready } = result;
  if (isDoneAlready && patch.files.length > 0) session.say('The configuration is as this undo makes it already.\n');
  if (!isDryRun)
    await writeConfigurationFiles({ directory: options.directory, main: options.file, before: validation.sources, after: texts });
  const report: UndoneReport = {
    ...{ applied: patch.facts, lost: patch.lost, isDryRun },
    ...{ files: [...texts.keys()], diff: texts.size === 0 ? '' : patch.diff },
  };
  session.result(session.settings.format === 'json' ? undoneJson(report) : undoneText(report));
  return exitCode.done;
}

/** One YAML may serve several organizations: what one of them had is then asked of all. */
function warnOfOther({ settings, warn }: Session, its: string, ours: string | undefined): void {
  if (ours === undefined || ours === anyOrganization || ours === its || settings.apiUrl?.startsWith('local') === true) return;
  warn(`This is the undo of an apply to organization ${oneLine(its)}, and here the configuration is that of ${oneLine(ours)}\n`);
}

function placeOf({ settings }: Session, main: string) {
  const { apiUrl, directory } = settings;
  const data = apiUrl?.startsWith('local:') ? apiUrl.slice('local:'.length) : '';
  return { directory: resolve(main, '..'), ...(data === '' ? {} : { data: resolve(directory, data) }) };
}

async function readPatch(session: Session, path: string, name: string) {
  const { parseUndoPatch } = await import('../../library/index.ts');
  const patch = parseUndoPatch(textOf(path, name));
  if (patch === undefined) throw fileFailure(`${name} is no undo that docform kept`, 'name the file that an apply kept');
  const { environmentName } = session.settings;
  const { environment } = patch.facts;
  if (environment === environmentName) return patch;
  const [its, ours] = [environment, environmentName].map((each) => (each === undefined ? 'no environment' : `--env ${each}`));
  throw fileFailure(`${name} is of an apply with ${its}, and this is ${ours}`, 'say the same as that apply did');
}

function textOf(path: string, name: string): string {
  const read = readNamedFile(path, 'undo');
  if ('text' in read) return read.text;
  throw fileFailure(
    read.isMissing ? `there is no ${name}` : `${name} cannot be read (${read.why})`,
    'an apply that does something keeps one, unless it is told --no-undo or works on a platform that is not kept',
  );
}

function fileFailure(message: string, hint: string): DocformError {
  return usageFailure(message, hint, 'E-UNDO-FILE');
}

/** What it had done nobody has written down, and the file of the apply before it is not what is meant. */
function cutOff(name: string): DocformError {
  return fileFailure(
    `the last apply was cut off, or is under way: ${name} takes back all that it had planned`,
    `docform undo ${name} does that; or let docform apply finish it`,
  );
}

function misfit(result: { readonly changed: readonly string[] } | { readonly foreign: readonly string[] }, name: string): DocformError {
  if ('foreign' in result)
    return fileFailure(
      `${name} changes what is no part of this configuration: ${result.foreign.join(', ')}`,
      'name the configuration with -c',
    );
  return usageFailure(
    `${result.changed.join(', ')}: not as when that was applied; no file was written`,
    `\`git apply -3 ${name}\` merges it into what the files are now, where the state from then is committed`,
    'E-UNDO-CHANGED',
  );
}
