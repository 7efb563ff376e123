/** `docform plan --out-dir`: writes everything that a pipeline shows about a plan, also if there is no plan. */

import { relative, resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { type ExitCode, exitCode, hasCode } from '../../core/docform-error.ts';
import type { Planned } from '../../library/plan.ts';
import { isReadInPart } from '../../plan/scope/readable-scope.ts';
import {
  codeQuality,
  githubAnnotations,
  planAnnotations,
  planCounts,
  planQuality,
} from '../../report/plan/annotations.ts';
import { reviewComment } from '../../report/plan/markdown.ts';
import { planText } from '../../report/plan/text.ts';
import { failureMarkdown, problemsMarkdown } from '../../report/problems.ts';
import { countsOf } from '../../report/wording/words.ts';
import { type Artifacts, type Facts, openArtifacts } from '../files/artifacts.ts';
import { rootOf } from '../files/repository.ts';
import {
  fenceLog,
  forgeOf,
  isPullRequest,
  maxSummaryBytes,
  refuseOtherTokens,
  secretNameSuffix,
  writeOutputs,
  writeSummary,
} from '../io/forge-run.ts';
import { originOf } from '../io/origin.ts';
import { conflictingFlags, ExitSignal, failureOf, type Session } from '../io/session.ts';
import { applyChild } from '../pipelines/apply-child.ts';
import { htmlReport } from '../planning/html-report.ts';
import { warnOfHidden } from '../planning/incomplete.ts';
import { requireWhole } from '../planning/plan-output.ts';
import { type PlanFlags, planExit, planFileText, planOrigin, sayBlocked, warnOfPart } from '../planning/plan-result.ts';
import { makePlan } from '../planning/planning.ts';
import { commitAt } from '../target/commit.ts';

export async function runPlanIntoDirectory(session: Session, directory: string, flags: PlanFlags): Promise<ExitCode> {
  if (flags.out !== undefined)
    throw conflictingFlags('--out', '--out-dir', 'the directory contains the plan as plan.json');
  if (session.settings.format !== 'text')
    throw conflictingFlags('--format', '--out-dir', 'the directory contains the plan in all formats');
  const artifacts = await openArtifacts(session, directory);
  const endFence = fenceLog(session);
  try {
    refuseOtherTokens(session, 'platform');
    return await planInto(session, artifacts, { ...flags, directory, endFence });
  } catch (error) {
    if (!hasCode(error, 'E-COMMENT-TOO-LONG')) await writeFailure(session, artifacts, error, endFence);
    throw error;
  }
}

type EndFence = ReturnType<typeof fenceLog>;

type Choices = PlanFlags & { readonly directory: string; readonly endFence: EndFence };

async function planInto(session: Session, artifacts: Artifacts, { directory, endFence, ...flags }: Choices) {
  const planning = await makePlan(session, false, {}, flags);
  const { planned, validation } = planning;
  const rehearsal = flags.rehearse
    ? await (await import('../planning/rehearsal.ts')).rehearse(session, planning)
    : undefined;
  const origin = await planOrigin(session, planning);
  const { plan, requests, digest, wasInterrupted } = planned;
  const facts = { requests, digest, ...withoutUndefined({ wasInterrupted }) };
  const options = { ...facts, origin };
  const comment = reviewComment(plan, options, rehearsal);
  const page = reviewComment(plan, options, rehearsal, maxSummaryBytes);
  await artifacts.write('plan.json', await planFileText(session, planned, origin, rehearsal));
  await artifacts.write('comment.md', comment.text);
  await artifacts.write('plan.md', page.text);
  await artifacts.write('plan.html', htmlReport(session, plan, { ...options, ...withoutUndefined({ rehearsal }) }));
  await artifacts.write('quality.json', planQuality(plan, validation.file));
  // GitLab cannot show that the counts are those of a part.
  if (plan.part === undefined) await artifacts.write('counts.json', planCounts(plan));
  const isRefused = rehearsal?.status === 'failed' || (!comment.isWhole && !isReadInPart(plan));
  const found = planExit(planned, true);
  const detailed = isRefused && found !== exitCode.failed ? exitCode.blocked : found;
  await publish(session, artifacts, { planned, directory, exit: detailed, name: flags.name });
  session.result(planText(plan, { ...facts, paint: session.paintResult, isVerbose: true }));
  if (rehearsal !== undefined)
    session.result((await import('../../report/parts/rehearsal.ts')).rehearsalText(rehearsal, session.paintResult));
  const commit = commitAt(session, planning.directory);
  writeSummary(session, `${page.text.trimEnd()}\n${commit === undefined ? '' : `\nPlanned commit: ${commit}\n`}`);
  sayBlocked(session, plan);
  warnOfPart(session, planned);
  warnOfHidden(session, planned);
  endFence(planAnnotations(plan));
  if (!isReadInPart(plan)) requireWhole(comment);
  return isToApply(detailed) ? exitCode.done : detailed;
}

/** Also if some changes are blocked: the others can be approved. */
function isToApply(exit: ExitCode) {
  return exit === exitCode.changes || exit === exitCode.leftOut;
}

interface Publication {
  readonly planned: Planned;
  readonly directory: string;
  readonly exit: ExitCode;
  readonly name: string | undefined;
}

/** The facts for later commands, and as variables of GitLab and outputs of GitHub. Only a plan that can be applied has a digest there. */
async function publish(session: Session, artifacts: Artifacts, { planned, directory, exit, name }: Publication) {
  const { settings, io } = session;
  const { plan, digest } = planned;
  const changes = isToApply(exit) ? String(plan.changes.length || 'ledger') : '0';
  const counts = countsOf(plan.changes);
  const commit = commitAt(session, settings.directory);
  const isApplicable = exit === exitCode.done || isToApply(exit);
  const outputs = {
    deletes: String(counts.delete + counts.replace),
    'high-risk': String(plan.impact.filter(({ severity }) => severity === 'high-risk').length),
    ...(isApplicable ? { digest, changes, ...withoutUndefined({ commit }) } : {}),
  };
  await artifacts.writeFacts({
    kind: 'plan',
    exit,
    digest,
    changes: plan.changes.length,
    ...withoutUndefined({ page: pageOf(session, directory) }),
  });
  const suffix = secretNameSuffix(name === 'docform' ? undefined : name, settings.environmentName);
  const variables = Object.entries(outputs).map(
    ([key, value]) => `DOCFORM_${key.replace('-', '_').toUpperCase()}${suffix}=${value}\n`,
  );
  await artifacts.write('facts.env', variables.join(''));
  if (isApplicable) await writeChild(session, artifacts, { name, isNeeded: changes !== '0' });
  writeOutputs(io.environment, outputs);
}

/** A merge request has no apply job. The name becomes part of YAML. */
async function writeChild(
  { io: { environment }, settings }: Session,
  artifacts: Artifacts,
  { name = 'docform', isNeeded }: { readonly name?: string | undefined; readonly isNeeded: boolean },
) {
  const { CI_PIPELINE_ID: pipeline = '' } = environment;
  if (forgeOf(environment) !== 'gitlab' || isPullRequest(environment)) return;
  if (!/^\d+$/.test(pipeline) || !/^[A-Za-z][\w-]*$/.test(name)) return;
  const child = { name, environment: settings.environmentName, pipeline, isNeeded };
  await artifacts.write('apply.yml', applyChild(child));
}

/** The page that shows the artifacts of this job. */
function pageOf({ io: { environment }, settings }: Session, directory: string): string | undefined {
  const { CI_JOB_URL: job } = environment;
  if (forgeOf(environment) !== 'gitlab' || !job) return undefined;
  const path = relative(rootOf(settings.directory), resolve(settings.directory, directory));
  return path.startsWith('..') ? undefined : `${job}/artifacts/browse/${path}/`;
}

async function writeFailure(session: Session, artifacts: Artifacts, error: unknown, endFence: EndFence) {
  const problems = error instanceof ExitSignal ? error.problems : [];
  const origin = originOf(session);
  const text =
    error instanceof ExitSignal ? problemsMarkdown(problems, origin) : failureMarkdown(failureOf(error), origin);
  await artifacts.write('comment.md', text);
  await artifacts.write('plan.md', text);
  await artifacts.write('quality.json', codeQuality(problems));
  const exit = error instanceof ExitSignal ? error.exit : failureOf(error).exit;
  await artifacts.writeFacts({ kind: 'plan', exit } satisfies Facts);
  writeSummary(session, text);
  endFence(githubAnnotations(problems));
}
