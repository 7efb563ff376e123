/** The pipeline run that docform is part of: its service and event, the names of its tokens, and the outputs, summary and log of GitHub's runner. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { count } from '../../core/count.ts';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import { readPlainFile } from '../../disk/plain-file.ts';
import { failureText } from '../../report/failure.ts';
import { fencedBlock } from '../../report/wording/sanitize.ts';
import { plain } from '../../report/wording/words.ts';
import { ExitSignal, failureOf, type Session } from './session.ts';

type Variables = { readonly [name: string]: string | undefined };

/** undefined: not a pipeline that docform knows. */
export function forgeOf(variables: Variables): 'github' | 'gitlab' | undefined {
  if (variables.GITHUB_ACTIONS) return 'github';
  return variables.GITLAB_CI ? 'gitlab' : undefined;
}

export function isPullRequest(variables: Variables) {
  return /^refs\/pull\/\d+\//.test(variables.GITHUB_REF ?? '') || Boolean(variables.CI_MERGE_REQUEST_IID);
}

const maxEventBytes = 32 * 1024 * 1024;

/** The title and the head commit that GitHub's event names. A pull request is checked out as a merge commit, which has no title. */
export function eventOf(variables: Variables): { readonly title?: string; readonly commit?: string } {
  if (!variables.GITHUB_ACTIONS || !variables.GITHUB_EVENT_PATH) return {};
  const read = readPlainFile(variables.GITHUB_EVENT_PATH, maxEventBytes);
  if (!('text' in read)) return {};
  const event = jsonObjectOrEmpty(parsed(read.text));
  const request = jsonObjectOrEmpty(event.pull_request);
  const title = request.title ?? jsonObjectOrEmpty(event.head_commit).message;
  const commit = jsonObjectOrEmpty(request.head).sha;
  return { ...(typeof title === 'string' ? { title } : {}), ...(typeof commit === 'string' ? { commit } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names of secrets allow fewer characters than names of environments: `_STAGING`, or an empty text. */
export function secretNameSuffix(...parts: readonly (string | undefined)[]) {
  return parts.map((part) => (part ? `_${part.replace(/\W/g, '_').toUpperCase()}` : '')).join('');
}

/** The end of the names of jobs, which cannot contain dots: `-staging`, or an empty text. */
export function jobSuffix(environment: string | undefined) {
  return environment === undefined ? '' : `-${environment.replace(/[^\w-]/g, '-')}`;
}

const platformToken = /^DOCFORM_(?:(?:READ|APPLY)_)?TOKEN(?:_\w+)?$/;
const forgeTokens = ['GITHUB_TOKEN', 'GITLAB_TOKEN'];

/** Ends the command if its process can read a token that it does not need, because code of a package could send the token elsewhere. `wanted`: the token that the command uses. */
export function refuseOtherTokens({ io: { environment } }: Session, wanted: 'platform' | 'forge' | 'none') {
  const isUnwanted = (name: string) => {
    if (forgeTokens.includes(name)) return wanted !== 'forge';
    // A pipeline passes a variable such as DOCFORM_READ_TOKEN as DOCFORM_TOKEN.
    const isOwn = wanted === 'platform' && environment[name]?.trim() === environment.DOCFORM_TOKEN?.trim();
    return platformToken.test(name) && !isOwn;
  };
  const found = Object.keys(environment).filter((name) => environment[name]?.trim() && isUnwanted(name));
  if (found.length === 0) return;
  const hint =
    forgeOf(environment) === 'gitlab'
      ? 'limit each variable to its environment in the settings of the project: docs/guides/pull-requests.md lists them'
      : 'set each token in the `env` of the step that needs it';
  throw new DocformError({
    exit: exitCode.denied,
    code: 'E-TOKENS',
    hint,
    message: `this command must not get ${count(found.length, 'token')}: ${found.sort().join(', ')}`,
  });
}

/** For later steps and jobs on GitHub. Values are numbers, commits and digests. */
export function writeOutputs(variables: Variables, outputs: { readonly [name: string]: string }) {
  append(
    variables.GITHUB_OUTPUT,
    Object.entries(outputs)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}

/** GitHub accepts 1 MiB of summary from a step. */
export const maxSummaryBytes = 1_000_000;

export function writeSummary({ io: { environment }, mask }: Session, text: string) {
  append(environment.GITHUB_STEP_SUMMARY, mask(text));
}

/** For reviewers who do not open the log. */
export function writeFailureSummary(session: Session, title: string, error: unknown) {
  const reason = error instanceof ExitSignal ? 'See the log of this step.' : failureText(failureOf(error), plain);
  writeSummary(session, summaryText(title, reason));
}

/** `text`: of the log. */
export function summaryText(title: string, text: string) {
  return `### ${title}\n\n${fencedBlock(text.trimEnd().split('\n'), 'text').join('\n')}\n`;
}

function append(file: string | undefined, text: string) {
  if (file) appendFileSync(file, text);
}

/** GitHub runs commands such as `##[set-output name=code]0` in texts that docform prints. docform escapes them; until the returned function is called, the runner ignores them too. The annotations that the function gets follow after that. */
export function fenceLog(session: Session) {
  if (forgeOf(session.io.environment) !== 'github') return () => undefined;
  const end = randomUUID();
  session.command(`::stop-commands::${end}\n`);
  return (annotations = '') => session.command(`::${end}::\n${annotations}`);
}
