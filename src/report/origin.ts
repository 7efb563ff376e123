/** Says in a pipeline's comment which commit, run and target it is about. */
import { inlineCode } from './sanitize.ts';

export interface Origin {
  /** Its whole hash. */
  readonly commit?: string;
  /** Page of the run; whoever hands it over has made sure that it leads there, and that nothing in it ends a link. */
  readonly run?: string;
  readonly environment?: string;
  /** Of the platform. */
  readonly host?: string;
}

/** One line of Markdown; nothing where nothing is known. */
export function originMarkdown({ commit, run, environment, host }: Origin): string {
  return [
    ...(commit === undefined ? [] : [`commit ${inlineCode(commit)}`]),
    ...(environment === undefined ? [] : [`environment ${inlineCode(environment)}`]),
    ...(host === undefined ? [] : [`on ${inlineCode(host)}`]),
    ...(run === undefined ? [] : [`[the run](${run})`]),
  ].join(' · ');
}
