/** Describes who runs docform and where: user, machine, commit, pipeline run and environment. */

import { hostname, userInfo } from 'node:os';
import { withoutUndefined } from '../../core/defined.ts';
import type { Holder } from '../../ledger/holder.ts';
import type { Origin } from '../../report/parts/origin.ts';
import { eventOf } from './forge-run.ts';
import type { Session } from './session.ts';

export function originOf({ io: { environment }, settings }: Pick<Session, 'io' | 'settings'>): Origin {
  const run = forgePage(environment, runLink(environment));
  const commit = namedCommit(environment) ?? commitIn([environment.GITHUB_SHA]);
  return withoutUndefined({ commit, run, environment: settings.environmentName });
}

/** The commit that a person pushed. For merged results, forges create a temporary commit. On a branch, GitHub names the pushed commit, but newer commits may be checked out. */
export function namedCommit(variables: Variables) {
  const { DOCFORM_COMMIT: own, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: source, CI_COMMIT_SHA: checkedOut } = variables;
  return commitIn([own, source, checkedOut, eventOf(variables).commit]);
}

function commitIn(texts: readonly (string | undefined)[]) {
  const commit = texts.find((text) => text !== undefined && text !== '');
  return commit !== undefined && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit) ? commit : undefined;
}

/** Returns the URL only if it is a page of the current forge and safe in Markdown. */
export function forgePage(variables: Session['io']['environment'], address: string | undefined) {
  const server = variables.GITHUB_SERVER_URL || variables.CI_SERVER_URL;
  if (server === undefined || address === undefined || !/^https:\/\/[\w./:%~+-]+(?:#artifacts)?$/.test(address))
    return undefined;
  if (!URL.canParse(server) || !URL.canParse(address)) return undefined;
  return new URL(address).origin === new URL(server).origin ? address : undefined;
}

type Variables = { readonly [name: string]: string | undefined };

export function holderOf(variables: Variables): Holder {
  const run = runLink(variables);
  return {
    who: `${userName(variables)}@${hostname()}`,
    since: new Date().toISOString(),
    ...withoutUndefined({ run }),
  };
}

/** A pipeline runs as a service user, but knows who started the run. */
function userName(variables: Variables) {
  return variables.GITHUB_ACTOR || variables.GITLAB_USER_LOGIN || variables.USER || systemUser();
}

function systemUser() {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

function runLink(variables: Variables) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = variables;
  if (server && repository && run) return `${server}/${repository}/actions/runs/${run}`;
  return variables.CI_JOB_URL || variables.BUILD_URL || undefined;
}
