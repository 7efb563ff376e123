/** The commit, run and target of a plan, for comments of pipelines. */

import { inlineCode } from './sanitize.ts';
import { present } from './texts.ts';

export interface Origin {
  readonly commit?: string;
  /** URL of the run. The caller has validated the URL. */
  readonly run?: string;
  readonly environment?: string;
  readonly host?: string;
}

export function originMarkdown({ commit, run, environment, host }: Origin): string {
  return present(
    commit !== undefined && `commit ${inlineCode(commit)}`,
    environment !== undefined && `environment ${inlineCode(environment)}`,
    host !== undefined && `API host: ${inlineCode(host)}`,
    run !== undefined && `[the run](${run})`,
  ).join(' · ');
}
