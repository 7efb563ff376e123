/** Runs the generated GitLab pipeline with gitlab-ci-local, on a test machine with a fake GitLab. Variables are limited to environments, as the guide says. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { forgeToken, startForge } from '../forge/forge-fake.ts';
import { startRepository } from './repository.ts';
import { textOrNothing, type Variables } from './shell.ts';

export interface GitlabJob {
  readonly extends?: string;
  readonly stage?: string;
  readonly variables?: Variables;
  readonly script?: string;
  readonly needs?: readonly string[];
  readonly environment?: string | { readonly name: string; readonly action: string };
  readonly resource_group?: string;
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
}

export type GitlabPipeline = { readonly [job: string]: GitlabJob };

type Chosen = Partial<Parameters<typeof pipelinesOf>[2]>;

function gitlabText(flags: PipelineFlags, chosen: Chosen) {
  return pipelinesOf('gitlab', flags, { environments: [], ...chosen })[0]?.text ?? '';
}

export function gitlabPipeline(flags: PipelineFlags = {}, environments: readonly string[] = []): GitlabPipeline {
  return parse(gitlabText(flags, { environments })) as GitlabPipeline;
}

export interface GitlabRun {
  readonly exit: number;
  readonly log: string;
  /** The jobs that ran. */
  readonly jobs: readonly string[];
}

export interface GitlabEvent {
  readonly source: 'merge_request_event' | 'push' | 'schedule';
  /** The merge request comes from a fork. */
  readonly isFork?: boolean;
  readonly commit?: string;
  /** Starts this manual job too. */
  readonly manual?: string;
  /** Runs only this job, with the artifacts of the last run. */
  readonly only?: string;
  readonly hasSchema?: boolean;
  /** Runs one job at a time. */
  readonly isSerial?: boolean;
}

const engine = dirname(createRequire(import.meta.url).resolve('gitlab-ci-local/package.json'));

/** gitlab-ci-local needs functions of Node.js 22. */
const polyfill = join(import.meta.dirname, 'node-22.mjs');

export async function startGitlab(configuration: string, flags: PipelineFlags = {}, chosen: Chosen = {}) {
  const [repository, forge] = await Promise.all([startRepository(configuration), startForge('gitlab')]);
  const { machine, platform, git } = repository;
  const directory = await machine.directory('project');
  const environments = chosen.environments?.length ? chosen.environments : [''];
  const text = gitlabText(flags, chosen);
  const scoped: { [name: string]: { [environment: string]: string } } = {
    GITLAB_TOKEN: { 'docform/comment': forgeToken },
    DOCFORM_APPLY_TOKEN: {},
  };
  for (const each of environments) {
    const suffix = each === '' ? '' : `_${each.toUpperCase()}`;
    scoped[`DOCFORM_READ_TOKEN${suffix}`] = { [each === '' ? 'docform/read' : `docform/read-${each}`]: platform.token };
    Object.assign(scoped.DOCFORM_APPLY_TOKEN ?? {}, { [each || 'docform']: platform.token });
  }
  const variables = Object.fromEntries(
    Object.entries(scoped).map(([name, values]) => [name, { type: 'variable', values }]),
  );
  const jobs = Object.keys(parse(text) as object).filter((name) => !name.startsWith('.'));
  let isCloned = false;
  const run = async (event: GitlabEvent): Promise<GitlabRun> => {
    if (isCloned) {
      if (event.only === undefined) git(directory, 'pull', '--quiet', `file://${repository.origin}`, 'main');
    } else {
      git(directory, 'clone', '--quiet', `file://${repository.origin}`, '.');
      git(directory, 'remote', 'set-url', 'origin', 'https://gitlab.test/acme/docs.git');
      git(directory, 'config', 'user.name', 'Ana');
      git(directory, 'config', 'user.email', 'ana@acme.dev');
      isCloned = true;
    }
    mkdirSync(join(directory, '.gitlab'), { recursive: true });
    writeFileSync(join(directory, '.gitlab/docform.yml'), text);
    writeFileSync(join(directory, '.gitlab-ci.yml'), 'include: [{ local: .gitlab/docform.yml }]\n');
    git(directory, 'add', '.gitlab', '.gitlab-ci.yml');
    writeFileSync(join(directory, '.gitlab-ci-local-variables.yml'), JSON.stringify(variables));
    const isRequest = event.source === 'merge_request_event';
    const predefined: Variables = {
      ...{ CI_PIPELINE_SOURCE: event.source, CI_API_V4_URL: forge.url, CI_PROJECT_ID: '7' },
      ...{ CI_JOB_TOKEN: 'job-canary-31', CI_SERVER_URL: 'https://gitlab.test', GITLAB_CI: 'true' },
      ...{ CI_JOB_URL: 'https://gitlab.test/acme/docs/-/jobs/41', DOCFORM_API_URL: platform.url },
      ...{ DOCFORM_ORG: platform.organization, CI_COMMIT_SHA: event.commit ?? 'a'.repeat(40) },
      CI_COMMIT_BRANCH: isRequest ? '' : 'main',
      ...(isRequest
        ? {
            ...{ CI_MERGE_REQUEST_IID: '5', CI_MERGE_REQUEST_PROJECT_ID: '7' },
            CI_MERGE_REQUEST_SOURCE_PROJECT_ID: event.isFork ? '8' : '7',
          }
        : {}),
    };
    const argv = [
      ...['--import', polyfill, join(engine, 'dist/index.js'), '--shell-isolation'],
      ...['--force-shell-executor', '--no-color', '--file', '.gitlab-ci.yml', '--home', join(machine.root, 'engine')],
      ...['--ignore-predefined-vars', Object.keys(predefined).join(',')],
      ...(event.hasSchema ? [] : ['--no-json-schema-validation']),
      ...Object.entries(predefined).flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
      ...(event.isSerial ? ['--concurrency', '1'] : []),
      ...(event.manual === undefined ? [] : ['--manual', event.manual]),
      ...(event.only === undefined ? [] : [event.only]),
    ];
    const started = machine.calls.length;
    const ended = await new Promise<{ exit: number; log: string }>((resolve) => {
      const options = { env: machine.base, cwd: directory, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, argv, options, (error, stdout, stderr) => {
        resolve({ exit: error === null ? 0 : Number(error.code ?? 1), log: stdout + stderr });
      });
    });
    const ran = jobs.filter((job) => new RegExp(`^${job} +(?:finished|starting|.*> )`, 'm').test(ended.log));
    return { ...ended, jobs: machine.calls.length > started || ran.length > 0 ? ran : [] };
  };
  return {
    ...{ repository, forge, run, directory },
    /** The artifact of a job. */
    artifact: (job: string, name: string) =>
      textOrNothing(join(directory, '.gitlab-ci-local/artifacts', job, '.docform', name)),
    artifacts: (job: string) => readdirSync(join(directory, '.gitlab-ci-local/artifacts', job, '.docform')),
    read: (path: string) => readFileSync(join(directory, path), 'utf8'),
    close: async () => {
      await repository.close();
      await forge.close();
    },
  };
}

export type Gitlab = Awaited<ReturnType<typeof startGitlab>>;
