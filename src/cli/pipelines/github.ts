/** The GitHub workflows: validate any pull request, plan those of the repository itself, apply what was approved, and look for drift. */
import {
  backendScript,
  configurationVariables,
  expression,
  job,
  keeping,
  pathsFilter,
  platformVariables,
  preparation,
  quietScript,
  step,
} from './github-steps.ts';
import { heading, lines, type PipelineChoices, type PipelineFile, quoted, type Stage, stagesOf } from './pipeline.ts';
import {
  annotatePlanScript,
  annotateScript,
  applyScript,
  approvedScript,
  commentScript,
  commitScript,
  countsScript,
  driftScript,
  factsScript,
  issueScript,
  ledgerScript,
  partialScript,
  plannedScript,
  planScript,
  validateScript,
} from './scripts.ts';

const temporary = '$RUNNER_TEMP';
const summary = (file: string) => `cat "${temporary}/${file}" >> "$GITHUB_STEP_SUMMARY"\n`;
/** First of every step that runs docform against the platform. */
const start = ({ hasBackend }: PipelineChoices) => `${hasBackend ? backendScript : ''}${quietScript}`;
/** As people know it: what GitHub runs for a pull request is a commit of its own making. */
const requestCommit = { DOCFORM_COMMIT: expression('github.event.pull_request.head.sha') };
/** What rules over plans may look at: of a push, all that its last commit says. */
const requestTitle = { DOCFORM_TITLE: expression('github.event.pull_request.title') };
const pushTitle = { DOCFORM_TITLE: expression('github.event.head_commit.message') };
const counts = countsScript(temporary, '$GITHUB_OUTPUT', ['deletes', 'high-risk']);
/** Of a job that plans. */
const countsOutputs = ['deletes', 'high-risk'].map((name) => `  ${name}: ${expression(`steps.plan.outputs.${name}`)}`);
const getsSecrets =
  "github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'";
const getsNoSecrets =
  "github.event.pull_request.head.repo.full_name != github.repository || github.actor == 'dependabot[bot]'";
const githubToken = { GITHUB_TOKEN: expression('github.token') };

export function githubPipelines(choices: PipelineChoices): readonly PipelineFile[] {
  const stages = stagesOf(choices);
  const file = (what: string, text: string): PipelineFile => ({
    path: `.github/workflows/${choices.name}-${what}.yml`,
    text,
  });
  return [
    file('validate', validating(choices, stages)),
    file('plan', planning(choices, stages)),
    file('apply', applying(choices, stages)),
    file('drift', drifting(choices, stages)),
  ];
}

function validating(choices: PipelineChoices, stages: readonly Stage[]): string {
  return lines(
    heading(
      [
        'Checks the configuration of every pull request, also of forks: it needs no secret, and contacts nothing.',
        ...(choices.hasBackend
          ? []
          : [
              'Of those that get no secrets it tells in the summary what can be said of their plan without the platform.',
            ]),
      ],
      choices,
    ),
    `name: ${choices.name} validate`,
    'on:',
    '  pull_request:',
    pathsFilter(choices),
    'permissions: {}',
    'concurrency:',
    `  group: ${choices.name}-validate-${expression('github.ref')}`,
    '  cancel-in-progress: true',
    'jobs:',
    job({
      ...{ id: 'validate', name: 'validate', minutes: 10, permissions: ['contents: read'] },
      steps: [
        preparation(choices, choices.hasBackend ? {} : { hasParents: true }),
        ...stages.flatMap((stage) => {
          const id = stage.job('validate');
          const variables = configurationVariables(choices);
          return [
            step({ name: stage.title('Validate'), id, script: quietScript + validateScript(stage), variables }),
            step({
              name: stage.title('Annotate'),
              condition: `always() && steps.${id}.outcome == 'failure'`,
              script: annotateScript(stage, temporary),
              variables,
            }),
            ...(choices.hasBackend ? [] : [partialStep(choices, stage)]),
          ];
        }),
      ],
    }),
  );
}

/** Who gets no secrets, and so no plan. A ledger that is not in the repository cannot be read without one either. */
function partialStep(choices: PipelineChoices, stage: Stage): string {
  const script = quietScript + partialScript(stage, temporary) + summary('partial.md');
  const name = stage.title('Partial plan');
  return step({
    name,
    condition: getsNoSecrets,
    script,
    variables: { ...configurationVariables(choices), ...requestCommit },
  });
}

function planning(choices: PipelineChoices, stages: readonly Stage[]): string {
  return lines(
    heading(
      [
        'Plans what a pull request of this very repository would change, with a token that need not write, and keeps one comment with it.',
        'Pull requests of forks and of Dependabot get no secrets, so they are not planned: see validate. A blocked plan turns the check red.',
      ],
      choices,
    ),
    `name: ${choices.name} plan`,
    'on:',
    '  pull_request:',
    `    branches: ['${choices.branch}']`,
    pathsFilter(choices),
    'permissions: {}',
    'concurrency:',
    `  group: ${choices.name}-plan-${expression('github.ref')}`,
    '  cancel-in-progress: true',
    'jobs:',
    ...stages.map((stage) =>
      job({
        ...{
          id: stage.job('plan'),
          name: stage.title('plan'),
          minutes: 30,
          permissions: ['contents: read', 'pull-requests: write'],
        },
        settings: [`if: ${getsSecrets}`, ...['outputs:', ...countsOutputs]],
        steps: [
          preparation(choices),
          planStep(choices, stage),
          annotateStep(choices, stage),
          keeping(choices, stage),
          ...commentSteps(choices, stage),
        ],
      }),
    ),
  );
}

function planStep(choices: PipelineChoices, stage: Stage): string {
  const always = `${summary('plan.md')}echo "code=$code" >> "$GITHUB_OUTPUT"\n${counts}`;
  const script = start(choices) + planScript(stage, temporary, { always });
  return step({
    name: 'Plan',
    id: 'plan',
    script,
    variables: { ...platformVariables(choices, stage), ...requestCommit, ...requestTitle },
  });
}

/** A step of its own, as a forge counts annotations by the step. */
function annotateStep(choices: PipelineChoices, stage: Stage): string {
  return step({
    name: 'Annotate',
    condition: "always() && steps.plan.outcome != 'skipped'",
    script: annotatePlanScript(stage, temporary),
    variables: configurationVariables(choices),
  });
}

function commentSteps(choices: PipelineChoices, stage: Stage): readonly string[] {
  const code = { code: expression('steps.plan.outputs.code') };
  return [
    step({
      name: 'Comment',
      // Also where there is no plan: the comment of an earlier one must not stay.
      condition: "always() && steps.plan.outcome != 'skipped'",
      script: commentScript(stage, choices.name, temporary, { artifact: '$artifact' }),
      variables: { ...code, ...requestCommit, ...githubToken, artifact: expression('steps.keep.outputs.artifact-url') },
    }),
    step({
      name: 'Blocked or not read whole',
      condition: "steps.plan.outputs.code != '0' && steps.plan.outputs.code != '2'",
      script: 'exit "$code"\n',
      variables: code,
    }),
  ];
}

function applying(choices: PipelineChoices, stages: readonly Stage[]): string {
  return lines(
    heading(
      [
        `Plans what is on ${choices.branch}, waits for whoever protects the environment to approve the plan in the summary, and applies`,
        'that plan or nothing: apply makes its own, and sends nothing unless its digest is that of the approved one.',
        ...(choices.hasBackend ? [] : ['Then it commits the ledger.']),
      ],
      choices,
    ),
    `name: ${choices.name} apply`,
    'on:',
    '  push:',
    `    branches: ['${choices.branch}']`,
    pathsFilter(choices),
    '  workflow_dispatch:',
    'permissions: {}',
    'jobs:',
    ...stages.flatMap((stage) => [approvedPlan(choices, stage), applyJob(choices, stage)]),
  );
}

/** By hand, a workflow can be set off for any branch. */
const onlyOn = ({ branch }: PipelineChoices) => `if: github.ref == 'refs/heads/${branch}'`;

function approvedPlan(choices: PipelineChoices, stage: Stage): string {
  const facts = factsScript(temporary, '$GITHUB_OUTPUT', ['digest', 'changes']);
  const script =
    commitScript + planScript(stage, temporary, { always: summary('plan.md') }) + counts + facts + plannedScript;
  return job({
    ...{ id: stage.job('plan'), name: stage.title('plan'), minutes: 30, permissions: ['contents: read'] },
    settings: [
      onlyOn(choices),
      'outputs:',
      `  digest: ${expression('steps.plan.outputs.digest')}`,
      `  changes: ${expression('steps.plan.outputs.changes')}`,
      `  commit: ${expression('steps.plan.outputs.commit')}`,
      ...countsOutputs,
    ],
    steps: [
      preparation(choices, { ref: expression('github.ref') }),
      step({
        name: 'Plan',
        id: 'plan',
        script: `${start(choices)}${script}`,
        variables: { ...platformVariables(choices, stage), ...pushTitle },
      }),
    ],
  });
}

function applyJob(choices: PipelineChoices, stage: Stage): string {
  const plan = stage.job('plan');
  const script = start(choices) + applyScript(stage, choices.hasBackend);
  return job({
    ...{ id: stage.job('apply'), name: stage.title('apply'), minutes: 120 },
    permissions: [choices.hasBackend ? 'contents: read' : 'contents: write'],
    settings: [
      `needs: ${plan}`,
      `if: needs.${plan}.outputs.changes != '0'`,
      `environment: ${quoted(stage.environment)}`,
      'concurrency:',
      `  group: ${choices.name}-${stage.job('apply')}`,
      '  cancel-in-progress: false',
    ],
    steps: [
      applyPreparation(choices, stage),
      step({
        ...{ name: 'Apply', id: 'apply', script },
        variables: {
          ...platformVariables(choices, stage, true),
          ...pushTitle,
          digest: expression(`needs.${plan}.outputs.digest`),
        },
      }),
      ...(choices.hasBackend
        ? []
        : [
            step({
              name: 'Commit the ledger',
              condition: "always() && steps.apply.outcome != 'skipped'",
              script: ledgerScript(stage, choices.branch),
              variables: githubToken,
            }),
          ]),
    ],
  });
}

/** The commit that was planned; with the newest ledger, where that is in the repository. */
function applyPreparation(choices: PipelineChoices, stage: Stage): string {
  const commit = expression(`needs.${stage.job('plan')}.outputs.commit`);
  if (choices.hasBackend) return preparation(choices, { ref: commit });
  const approved = step({
    name: 'Take what was planned',
    script: approvedScript(stage, choices.branch),
    variables: { commit, ...githubToken },
  });
  return preparation(choices, { ref: expression('github.ref'), first: approved });
}

function drifting(choices: PipelineChoices, stages: readonly Stage[]): string {
  return lines(
    heading(
      [
        'Looks every night for what somebody changed by hand, and keeps one issue for each environment: commented when the drift changes,',
        'closed when there is none. A run that cannot read the platform or keep the issue is red; drift alone is not.',
      ],
      choices,
    ),
    `name: ${choices.name} drift`,
    'on:',
    '  schedule:',
    `    - cron: '${choices.cron}'`,
    '  workflow_dispatch:',
    'permissions: {}',
    'jobs:',
    ...stages.map((stage) => driftJob(choices, stage)),
  );
}

function driftJob(choices: PipelineChoices, stage: Stage): string {
  const script = `${start(choices)}${driftScript(stage, temporary)}${summary('drift.md')}echo "code=$code" >> "$GITHUB_OUTPUT"\n`;
  return job({
    ...{
      id: stage.job('drift'),
      name: stage.title('drift'),
      minutes: 30,
      permissions: ['contents: read', 'issues: write'],
    },
    settings: [
      // A schedule runs on the default branch, which need not be the one that is applied.
      `${onlyOn(choices)} || github.event_name == 'schedule'`,
      ...['concurrency:', `  group: ${choices.name}-${stage.job('drift')}`, '  cancel-in-progress: false'],
    ],
    steps: [
      preparation(choices, { ref: `refs/heads/${choices.branch}` }),
      step({ name: 'Compare', id: 'drift', script, variables: platformVariables(choices, stage) }),
      step({
        name: 'Keep the issue',
        script: issueScript(stage, choices.name, temporary),
        variables: { code: expression('steps.drift.outputs.code'), ...githubToken },
      }),
    ],
  });
}
