/** Runs the generated GitLab pipeline with gitlab-ci-local, on a test machine with a fake GitLab. Variables are limited to environments, as the guide says. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type PipelineFlags, pipelinesOf } from '../../src/cli/pipelines/pipeline.ts';
import { forgeToken, startForge } from '../forge/forge-fake.ts';
import { startRepository } from './repository.ts';
import { textOrNothing, type Variables } from './shell.ts';

interface GitlabJob {
  readonly extends?: string;
  readonly stage?: string;
  readonly variables?: Variables;
  readonly script?: string;
  readonly needs?: readonly string[];
  readonly environment?: string | { readonly name: string; readonly action: string };
  readonly resource_group?: string;
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly trigger?: {
    readonly include: readonly { readonly artifact: string; readonly job: string }[];
    readonly strategy: string;
  };
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
  /** Starts the manual jobs of the child pipelines. */
  readonly isApproved?: boolean;
  /** Starts only these manual jobs of the child pipelines. */
  readonly approves?: readonly string[];
  /** Runs only the child pipelines, with the artifacts of the last run. */
  readonly isOnlyChild?: boolean;
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
  const pipeline = parse(text) as GitlabPipeline;
  const jobs = Object.keys(pipeline).filter((name) => !name.startsWith('.'));
  /** gitlab-ci-local runs a child pipeline with the variables of its parent, so the tests run it as GitLab does. */
  const triggers = jobs.filter((name) => pipeline[name]?.trigger !== undefined);
  const withoutTriggers = triggers.reduce(
    (rest, name) => rest.replace(new RegExp(`^${name}:.*\\n(?:  .*\\n)+`, 'm'), ''),
    text,
  );
  let isCloned = false;
  const update = (isKept: boolean) => {
    if (isCloned) {
      if (!isKept) git(directory, 'pull', '--quiet', `file://${repository.origin}`, 'main');
      return;
    }
    git(directory, 'clone', '--quiet', `file://${repository.origin}`, '.');
    git(directory, 'remote', 'set-url', 'origin', 'https://gitlab.test/acme/docs.git');
    git(directory, 'config', 'user.name', 'Ana');
    git(directory, 'config', 'user.email', 'ana@acme.dev');
    isCloned = true;
  };
  /** Runs one pipeline, whose file includes the generated one. */
  const runPipeline = async (file: string, source: string, event: GitlabEvent): Promise<GitlabRun> => {
    writeFileSync(join(directory, '.gitlab-ci.yml'), file);
    git(directory, 'add', '.gitlab', '.gitlab-ci.yml');
    writeFileSync(join(directory, '.gitlab-ci-local-variables.yml'), JSON.stringify(variables));
    const isRequest = source === 'merge_request_event';
    const predefined: Variables = {
      ...{ CI_PIPELINE_SOURCE: source, CI_API_V4_URL: forge.url, CI_PROJECT_ID: '7', CI_PIPELINE_ID: '77' },
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
    const own = Object.keys(parse(file) as object).filter((name) => name !== 'include');
    const argv = [
      ...['--import', polyfill, join(engine, 'dist/index.js'), '--shell-isolation'],
      ...['--force-shell-executor', '--no-color', '--file', '.gitlab-ci.yml', '--home', join(machine.root, 'engine')],
      ...['--ignore-predefined-vars', Object.keys(predefined).join(',')],
      ...(event.hasSchema ? [] : ['--no-json-schema-validation']),
      ...Object.entries(predefined).flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
      ...(event.isSerial ? ['--concurrency', '1'] : []),
      ...(event.isApproved ? own.flatMap((name) => ['--manual', name]) : []),
      ...own.filter((name) => event.approves?.includes(name)).flatMap((name) => ['--manual', name]),
    ];
    const started = machine.calls.length;
    const ended = await new Promise<{ exit: number; log: string }>((resolve) => {
      const options = { env: machine.base, cwd: directory, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, argv, options, (error, stdout, stderr) => {
        resolve({ exit: error === null ? 0 : Number(error.code ?? 1), log: stdout + stderr });
      });
    });
    const all = [...new Set([...jobs, ...own])];
    const ran = all.filter((job) => new RegExp(`^${job} +(?:finished|starting|.*> )`, 'm').test(ended.log));
    return { ...ended, jobs: machine.calls.length > started || ran.length > 0 ? ran : [] };
  };
  /** The child pipeline that an artifact describes, with the artifact of the job that it needs. */
  const runChild = async (trigger: string, event: GitlabEvent): Promise<GitlabRun> => {
    const [{ artifact = '', job = '' } = {}] = pipeline[trigger]?.trigger?.include ?? [];
    const from = join(directory, '.gitlab-ci-local/artifacts', job);
    rmSync(join(directory, '.docform'), { recursive: true, force: true });
    cpSync(join(from, '.docform'), join(directory, '.docform'), { recursive: true });
    // gitlab-ci-local does not know jobs of other pipelines, whose artifacts are copied above.
    const file = readFileSync(join(from, artifact), 'utf8').replace(/^ {2}needs: .*\n/m, '');
    // Jobs get the files that Git knows.
    git(directory, 'add', '--force', '.docform');
    const ran = await runPipeline(file, 'parent_pipeline', event);
    git(directory, 'rm', '--quiet', '-r', '--cached', '.docform');
    return ran;
  };
  const run = async (event: GitlabEvent): Promise<GitlabRun> => {
    update(event.isOnlyChild === true);
    mkdirSync(join(directory, '.gitlab'), { recursive: true });
    writeFileSync(join(directory, '.gitlab/docform.yml'), event.source === 'push' ? withoutTriggers : text);
    const parent =
      event.isOnlyChild === true
        ? { exit: 0, log: '', jobs: [] }
        : await runPipeline('include: [{ local: .gitlab/docform.yml }]\n', event.source, event);
    const ran = [parent];
    const ended = new Set<string>();
    if (event.source === 'push' && parent.exit === 0)
      for (const trigger of triggers) {
        // A child pipeline that waits for a person has not run a job yet.
        const isWaiting = pipeline[trigger]?.needs?.some((job) => triggers.includes(job) && !ended.has(job));
        if (isWaiting) continue;
        const child = await runChild(trigger, event);
        if (child.exit === 0 && child.jobs.length > 0) ended.add(trigger);
        ran.push(child);
      }
    return {
      exit: ran.find(({ exit }) => exit !== 0)?.exit ?? 0,
      log: ran.map(({ log }) => log).join(''),
      jobs: ran.flatMap((each) => each.jobs),
    };
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
