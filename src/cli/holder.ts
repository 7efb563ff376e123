/** Describes the holder of the state lock: user, machine and pipeline run. */

import { hostname, userInfo } from 'node:os';
import { defined } from '../core/defined.ts';
import type { Holder } from '../ledger/holder.ts';

type Variables = { readonly [name: string]: string | undefined };

export function holderOf(variables: Variables): Holder {
  const run = runLink(variables);
  return {
    who: `${userName(variables)}@${hostname()}`,
    since: new Date().toISOString(),
    ...defined({ run }),
  };
}

/** A pipeline runs as a service user, but knows who started the run. */
function userName(variables: Variables): string {
  return variables.GITHUB_ACTOR || variables.GITLAB_USER_LOGIN || variables.USER || systemUser();
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

export function runLink(variables: Variables): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = variables;
  if (server && repository && run) return `${server}/${repository}/actions/runs/${run}`;
  return variables.CI_JOB_URL || variables.BUILD_URL || undefined;
}
