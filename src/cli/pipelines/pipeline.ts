/** The pipelines that `docform ci` writes. Their templates: `<name>` is a value; `#if`, `#else`, `#each`, `#end` and `#include` select lines; `#-` starts a comment of the template. */
import { shippedText } from '../../disk/shipped-text.ts';

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
  /** Whether a pull request proposes to accept drift. */
  readonly hasDriftBranch: boolean;
  /** Whether one comment shows the plans of all configurations. */
  readonly hasSharedComment: boolean;
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
    ...{
      backend: choices.hasBackend ? 'yes' : '',
      'drift-branch': choices.hasDriftBranch ? 'yes' : '',
      command: choices.command,
    },
    // A path, because npx asks the public registry for packages that are not installed.
    docform: `./${modules}/.bin/docform`,
    'shared-flag': choices.hasSharedComment ? ' --shared' : '',
    'comment-file': choices.hasSharedComment ? 'plan.json' : 'comment.md',
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

/** An empty text or list is false for `#if`. */
interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

function filledTemplate(file: string, values: TemplateValues) {
  return `${filledFile(file, values).join('\n')}\n`;
}

function filledFile(file: string, values: TemplateValues) {
  return filledLines(shippedText(`cli/pipelines/templates/${file}`).trimEnd().split('\n'), values);
}

function filledLines(lines: readonly string[], values: TemplateValues) {
  const filled: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, indent = '', directive, operand = ''] = /^( *)#(if not|if|each|include|-) (.+)$/.exec(line) ?? [];
    if (directive === undefined) filled.push(filledLine(line, values));
    if (directive === 'include') filled.push(...filledFile(operand, values).map((text) => `${indent}${text}`));
    if (directive === undefined || directive === 'include' || directive === '-') continue;
    const block = blockAt(lines, at);
    at = block.end;
    if (directive === 'each')
      for (const item of listIn(values, operand)) filled.push(...filledLines(block.body, { ...values, ...item }));
    else {
      const isSet = lookup(values, operand).length > 0;
      filled.push(...filledLines(isSet === (directive === 'if') ? block.body : block.otherwise, values));
    }
  }
  return filled;
}

function blockAt(lines: readonly string[], start: number) {
  let depth = 0;
  let middle: number | undefined;
  for (let at = start; at < lines.length; at += 1) {
    const directive = /^ *#(if|each|else|end)\b/.exec(lines[at] ?? '')?.[1];
    if (directive === 'if' || directive === 'each') depth += 1;
    if (directive === 'else' && depth === 1) middle = at;
    if (directive === 'end') depth -= 1;
    if (depth === 0)
      return { body: lines.slice(start + 1, middle ?? at), otherwise: lines.slice((middle ?? at) + 1, at), end: at };
  }
  throw new Error(`no #end for ${lines[start]}`);
}

function filledLine(line: string, values: TemplateValues) {
  return line.replace(/<([A-Za-z-]+)>/g, (_, name: string) => {
    const value = lookup(values, name);
    if (typeof value !== 'string') throw new Error(`<${name}> is a list`);
    return value;
  });
}

function listIn(values: TemplateValues, name: string): readonly TemplateValues[] {
  const value = lookup(values, name);
  if (typeof value === 'string') throw new Error(`#each ${name}: not a list`);
  return value;
}

function lookup(values: TemplateValues, name: string): TemplateValues[string] {
  const value = values[name];
  if (value === undefined) throw new Error(`<${name}> has no value`);
  return value;
}
