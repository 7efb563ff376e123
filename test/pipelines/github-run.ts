/** Runs the generated GitHub workflows job by job on a test machine with a fake forge. */
import { type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { type ForgeFake, forgeToken, startForge } from '../forge/forge-fake.ts';
import { type Repository, startRepository } from './repository.ts';
import type { Variables } from './shell.ts';
import { type Context, type JobRun, runJob, type Workflow, workflowOf } from './workflow.ts';

export function githubWorkflows(
  flags: PipelineFlags = {},
  environments: readonly string[] = [],
): { readonly [what: string]: Workflow } {
  const files = pipelinesOf('github', flags, { environments });
  return Object.fromEntries(files.map(({ path, text }) => [/-(\w+)\.yml$/.exec(path)?.[1] ?? path, workflowOf(text)]));
}

/** `home` is the directory of the configuration, with a trailing slash. `workflows` replaces the workflows generated for the root. */
export async function startGithub(
  configuration: string,
  flags: PipelineFlags = {},
  {
    home = '',
    workflows = githubWorkflows(flags),
  }: { readonly home?: string; readonly workflows?: ReturnType<typeof githubWorkflows> } = {},
) {
  const [repository, forge] = await Promise.all([startRepository(configuration, home), startForge('github')]);
  const { platform, machine } = repository;
  const context: Context = {
    'github.token': forgeToken,
    'test.artifact': 'https://github.test/acme/docs/actions/runs/41/artifacts/7',
    'github.ref': 'refs/heads/main',
    'github.repository': 'acme/docs',
    'github.actor': 'ana',
    'github.event.pull_request.head.repo.full_name': 'acme/docs',
    'vars.DOCFORM_API_URL': platform.url,
    'vars.DOCFORM_ORG': platform.organization,
    'secrets.DOCFORM_READ_TOKEN': platform.token,
    'secrets.DOCFORM_APPLY_TOKEN': platform.token,
  };
  const variables: Variables = {
    ...{
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_SERVER_URL: 'https://github.test',
    },
    ...{ GITHUB_REF: 'refs/pull/5/merge', GITHUB_RUN_ID: '41', GITHUB_RUN_ATTEMPT: '1' },
  };
  const job = (
    what: string,
    id: string,
    more: Context = {},
    afterCheckout: () => unknown = () => undefined,
  ): Promise<JobRun> =>
    runJob(workflows[what] as Workflow, id, {
      ...{ machine, variables, context: { ...context, ...more } },
      checkout: async (directory, depth) => {
        await repository.checkout(directory, more['test.branch'], depth);
        await afterCheckout();
      },
    });
  return {
    ...{ repository, forge, job },
    /** A push to main: the plan, and the apply of the approved plan. `meanwhile` runs between plan and apply, `during` runs during the apply. */
    push: async (meanwhile: () => unknown = () => undefined, during: () => unknown = () => undefined) => {
      const planned = await job('apply', 'plan');
      if (planned.result !== 'success') return { planned };
      await meanwhile();
      const needs = Object.entries(planned.outputs).map(([name, value]) => [`needs.plan.outputs.${name}`, value]);
      return { planned, applied: await job('apply', 'apply', Object.fromEntries(needs), during) };
    },
    drift: () => job('drift', 'drift'),
    pullRequest: (more: Context = {}) => job('plan', 'plan', more),
    close: async () => {
      await repository.close();
      await forge.close();
    },
  };
}

export type Github = Awaited<ReturnType<typeof startGithub>>;
export type { ForgeFake, Repository };
