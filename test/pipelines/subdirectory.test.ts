/** Tests a configuration in a subdirectory: the location of the pipelines, the install directory and the path filters. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { startGithub } from './github-run.ts';
import { type GitlabPipeline, startGitlab } from './gitlab-run.ts';
import { teams } from './repository.ts';
import { workflowOf } from './workflow.ts';

const home = 'docs/handbook/';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** A repository with these files, and the pipelines that docform writes from one of its directories. */
async function written(files: { readonly [path: string]: string }, argv: readonly string[], from = home) {
  const root = directoryWith();
  for (const [path, text] of Object.entries({ '.git/HEAD': '', [`${home}docform.yaml`]: teams('Docs'), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const ran = await run(['ci', ...argv], { directory: join(root, from) });
  expect(ran.exit, ran.stderr).toBe(0);
  return { root, ran, textOf: (path: string) => readFileSync(join(root, path), 'utf8') };
}

const lock = { [`${home}package-lock.json`]: '{"packages":{"node_modules/@docform/cli":{}}}' };
const workflowNames = ['validate', 'plan', 'apply', 'drift'];

test('GitHub workflows are written to the root of the repository, also if docform runs in the root', async () => {
  const { root, ran, textOf } = await written(lock, ['github']);
  expect(readdirSync(join(root, '.github/workflows')).sort()).toEqual(
    workflowNames.map((name) => `docform-${name}.yml`).sort(),
  );
  expect(existsSync(join(root, home, '.github'))).toBe(false);
  expect(ran.stdout).toMatch(/^wrote \.\.\/\.\.\/\.github\/workflows\/docform-validate\.yml /);
  const again = await run(['ci', 'github', '-c', `${home}docform.yaml`], { directory: root });
  expect(again.stdout.match(/unchanged: /g)).toHaveLength(4);
  const text = textOf('.github/workflows/docform-plan.yml');
  const { on, jobs } = workflowOf(text);
  expect(on).toMatchObject({ pull_request: { paths: ['docs/handbook/**', '.github/workflows/docform-*.yml'] } });
  expect(jobs.plan?.steps.find(({ name }) => name === 'Install')).toMatchObject({
    'working-directory': 'docs/handbook',
  });
  expect(workflowOf(textOf('.github/workflows/docform-apply.yml')).on).toMatchObject({
    push: { paths: expect.any(Array) },
  });
  expect(text).toContain("DOCFORM_CONFIG: 'docs/handbook/docform.yaml'");
});

test('docform is installed next to the nearest lock file that contains it, and filters include outside files', async () => {
  const files = {
    'package-lock.json': '{"packages":{"node_modules/@docform/cli":{}}}',
    [`${home}package-lock.json`]: '{"packages":{"node_modules/other":{}}}',
    'shared/people.yaml': 'members: {}\n',
    [`${home}docform.yaml`]: `${teams('Docs')}include: [../../shared/people.yaml]\n`,
  };
  const { textOf } = await written(files, ['github']);
  const { on, jobs } = workflowOf(textOf('.github/workflows/docform-plan.yml'));
  expect(jobs.plan?.steps.find(({ name }) => name === 'Install')).not.toHaveProperty('working-directory');
  expect(on).toMatchObject({
    pull_request: {
      paths: [
        'docs/handbook/**',
        'shared/people.yaml',
        'package.json',
        'package-lock.json',
        '.github/workflows/docform-*.yml',
      ],
    },
  });
  const { textOf: gitlab } = await written(files, ['gitlab']);
  const pipeline = parse(gitlab('.gitlab/docform.yml')) as GitlabPipeline;
  for (const id of ['docform-validate', 'docform-plan', 'docform-approve', 'docform-apply'])
    expect(pipeline[id]?.rules, id).toMatchObject([
      {
        changes: [
          'docs/handbook/**/*',
          'shared/people.yaml',
          'package.json',
          'package-lock.json',
          '.gitlab/docform.yml',
        ],
      },
    ]);
  expect(pipeline['docform-drift']?.rules?.[0]).not.toHaveProperty('changes');
});

test('the pipelines of a configuration in the root are the same if docform runs in a subdirectory', async () => {
  const { textOf } = await written({ 'docform.yaml': teams('Docs'), 'elsewhere/note': '' }, ['github'], 'elsewhere/');
  expect(textOf('.github/workflows/docform-plan.yml')).not.toMatch(/paths:|DOCFORM_CONFIG|working-directory/);
});

test('GitHub: a push is planned and applied, and its ledger is committed next to the configuration', async () => {
  const { textOf } = await written(lock, ['github']);
  const workflows = Object.fromEntries(
    workflowNames.map((name) => [name, workflowOf(textOf(`.github/workflows/docform-${name}.yml`))]),
  );
  const github = await startGithub(teams('Docs', 'Support'), {}, { home, workflows });
  close = github.close;
  const { planned, applied } = await github.push();
  expect(planned, planned.log).toMatchObject({ result: 'success', outputs: { changes: '2' } });
  expect(applied, applied?.log).toMatchObject({
    result: 'success',
    steps: { Apply: 'success', 'Commit the ledger': 'success' },
  });
  expect(github.repository.fileOn('main', `${home}docform.ledger.json`)).toContain('teams/team-1');
  expect(await github.job('validate', 'validate')).toMatchObject({ result: 'success' });
  expect(await github.drift()).toMatchObject({ result: 'success' });
});

test('GitLab: a push is planned and applied', async () => {
  const { textOf } = await written(lock, ['gitlab']);
  const gitlab = await startGitlab(teams('Docs'), {
    home,
    pipeline: parse(textOf('.gitlab/docform.yml')) as GitlabPipeline,
  });
  close = gitlab.close;
  const { planned, applied } = await gitlab.push();
  expect(planned, planned.log).toMatchObject({ exit: 0, handedOn: { DOCFORM_CHANGES: '1' } });
  expect(applied, applied?.log).toMatchObject({ exit: 0 });
});
