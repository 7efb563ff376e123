/** `docform validate`: reports all problems of the configuration, of one environment or of several. Works offline. */

import { dayOf, hasEnded } from '../../core/day.ts';
import { exitCode } from '../../core/docform-error.ts';
import type { Problem } from '../../core/problem.ts';
import { anyOrganization, type Desired } from '../../core/state.ts';
import { codeQuality, githubAnnotations } from '../../report/plan/annotations.ts';
import { placeText } from '../../report/wording/place-words.ts';
import { count } from '../../report/wording/words.ts';
import { openArtifacts } from '../files/artifacts.ts';
import { printProblems, readConfiguration } from '../files/configuration.ts';
import { fenceLog, refuseOtherTokens } from '../io/forge-run.ts';
import { type CommandFlags, conflictingFlags, type Run, type Session, usageFailure } from '../io/session.ts';

export const runValidate: Run<CommandFlags<'outDir'>> = async (session, environments, { outDir }) => {
  const { environmentName, format } = session.settings;
  if (environments.length > 0 && environmentName !== undefined)
    throw usageFailure('--env cannot be combined with environments as arguments', 'list all of them as arguments');
  if (environments.length > 1 && format !== 'text')
    throw usageFailure(`--format ${format} supports one environment`, 'run the command once for each environment');
  if (outDir !== undefined) return await validateIntoDirectory(session, environments, outDir);
  let isValid = true;
  for (const each of environments.length === 0 ? [environmentName] : environments)
    if ((await validateOne(withEnvironment(session, each))).exit !== exitCode.done) isValid = false;
  return isValid ? exitCode.done : exitCode.usage;
};

function withEnvironment(session: Session, environmentName: string | undefined): Session {
  if (environmentName === undefined) return session;
  return { ...session, settings: { ...session.settings, environmentName } };
}

async function validateOne(session: Session) {
  const validation = await readConfiguration(session, { mayBeOpen: true });
  const { desired, file, sources } = validation;
  const problems = [...validation.problems, ...(validation.unmet ?? [])];
  if (desired === undefined || problems.length > 0 || session.settings.format !== 'text')
    return { exit: await printProblems(session, { problems, sources }), problems };
  const organization =
    desired.organization === anyOrganization ? 'any organization' : `organization ${desired.organization}`;
  // Members that only appear in rosters are references and not managed.
  const managed = desired.resources.filter(({ isExternal }) => isExternal !== true).length;
  const { environmentName } = session.settings;
  const where = environmentName === undefined ? '' : ` in ${environmentName}`;
  warnEndedRules(session, desired.policy);
  session.result(`${file} is valid${where}: ${organization}, ${count(managed, 'resource')}.\n`);
  return { exit: exitCode.done, problems };
}

/** Not an error, because a pipeline must not fail on a day when nobody changed anything. */
function warnEndedRules(session: Session, { allow = [] }: Desired['policy']) {
  const today = dayOf(Date.now());
  for (const rule of allow.filter((each) => hasEnded(each, today)))
    session.warn(
      `warning: ${placeText(rule.span)}: this rule of \`policy.allow\` ended on ${rule.until} and allows nothing: remove it\n`,
    );
}

/** The same problem in several environments is reported once. */
async function validateIntoDirectory(session: Session, environments: readonly string[], outDir: string) {
  if (session.settings.format !== 'text')
    throw conflictingFlags('--format', '--out-dir', 'the directory contains the problems as quality.json');
  const artifacts = await openArtifacts(session, outDir);
  refuseOtherTokens(session, 'none');
  const endFence = fenceLog(session);
  const found = new Map<string, Problem>();
  for (const each of environments.length === 0 ? [session.settings.environmentName] : environments) {
    const { problems } = await validateOne(withEnvironment(session, each));
    for (const problem of problems) found.set(JSON.stringify([problem.code, problem.message, problem.span]), problem);
  }
  const problems = [...found.values()];
  await artifacts.write('quality.json', codeQuality(problems));
  const exit = problems.length === 0 ? exitCode.done : exitCode.usage;
  await artifacts.writeFacts({ kind: 'validate', exit, changes: problems.length });
  endFence(githubAnnotations(problems));
  return exit;
}
