/** The pipelines that `docform ci` writes: their choices, and the values of their templates. */
import { filledTemplate, type TemplateValues } from './template.ts';

export interface PipelineChoices {
  readonly name: string;
  /** Environments of docform; undefined: the configuration has none. */
  readonly environments: readonly (string | undefined)[];
  /** Path of the configuration from the root of the repository, if docform does not find it there. */
  readonly configuration?: string;
  readonly branch: string;
  readonly install: string;
  /** Working directory of `install`, from the root of the repository; empty: the root. */
  readonly installDirectory: string;
  /** Patterns of paths whose changes start a pipeline: a directory with its content, and further files. Undefined: any path. */
  readonly paths: { readonly directory: string; readonly files: readonly string[] } | undefined;
  readonly nodeVersion: string;
  /** Cron schedule of drift detection. */
  readonly cron: string;
  /** Values of `uses:`, with a comment if pinned. */
  readonly checkout: string;
  readonly setupNode: string;
  readonly uploadArtifact: string;
  /** Whether a secret names the backend of the ledger. Otherwise the ledger is committed. */
  readonly hasBackend: boolean;
  /** Container image of the GitLab jobs. */
  readonly image: string;
  readonly command: string;
}

export interface PipelineFile {
  readonly path: string;
  readonly text: string;
}

export function githubPipelines(choices: PipelineChoices): readonly PipelineFile[] {
  const values: TemplateValues = {
    ...valuesOf(choices, '/**'),
    ...{ temporary: '$RUNNER_TEMP', outputs: '$GITHUB_OUTPUT', artifact: '$artifact' },
    ...{ deletes: 'deletes', 'high-risk': 'high-risk', digest: 'digest', changes: 'changes' },
    // Each step has its own environment with one token.
    ...{ 'platform-only': '', 'forge-only': '' },
  };
  return ['validate', 'plan', 'apply', 'drift'].map((what) => ({
    path: `.github/workflows/${choices.name}-${what}.yml`,
    text: filledTemplate(`github-${what}.yml`, values),
  }));
}

export function gitlabPipelines(choices: PipelineChoices): readonly PipelineFile[] {
  // GitLab gives a job no temporary directory, and empties the project directory before each job.
  const temporary = '$CI_PROJECT_DIR/.docform';
  const values: TemplateValues = {
    ...valuesOf(choices, '/**/*'),
    ...{ temporary, outputs: `${temporary}/plan.env`, artifact: '$CI_JOB_URL/artifacts/browse/.docform/' },
    ...{ deletes: 'DOCFORM_DELETES', 'high-risk': 'DOCFORM_HIGH_RISK' },
    ...{ digest: 'DOCFORM_DIGEST', changes: 'DOCFORM_CHANGES' },
    // All commands of a job share one environment; each command gets only the token that it needs.
    ...{ 'platform-only': 'env -u GITLAB_TOKEN ', 'forge-only': 'env -u DOCFORM_TOKEN ' },
  };
  return [{ path: `.gitlab/${choices.name}.yml`, text: filledTemplate('gitlab.yml', values) }];
}

function valuesOf(choices: PipelineChoices, inside: string): TemplateValues {
  const { name, paths, configuration = '', installDirectory } = choices;
  const modules = `${installDirectory === '' ? '' : `${installDirectory}/`}node_modules`;
  return {
    ...{ name, configuration, branch: choices.branch, cron: choices.cron, image: choices.image },
    ...{ checkout: choices.checkout, 'setup-node': choices.setupNode, 'upload-artifact': choices.uploadArtifact },
    ...{ 'node-version': choices.nodeVersion, install: choices.install, 'install-directory': installDirectory },
    ...{ store: choices.hasBackend ? 'yes' : '', command: choices.command },
    // A path, because npx asks the public registry for packages that are not installed.
    docform: `./${modules}/.bin/docform`,
    'name-flag': name === 'docform' ? '' : ` --name ${name}`,
    paths: paths === undefined ? [] : [`${paths.directory}${inside}`, ...paths.files].map((path) => ({ path })),
    stages: choices.environments.map((environment) => stageValues(environment, choices)),
  };
}

function stageValues(environment: string | undefined, { name, configuration = '' }: PipelineChoices): TemplateValues {
  const ledger = `${configuration.slice(0, configuration.lastIndexOf('/') + 1)}docform.ledger`;
  if (environment === undefined)
    return { job: '', title: '', env: '', SECRET: '', environment: name, ledger: `${ledger}.json` };
  return {
    // Names of jobs cannot contain dots.
    job: `-${environment.replace(/[^\w-]/g, '-')}`,
    title: ` ${environment}`,
    env: ` --env ${environment}`,
    SECRET: secretSuffix(environment),
    environment,
    ledger: `${ledger}.${environment}.json`,
  };
}

export function secretSuffix(environment: string): string {
  return `_${environment.replace(/\W/g, '_').toUpperCase()}`;
}
