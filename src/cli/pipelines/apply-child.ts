/** The child pipeline that a plan writes on GitLab: it has an apply job only if there is something to apply, so that other pipelines are not blocked. */
import { jobSuffix } from '../io/forge-run.ts';

interface ApplyChild {
  /** The name of the generated file and of its jobs. */
  readonly name: string;
  readonly environment: string | undefined;
  /** Id of the pipeline whose job made the plan. */
  readonly pipeline: string;
  readonly isNeeded: boolean;
}

/** The reviewed file defines the job, its environment and its manual start. A pipeline needs at least one job. */
export function applyChild({ name, environment, pipeline, isNeeded }: ApplyChild): string {
  if (!isNeeded)
    return `${name}-nothing-to-apply:\n  variables: { GIT_STRATEGY: none }\n  script: echo "Nothing to apply."\n`;
  const suffix = jobSuffix(environment);
  return `include: [{ local: .gitlab/${name}.yml }]
${name}-apply${suffix}:
  extends: .${name}-apply${suffix}
  needs: [{ pipeline: '${pipeline}', job: ${name}-plan${suffix} }]
`;
}
