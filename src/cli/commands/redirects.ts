/** `docform redirects`: prints a redirect map for the published URLs that a plan changes or removes. */

import { exitCode } from '../../core/docform-error.ts';
import type { Redirect } from '../../core/impact.ts';
import {
  hostsOf,
  redirectsCsv,
  redirectsFile,
  redirectsJson,
  redirectsNginx,
  redirectsText,
} from '../../report/redirects.ts';
import { type blockedLine, isReadInPart } from '../../report/wording/words.ts';
import { type CommandFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { warnOfHidden } from '../planning/incomplete.ts';
import { sayBlocked } from '../planning/plan-result.ts';
import { makePlan } from '../planning/planning.ts';
import { readPlanFile, readPlanText } from '../planning/read-plan-file.ts';

/** `file`: a saved plan, or `-` for stdin; missing: plan now. */
export const runRedirects: Run<CommandFlags<'host'>> = async (session, [file], { host }) => {
  if (file === '-')
    return print(session, (await readPlanText(await session.io.stdin.readAll(), 'standard input')).plan, host);
  if (file !== undefined) return print(session, (await readPlanFile(session, file)).plan, host);
  const planning = await makePlan(session);
  const exit = print(session, planning.planned.plan, host);
  warnOfHidden(session, planning.planned);
  return isReadInPart(planning.planned.plan) ? exitCode.failed : exit;
};

function print(session: Session, plan: Parameters<typeof blockedLine>[0], host: string | undefined) {
  const { redirects } = plan;
  if (redirects === undefined) {
    throw usageFailure(
      'the plan was made by a version of docform that does not support redirects',
      'write a new plan with `docform plan --out FILE`',
      'E-PLAN-VERSION',
    );
  }
  const hosts = hostsOf(redirects);
  if (host !== undefined && !hosts.includes(host.toLowerCase()))
    throw usageFailure(
      `the plan does not change or remove URLs of ${host}`,
      hosts.length === 0 ? undefined : `hosts with changes: ${hosts.join(', ')}`,
    );
  const shown =
    host === undefined ? redirects : redirects.filter((each) => hostsOf([each]).includes(host.toLowerCase()));
  if (session.settings.format === '_redirects' && hostsOf(shown).length > 1)
    throw usageFailure('a _redirects file covers only one host', `choose a host with --host: ${hosts.join(', ')}`);
  session.result(textIn(session, shown));
  sayBlocked(session, plan);
  return exitCode.done;
}

function textIn({ settings }: Session, redirects: readonly Redirect[]) {
  switch (settings.format) {
    case 'json':
      return redirectsJson(redirects);
    case 'csv':
      return redirectsCsv(redirects);
    case '_redirects':
      return redirectsFile(redirects);
    case 'nginx':
      return redirectsNginx(redirects);
    default:
      return redirectsText(redirects);
  }
}
