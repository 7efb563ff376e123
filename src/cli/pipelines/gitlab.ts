/** The GitLab pipeline, as one file to include: validate and plan merge requests, apply what was approved, and look for drift. */
import {
  heading,
  indented,
  lines,
  type PipelineChoices,
  type PipelineFile,
  quoted,
  type Stage,
  stagesOf,
} from './pipeline.ts';
import {
  commentScript,
  countsScript,
  driftScript,
  factsScript,
  issueScript,
  planScript,
  qualityScript,
  reportsScript,
} from './scripts.ts';

/** Within the project, as GitLab hands no directory of its own to a job; emptied with the checkout. */
const temporary = '$CI_PROJECT_DIR/.docform';

/** Where GitLab shows what a job kept; it is there once the job has ended. */
const artifact = '$CI_JOB_URL/artifacts/browse/.docform/';

/** A runner may keep what an earlier job left. */
const startScript = `rm -rf "${temporary}"\nmkdir -p "${temporary}"\n`;

/** A job has one environment for all of its commands: each gets the one token that it needs, and not the other. */
const withoutForge = 'env -u GITLAB_TOKEN ';
const withoutPlatform = 'env -u DOCFORM_TOKEN ';

/** What a job that plans hands on: how many deletes, and how much that is high-risk. */
const countNames = ['DOCFORM_DELETES', 'DOCFORM_HIGH_RISK'] as const;

const onMergeRequest = '$CI_PIPELINE_SOURCE == "merge_request_event"';
/** Nothing is applied by pipelines that a schedule, a tag or a merge request sets off. */
const onBranch = '($CI_PIPELINE_SOURCE == "push" || $CI_PIPELINE_SOURCE == "web") && $CI_COMMIT_BRANCH == ';

export function gitlabPipelines(choices: PipelineChoices): readonly PipelineFile[] {
  const { name } = choices;
  const path = `.gitlab/${name}.yml`;
  const text = lines(
    heading(
      [
        'Validates and plans merge requests, applies the approved plan of the default branch, and looks for drift when a schedule says so.',
        `Included by .gitlab-ci.yml:  include: [{ local: ${path} }]`,
      ],
      choices,
    ),
    base(choices),
    validateJob(choices),
    ...stagesOf(choices).flatMap((stage) => [
      mergeRequestJob(choices, stage),
      approvedPlan(choices, stage),
      applyJob(choices, stage),
      driftJob(choices, stage),
    ]),
  );
  return [{ path, text: text.replace(/^(?=['a-zA-Z])/gm, '\n').replace(/^\n+/, '') }];
}

function base({ name, image, configuration, install, installDirectory }: PipelineChoices): string {
  return lines(
    `${quoted(`.${name}`)}:`,
    `  image: ${quoted(image)}`,
    '  timeout: 30m',
    '  interruptible: true',
    '  variables:',
    ...(configuration === undefined ? [] : [`    DOCFORM_CONFIG: ${quoted(configuration)}`]),
    '    TF_HTTP_USERNAME: gitlab-ci-token',
    '    TF_HTTP_PASSWORD: $CI_JOB_TOKEN',
    '  before_script:',
    '    - |',
    indented(installDirectory === '' ? install : `cd ${quoted(installDirectory)}\n${install}\ncd "$CI_PROJECT_DIR"`, 6),
  );
}

/** Of a rule: which changes it is about. Without it, a rule is about all. */
function changesFilter({ name, paths }: PipelineChoices): string {
  if (paths === undefined) return '';
  const patterns = [`${paths.directory}/**/*`, ...paths.files, `.gitlab/${name}.yml`];
  return lines('      changes:', ...patterns.map((pattern) => `        - ${quoted(pattern)}`));
}

function validateJob(choices: PipelineChoices): string {
  const stages = stagesOf(choices);
  const file = (stage: Stage) => `${stage.job('quality')}.json`;
  return lines(
    `${choices.name}-validate:`,
    `  extends: ${quoted(`.${choices.name}`)}`,
    '  stage: test',
    '  rules:',
    `    - if: ${onMergeRequest}`,
    changesFilter(choices),
    script(startScript + qualityScript(stages, temporary, file)),
    '  artifacts:',
    '    expire_in: 30 days',
    '    reports:',
    '      codequality:',
    ...stages.map((stage) => `        - .docform/${file(stage)}`),
  );
}

/** The state that GitLab keeps for the project is the store: a job's own token reads and locks it. */
function variables({ name }: PipelineChoices, stage: Stage, token: string): string {
  return lines(
    '  variables:',
    `    DOCFORM_BACKEND: $CI_API_V4_URL/projects/$CI_PROJECT_ID/terraform/state/${stage.job(name)}`,
    `    DOCFORM_TOKEN: $${token}`,
  );
}

function script(text: string): string {
  return lines('  script:', '    - |', indented(text, 6));
}

function mergeRequestJob(choices: PipelineChoices, stage: Stage): string {
  return lines(
    `${choices.name}-${stage.job('plan')}:`,
    `  extends: ${quoted(`.${choices.name}`)}`,
    '  stage: test',
    '  rules:',
    '    # What comes from a fork is only validated, in whichever of the two projects it runs.',
    `    - if: ${onMergeRequest} && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID`,
    changesFilter(choices),
    variables(choices, stage, stage.secret('DOCFORM_READ_TOKEN')),
    script(
      lines(
        startScript,
        planScript(stage, temporary, {
          before: withoutForge,
          always: lines(
            reportsScript(stage, temporary, withoutForge),
            countsScript(temporary, `${temporary}/plan.env`, countNames),
            commentScript(stage, choices.name, temporary, { before: withoutPlatform, artifact }),
          ),
        }),
        'if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi',
      ),
    ),
    '  artifacts:',
    '    when: always',
    '    expire_in: 30 days',
    '    paths:',
    '      - .docform/plan.json',
    '      - .docform/plan.md',
    '      - .docform/plan.html',
    '    reports:',
    '      terraform: .docform/counts.json',
    '      codequality:',
    '        - .docform/quality.json',
    '      dotenv: .docform/plan.env',
  );
}

function approvedPlan(choices: PipelineChoices, stage: Stage): string {
  return lines(
    `${choices.name}-${stage.job('approve')}:`,
    `  extends: ${quoted(`.${choices.name}`)}`,
    '  stage: test',
    '  rules:',
    `    - if: ${onBranch}${branch(choices)}`,
    changesFilter(choices),
    variables(choices, stage, stage.secret('DOCFORM_READ_TOKEN')),
    script(
      lines(
        startScript,
        planScript(stage, temporary, { before: withoutForge, always: '' }),
        countsScript(temporary, `${temporary}/approve.env`, countNames),
        factsScript(temporary, `${temporary}/approve.env`, ['DOCFORM_DIGEST', 'DOCFORM_CHANGES']),
      ),
    ),
    '  artifacts:',
    '    expire_in: 30 days',
    '    reports:',
    '      dotenv: .docform/approve.env',
  );
}

function branch({ branch: name }: PipelineChoices): string {
  return JSON.stringify(name);
}

function applyJob(choices: PipelineChoices, stage: Stage): string {
  return lines(
    `${choices.name}-${stage.job('apply')}:`,
    `  extends: ${quoted(`.${choices.name}`)}`,
    '  stage: deploy',
    '  timeout: 2h',
    '  interruptible: false',
    `  needs: [${choices.name}-${stage.job('approve')}]`,
    `  environment: ${quoted(stage.environment)}`,
    `  resource_group: ${choices.name}-${stage.job('apply')}`,
    '  rules:',
    `    - if: ${onBranch}${branch(choices)}`,
    changesFilter(choices),
    '      when: manual',
    variables(choices, stage, 'DOCFORM_APPLY_TOKEN'),
    script(
      lines(
        'if [ "$DOCFORM_CHANGES" = 0 ]; then',
        '  echo "Nothing to apply."',
        '  exit 0',
        'fi',
        `${withoutForge}${stage.docform} apply${stage.flag} --expect-digest "$DOCFORM_DIGEST" --lock-timeout 10m`,
      ),
    ),
  );
}

function driftJob(choices: PipelineChoices, stage: Stage): string {
  return lines(
    `${choices.name}-${stage.job('drift')}:`,
    `  extends: ${quoted(`.${choices.name}`)}`,
    '  stage: test',
    `  resource_group: ${choices.name}-${stage.job('drift')}`,
    '  rules:',
    `    - if: $CI_PIPELINE_SOURCE == "schedule" && $CI_COMMIT_BRANCH == ${branch(choices)}`,
    variables(choices, stage, stage.secret('DOCFORM_READ_TOKEN')),
    script(
      lines(
        startScript,
        driftScript(stage, temporary, withoutForge),
        issueScript(stage, choices.name, temporary, withoutPlatform),
      ),
    ),
  );
}
