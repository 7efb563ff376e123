/** Commit, run and environment of a pipeline, for reports. */
import { defined } from '../core/defined.ts';
import type { Origin } from '../report/origin.ts';
import { runLink } from './holder.ts';
import type { Session } from './session.ts';

export function originOf({ io: { environment }, settings }: Pick<Session, 'io' | 'settings'>): Origin {
  // For merged results, GitLab creates a temporary commit. Reports show the commit of the branch.
  const named = ['DOCFORM_COMMIT', 'CI_MERGE_REQUEST_SOURCE_BRANCH_SHA', 'CI_COMMIT_SHA', 'GITHUB_SHA'].map(
    (name) => environment[name],
  );
  const commit = named.find((value) => value !== undefined && value !== '');
  const run = forgePage(environment, runLink(environment));
  return {
    ...(commit === undefined || !/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit) ? {} : { commit }),
    ...defined({ run, environment: settings.environmentName }),
  };
}

/** Returns the URL only if it is a page of the current forge and safe in Markdown. */
export function forgePage(variables: Session['io']['environment'], address: string | undefined): string | undefined {
  const server = variables.GITHUB_SERVER_URL || variables.CI_SERVER_URL;
  if (server === undefined || address === undefined || !/^https:\/\/[\w./:%~+-]+$/.test(address)) return undefined;
  if (!URL.canParse(server) || !URL.canParse(address)) return undefined;
  return new URL(address).origin === new URL(server).origin ? address : undefined;
}
