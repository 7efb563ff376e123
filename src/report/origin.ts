/** The commit, run and target of a plan, for comments of pipelines. */
import { inlineCode } from './sanitize.ts';

export interface Origin {
  /** Full hash. */
  readonly commit?: string;
  /** URL of the run, which the caller has validated for use in a link. */
  readonly run?: string;
  readonly environment?: string;
  readonly host?: string;
}

export function originMarkdown({ commit, run, environment, host }: Origin): string {
  return [
    ...(commit === undefined ? [] : [`commit ${inlineCode(commit)}`]),
    ...(environment === undefined ? [] : [`environment ${inlineCode(environment)}`]),
    ...(host === undefined ? [] : [`API host: ${inlineCode(host)}`]),
    ...(run === undefined ? [] : [`[the run](${run})`]),
  ].join(' · ');
}
