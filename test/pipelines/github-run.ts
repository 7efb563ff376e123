/** Runs the generated GitHub workflow for an event, on a test machine with a fake GitHub that enforces the permissions of each job. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { forgeToken, startForge } from '../forge/forge-fake.ts';
import { startRepository } from './repository.ts';
import type { Variables } from './shell.ts';
import { type Contexts, type JobRun, openWorkflow, runJob } from './workflow.ts';

async function githubWorkflow(flags: PipelineFlags = {}, chosen: Partial<Parameters<typeof pipelinesOf>[2]> = {}) {
  const [file] = pipelinesOf('github', flags, { environments: [], ...chosen });
  return openWorkflow(file?.path ?? '', file?.text ?? '');
}

export interface EventOptions {
  readonly ref?: string;
  readonly actor?: string;
  /** The repository of the branch of a pull request. */
  readonly head?: string;
  readonly commit?: string;
  readonly title?: string;
  /** Branch of the origin that is checked out instead of `ref`. */
  readonly branch?: string;
  /** Replaces secrets. */
  readonly secrets?: Variables;
  /** Runs between the plan and the apply, while a reviewer decides. */
  readonly meanwhile?: () => unknown;
  /** Runs after the checkout of the apply. */
  readonly during?: () => unknown;
}

export type EventName = 'pull_request' | 'push' | 'schedule' | 'workflow_dispatch' | 'merge_group';

export async function startGithub(
  configuration: string,
  flags: PipelineFlags = {},
  chosen: Partial<Parameters<typeof pipelinesOf>[2]> & { readonly home?: string } = {},
) {
  const { home = '', ...place } = chosen;
  const [repository, forge] = await Promise.all([startRepository(configuration, home), startForge('github')]);
  const workflow = await githubWorkflow(flags, place);
  const { platform, machine } = repository;
  const contextsOf = (name: EventName, options: EventOptions) => {
    const isRequest = name === 'pull_request';
    const head = { sha: options.commit ?? 'a'.repeat(40), repo: { full_name: options.head ?? 'acme/docs' } };
    const event = isRequest
      ? { pull_request: { head, title: options.title ?? 'A change' } }
      : { head_commit: { message: options.title ?? 'A change' } };
    const ref = options.ref ?? (isRequest ? 'refs/pull/5/merge' : 'refs/heads/main');
    const secrets = { DOCFORM_READ_TOKEN: platform.token, ...options.secrets };
    return {
      github: {
        ...{ event_name: name, ref, event, token: forgeToken, repository: 'acme/docs' },
        ...{ actor: options.actor ?? 'ana', base_ref: isRequest ? 'main' : '' },
      },
      vars: { DOCFORM_API_URL: platform.url, DOCFORM_ORG: platform.organization },
      secrets,
    };
  };
  /** Runs all jobs that the event starts. Jobs with an environment get the secrets of the environment. */
  const run = async (name: EventName, options: EventOptions = {}): Promise<{ readonly [id: string]: JobRun }> => {
    const runs: { [id: string]: JobRun } = {};
    const needs: { [id: string]: { result: string; outputs: Variables } } = {};
    const contexts: Contexts & ReturnType<typeof contextsOf> = contextsOf(name, options);
    const { event, ref } = contexts.github;
    const file = join(machine.root, 'event.json');
    writeFileSync(file, JSON.stringify(event));
    for (const id of workflow.ids) {
      const job = workflow.yaml.jobs[id];
      if (!(name in workflow.yaml.on) || !workflow.starts(id, { ...contexts, needs })) continue;
      repository.allowPush(true);
      if (job?.environment !== undefined) await options.meanwhile?.();
      const secrets = { ...contexts.secrets, ...(job?.environment ? { DOCFORM_APPLY_TOKEN: platform.token } : {}) };
      forge.permissions = job?.permissions;
      repository.allowPush(job?.permissions.contents === 'write');
      const ran = await runJob(workflow, id, {
        machine,
        contexts: { ...contexts, needs, secrets },
        variables: {
          ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: 'acme/docs', GITHUB_REF: ref },
          ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_RUN_ID: '41', GITHUB_RUN_ATTEMPT: '1' },
          ...{ GITHUB_EVENT_PATH: file, GITHUB_SHA: 'b'.repeat(40) },
        },
        checkout: async (directory, settings) => {
          await repository.checkoutRef(directory, { ...settings, branch: options.branch });
          if (job?.environment !== undefined) await options.during?.();
        },
      });
      runs[id] = ran;
      needs[id] = { result: ran.result, outputs: ran.outputs };
    }
    repository.allowPush(true);
    forge.permissions = undefined;
    return runs;
  };
  return {
    ...{ repository, forge, workflow, run },
    close: async () => {
      await repository.close();
      await forge.close();
    },
  };
}

export type Github = Awaited<ReturnType<typeof startGithub>>;
