/** Describes who applies, for whoever has to wait: user, machine, and the pipeline's run. */
import { hostname, userInfo } from 'node:os';
import type { Holder } from '../library/index.ts';

type Variables = { readonly [name: string]: string | undefined };

export function holderOf(variables: Variables): Holder {
  const run = runLink(variables);
  return { who: `${userName(variables)}@${hostname()}`, since: new Date().toISOString(), ...(run === undefined ? {} : { run }) };
}

/** Pipelines run as nobody in particular, but know who set them off. */
function userName(variables: Variables): string {
  return variables.GITHUB_ACTOR || variables.GITLAB_USER_LOGIN || variables.USER || systemUser();
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}

/** Link to the run in the pipelines that tell one: GitHub's and GitLab's, Jenkins and its like (BUILD_URL). */
export function runLink(variables: Variables): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = variables;
  if (server && repository && run) return `${server}/${repository}/actions/runs/${run}`;
  return variables.CI_JOB_URL || variables.BUILD_URL || undefined;
}
