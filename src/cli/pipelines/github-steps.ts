/** What the jobs of all GitHub workflows have in common. */
import { indented, lines, type PipelineChoices, quoted, type Stage } from './pipeline.ts';

/** An expression of GitHub's: `${{ … }}`. */
export function expression(text: string): string {
  return `\${{ ${text} }}`;
}

interface Preparation {
  /** Another commit than the one that set the run off. */
  readonly ref?: string;
  /** Also the commits that it comes of. */
  readonly hasParents?: true;
  /** A step before anything of the checkout runs. */
  readonly first?: string;
}

/** Checkout that leaves no credentials behind, Node.js, and docform. */
export function preparation(choices: PipelineChoices, { ref, hasParents, first = '' }: Preparation = {}): string {
  const { checkout, setupNode, nodeVersion, install, installDirectory } = choices;
  return lines(
    `- uses: ${checkout}`,
    '  with:',
    '    persist-credentials: false',
    ref === undefined ? '' : `    ref: ${ref}`,
    hasParents ? '    fetch-depth: 2' : '',
    first,
    `- uses: ${setupNode}`,
    '  with:',
    `    node-version: '${nodeVersion}'`,
    '- name: Install',
    installDirectory === '' ? '' : `  working-directory: ${quoted(installDirectory)}`,
    '  run: |',
    indented(install, 4),
  );
}

/** Of an event: which changes it is about. */
export function pathsFilter({ name, paths }: PipelineChoices): string {
  if (paths === undefined) return '';
  const patterns = [`${paths.directory}/**`, ...paths.files, `.github/workflows/${name}-*.yml`];
  return lines('    paths:', ...patterns.map((pattern) => `      - ${quoted(pattern)}`));
}

export interface Step {
  readonly name: string;
  readonly id?: string;
  /** When to run it. */
  readonly condition?: string;
  readonly script: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A step with a script; what it gets of secrets and outputs, it gets as variables. */
export function step({ name, id, condition, script, variables = {} }: Step): string {
  const names = Object.entries(variables);
  return lines(
    `- name: ${name}`,
    id === undefined ? '' : `  id: ${id}`,
    condition === undefined ? '' : `  if: ${condition}`,
    '  run: |',
    indented(script, 4),
    names.length === 0 ? '' : '  env:',
    ...names.map(([variable, value]) => `    ${variable}: ${value}`),
  );
}

/** What docform needs to speak to the platform: with a token that reads, or with the one that applies. */
export function platformVariables(
  choices: PipelineChoices,
  stage: Stage,
  isApplying = false,
): Readonly<Record<string, string>> {
  const token = isApplying ? 'DOCFORM_APPLY_TOKEN' : stage.secret('DOCFORM_READ_TOKEN');
  const store = isApplying ? 'DOCFORM_BACKEND' : 'DOCFORM_READ_STORE';
  return {
    ...configurationVariables(choices),
    DOCFORM_API_URL: expression('vars.DOCFORM_API_URL'),
    DOCFORM_TOKEN: expression(`secrets.${token}`),
    ...(choices.hasBackend ? { DOCFORM_BACKEND: expression(`secrets.${store}`) } : {}),
  };
}

/** What docform needs to find and understand the configuration; nothing of it is secret. */
export function configurationVariables({ configuration }: PipelineChoices): Readonly<Record<string, string>> {
  return {
    ...(configuration === undefined ? {} : { DOCFORM_CONFIG: quoted(configuration) }),
    DOCFORM_ORG: expression('vars.DOCFORM_ORG'),
  };
}

/** Keeps the plan with the run. Where that fails, there is nothing to link to, and the plan is none the worse. */
export function keeping({ name, uploadArtifact }: PipelineChoices, stage: Stage): string {
  return lines(
    '- name: Keep the plan',
    '  id: keep',
    "  if: always() && steps.plan.outcome != 'skipped'",
    '  continue-on-error: true',
    `  uses: ${uploadArtifact}`,
    '  with:',
    `    name: ${quoted(`${name}-${stage.job('plan')}`)}`,
    '    path: |',
    `      ${expression('runner.temp')}/plan.json`,
    `      ${expression('runner.temp')}/plan.md`,
    `      ${expression('runner.temp')}/plan.html`,
    '    if-no-files-found: ignore',
    '    overwrite: true',
    '    retention-days: 30',
  );
}

export interface Job {
  readonly id: string;
  readonly name: string;
  /** Further keys of the job, one line each. */
  readonly settings?: readonly string[];
  readonly minutes: number;
  readonly permissions: readonly string[];
  readonly steps: readonly string[];
}

export function job({ id, name, settings = [], minutes, permissions, steps }: Job): string {
  return lines(
    `  ${id}:`,
    `    name: ${name}`,
    ...settings.map((line) => `    ${line}`),
    '    runs-on: ubuntu-latest',
    `    timeout-minutes: ${minutes}`,
    '    permissions:',
    ...permissions.map((line) => `      ${line}`),
    '    steps:',
    ...steps.map((text) => indented(text, 6)),
  );
}

/**
 * What docform prints holds text of the platform and of pull requests, and GitHub takes a line such as `##[set-output name=code]0` for a command
 * to it: from here to the end of the step it does not.
 */
export const quietScript = 'echo "::stop-commands::$(node -p \'crypto.randomUUID()\')"\n';

/** A store that a secret has to name: without it, docform would keep the ledger on a machine that is thrown away. */
export const backendScript =
  'if [ -z "$DOCFORM_BACKEND" ]; then echo "::error::the secret that names the store is missing"; exit 3; fi\n';
