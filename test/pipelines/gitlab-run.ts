/** Runs the generated GitLab pipeline job by job on a test machine with a fake forge. */
import { join } from 'node:path';
import { parse } from 'yaml';
import { type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { forgeToken, startForge } from '../forge/forge-fake.ts';
import { startRepository } from './repository.ts';
import { type Ended, textOrNothing, type Variables } from './shell.ts';

export interface GitlabJob {
  readonly extends?: string;
  readonly stage?: string;
  readonly variables?: Variables;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly needs?: readonly string[];
  readonly environment?: string;
  readonly resource_group?: string;
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly artifacts?: {
    readonly reports?: {
      readonly dotenv?: string;
      readonly terraform?: string;
      readonly codequality?: readonly string[];
    };
    readonly paths?: readonly string[];
  };
}

export type GitlabPipeline = { readonly [job: string]: GitlabJob };

export function gitlabPipeline(flags: PipelineFlags = {}, environments: readonly string[] = []): GitlabPipeline {
  const [file] = pipelinesOf('gitlab', flags, { environments });
  return parse(file?.text ?? '') as GitlabPipeline;
}

export interface GitlabRun extends Ended {
  /** Variables that the job passes to later jobs. */
  readonly handedOn: Variables;
  /** Contents of the artifacts of the job. */
  readonly kept: readonly string[];
  /** Contents of the reports that GitLab shows in a merge request: counts of the plan, and code quality. */
  readonly reports: readonly string[];
}

/** `home` is the directory of the configuration, with a trailing slash. `pipeline` replaces the pipeline generated for the root. */
export async function startGitlab(
  configuration: string,
  { home = '', pipeline = gitlabPipeline() }: { readonly home?: string; readonly pipeline?: GitlabPipeline } = {},
) {
  const [repository, forge] = await Promise.all([startRepository(configuration, home), startForge('gitlab')]);
  const { machine, platform } = repository;
  const project: Variables = {
    ...{
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.url,
      CI_PROJECT_ID: '7',
      CI_JOB_TOKEN: 'job-canary-31',
      GITLAB_TOKEN: forgeToken,
    },
    ...{ DOCFORM_API_URL: platform.url, DOCFORM_ORG: platform.organization },
    ...{
      DOCFORM_READ_TOKEN: platform.token,
      DOCFORM_APPLY_TOKEN: platform.token,
      CI_MERGE_REQUEST_IID: '5',
      CI_SERVER_URL: 'https://gitlab.test',
    },
  };
  /** Variables of a job can refer to variables of the project. */
  const expanded = (values: Variables): Variables =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => [
        name,
        text.replace(/\$(\w+)/g, (_, known: string) => project[known] ?? ''),
      ]),
    );
  const job = async (id: string, more: Variables = {}): Promise<GitlabRun> => {
    const { extends: base = '', ...own } = pipeline[id] ?? {};
    const inherited = pipeline[base] ?? {};
    const directory = await machine.directory('checkout');
    await repository.checkout(directory);
    const text = [...(inherited.before_script ?? []), ...(own.script ?? [])].join('\n');
    const ended = await machine.script(text, directory, {
      ...{ ...project, CI_PROJECT_DIR: directory, CI_JOB_URL: 'https://gitlab.test/acme/docs/-/jobs/41' },
      ...expanded({ ...inherited.variables, ...own.variables }),
      ...more,
    });
    const file = own.artifacts?.reports?.dotenv;
    const dotenv = file === undefined ? '' : await textOrNothing(join(directory, file));
    const texts = (paths: readonly string[] = []) =>
      Promise.all(paths.map((path) => textOrNothing(join(directory, path))));
    const kept = await texts(own.artifacts?.paths);
    const { terraform, codequality = [] } = own.artifacts?.reports ?? {};
    const reports = await texts([...(terraform === undefined ? [] : [terraform]), ...codequality]);
    const handedOn = dotenv
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/=(.*)/s).slice(0, 2));
    return { ...ended, kept, reports, handedOn: Object.fromEntries(handedOn) as Variables };
  };
  return {
    ...{ repository, forge, job },
    /** A push to main: the plan, and the apply, which is started manually. */
    push: async (meanwhile: () => unknown = () => undefined) => {
      const planned = await job('docform-approve');
      await meanwhile();
      return { planned, applied: planned.exit === 0 ? await job('docform-apply', planned.handedOn) : undefined };
    },
    close: async () => {
      await repository.close();
      await forge.close();
    },
  };
}

export type Gitlab = Awaited<ReturnType<typeof startGitlab>>;
