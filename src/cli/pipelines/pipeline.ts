/** The pipelines that `docform ci` writes. Checks every value, so that none breaks out of YAML or a shell command. In the templates, `<name>` is a value; `#if`, `#else`, `#each`, `#end` and `#include` select lines; `#-` starts a comment of the template. */

import { readShippedText } from '../../disk/shipped-text.ts';
import { flagName, shellWord } from '../definition/flags.ts';
import { jobSuffix, secretNameSuffix } from '../io/forge-run.ts';
import { type CommandFlags, usageFailure } from '../io/session.ts';

export type ForgeName = 'github' | 'gitlab';

/** The flags that have a text as value. */
const textFlags = [
  'name',
  'branch',
  'install',
  'nodeVersion',
  'cron',
  'checkoutSha',
  'checkoutTag',
  'setupNodeSha',
  'setupNodeTag',
  'uploadArtifactSha',
  'uploadArtifactTag',
  'image',
  'planEnvironment',
] as const;

/** The flags that select the scope of plans. They can be repeated. */
const scopeFlags = ['only', 'except'] as const;

export type PipelineFlags = CommandFlags<
  (typeof textFlags)[number],
  'backend' | 'driftBranch' | 'sharedComment',
  (typeof scopeFlags)[number]
>;

interface Chosen {
  /** Environments of docform; empty: the configuration has none. */
  readonly environments: readonly string[];
  /** Path of the configuration from the root of the repository, if docform does not find it there. */
  readonly configuration?: string;
  /** Working directory of the installation, from the root of the repository. */
  readonly installDirectory?: string;
  /** Further files of the configuration. */
  readonly parts?: readonly string[];
}

export interface PipelineFile {
  readonly path: string;
  readonly text: string;
}

/** One file, so that a reviewer sees all triggers, permissions and secrets at once. */
export function pipelinesOf(forge: ForgeName, flags: PipelineFlags, chosen: Chosen): readonly PipelineFile[] {
  const values = valuesOf(forge, flags, chosen);
  const directory = forge === 'gitlab' ? '.gitlab' : '.github/workflows';
  return [{ path: `${directory}/${values.name}.yml`, text: filledTemplate(`${forge}.yml`, values) }];
}

function valuesOf(forge: ForgeName, flags: PipelineFlags, chosen: Chosen) {
  const name = checked('--name', flags.name ?? 'docform', /^[A-Za-z][\w-]*$/);
  for (const environment of chosen.environments) checked('the environment', environment, /^\w[\w.-]*$/);
  requireDistinct(chosen.environments);
  const configuration = checkedPath('-c', chosen.configuration).replace(/^(\.\/)+/, '');
  const installDirectory = checkedPath('the directory of the lock file', chosen.installDirectory);
  const environments = chosen.environments.length === 0 ? [undefined] : chosen.environments;
  const { nodeVersion = '22', sharedComment: isShared = false } = flags;
  const isProposing = flags.driftBranch === true;
  const install = checked('--install', flags.install ?? 'npm ci --ignore-scripts', harmlessCommand).trim();
  const named = name === 'docform' ? '' : ` --name ${name}`;
  return {
    name,
    configuration,
    'install-directory': installDirectory,
    paths: pathsOf(forge, { configuration, installDirectory, parts: chosen.parts ?? [] }).map((path) => ({ path })),
    branch: checked('--branch', flags.branch ?? 'main', /^(?![-/])[\w./-]+$/),
    'install-yaml': /^\w[\w ./-]*$/.test(install) ? install : JSON.stringify(install),
    'node-version': checked('--node-version', nodeVersion, /^\d+(\.\d+){0,2}$/),
    cron: checked('--cron', flags.cron ?? '17 3 * * *', /^[\d*,/-]+( [\d*,/-]+){4}$/),
    checkout: action('checkout', flags.checkoutSha, flags.checkoutTag),
    'setup-node': action('setup-node', flags.setupNodeSha, flags.setupNodeTag),
    'upload-artifact': action('upload-artifact', flags.uploadArtifactSha, flags.uploadArtifactTag),
    image: checked('--image', flags.image ?? `node:${nodeVersion}`, /^[\w][\w./:@-]*$/),
    backend: flags.backend === true ? 'yes' : '',
    'drift-branch': isProposing ? 'yes' : '',
    'ledger-access': flags.backend === true ? 'read' : 'write',
    write: isProposing ? ' --write' : '',
    'drift-access': isProposing ? 'write, pull-requests: write' : 'read',
    'issue-when': isProposing ? ', when: always' : '',
    validated: chosen.environments.map((environment) => ` ${environment}`).join(''),
    scope: scopeText(flags),
    'plan-environment': planEnvironmentOf(flags, chosen),
    command: commandOf(forge, flags, chosen),
    // A path, because npx asks the public registry for packages that are not installed.
    docform: `./${installDirectory === '' ? '' : `${installDirectory}/`}node_modules/.bin/docform`,
    shared: isShared ? ' --shared' : '',
    named,
    stages: environments.map((environment, at) => ({
      ...stageValues(environment, { ...flags, name, isProposing }),
      ...waitValues(forge, name, [...environments.slice(0, at), environment].map(jobSuffix)),
    })),
  };
}

function scopeText(flags: PipelineFlags) {
  const words = scopeFlags.flatMap((name) =>
    (flags[name] ?? []).map((pattern) => ` --${name} '${checked(`--${name}`, pattern, /^(?!-)[\w@.:/*+-]+$/)}'`),
  );
  return words.join('');
}

/** The environment whose secrets and approvals the plan and drift jobs use. The apply job has its own. */
function planEnvironmentOf({ planEnvironment: name, ...flags }: PipelineFlags, { environments }: Chosen) {
  if (name === undefined) return '';
  checked('--plan-environment', name, /^\w[\w.-]*$/);
  const applying = environments.length === 0 ? [flags.name ?? 'docform'] : environments;
  if (!applying.includes(name)) return name;
  throw usageFailure(
    `--plan-environment ${name} is the environment of the apply job, so plans could use the token that applies`,
    'give another environment, such as `docform-plan`',
  );
}

function stageValues(
  environment: string | undefined,
  { name, isProposing, planEnvironment }: PipelineFlags & { readonly name: string; readonly isProposing: boolean },
): TemplateValues {
  const job = jobSuffix(environment);
  return {
    job,
    env: environment === undefined ? '' : ` --env ${environment}`,
    environment: environment ?? name,
    SECRET: secretNameSuffix(environment),
    // GitLab has no secrets of a project that a job must ask for, so each token has an environment.
    'read-environment': planEnvironment ?? `${name}/read${job}`,
    // Two configurations share the tokens of a platform, and never a ledger.
    BACKEND: secretNameSuffix(name === 'docform' ? undefined : name, environment),
    'issue-needs': isProposing ? `[${name}-drift${job}, ${name}-drift-branch${job}]` : `[${name}-drift${job}]`,
  };
}

/** An environment is approved only after each earlier one is applied, or has no changes. `jobs`: the suffixes of the earlier ones and of this one. */
function waitValues(forge: ForgeName, name: string, jobs: readonly string[]): TemplateValues {
  const [own = '', ...before] = jobs.toReversed();
  const earlier = before.toReversed();
  const last = earlier.at(-1) ?? '';
  const needed = earlier.flatMap((job) =>
    forge === 'github' ? [`plan${job}`, `apply${job}`] : [`${name}-apply${job}`],
  );
  if (forge === 'gitlab')
    return {
      'apply-needs': `[${[`${name}-plan${own}`, ...needed].join(', ')}]`,
      earlier: earlier.length === 0 ? '' : ` after ${name}-apply${last}`,
    };
  const isDone = (job: string) =>
    `(needs.apply${job}.result == 'success' || needs.plan${job}.result == 'success' && needs.plan${job}.outputs.changes == '0')`;
  // Without a status function, a skipped apply would skip this one.
  const conditions = ['!cancelled()', `needs.plan${own}.result == 'success'`, ...earlier.map(isDone)];
  return {
    'apply-needs': earlier.length === 0 ? `plan${own}` : `[${[`plan${own}`, ...needed].join(', ')}]`,
    'after-earlier': earlier.length === 0 ? '' : ` && ${conditions.join(' && ')}`,
    earlier: earlier.length === 0 ? '' : ` apply${last}, and after`,
  };
}

/** Empty, or with a slash at the end. */
function directoryOf(path: string) {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Patterns of paths whose changes start a pipeline, for a configuration in a subdirectory. Empty: any path. */
function pathsOf(
  forge: ForgeName,
  { configuration, installDirectory, parts }: Required<Omit<Chosen, 'environments'>>,
): readonly string[] {
  const home = directoryOf(configuration);
  if (home === '' || parts.some((part) => !harmlessPath.test(part))) return [];
  const manifests = ['package.json', 'package-lock.json'].map((name) =>
    installDirectory === '' ? name : `${installDirectory}/${name}`,
  );
  const outside = [...parts, ...manifests].filter((path) => !`${path}/`.startsWith(home));
  return [`${home}${forge === 'github' ? '**' : '**/*'}`, ...outside];
}

/** Without characters that are special in a shell, in YAML or in path filters. */
const harmlessPath = /^(?!-|\/|.*\.\.)[\w./-]+$/;

const harmlessCommand = /^(?!.*\$\{\{)[\x20-\x7e]*\S[\x20-\x7e]*$/;

function checkedPath(flag: string, path = '') {
  return path === '' ? '' : checked(flag, path, harmlessPath);
}

function checked(flag: string, value: string, pattern: RegExp) {
  if (pattern.test(value)) return value;
  throw usageFailure(
    `${flag} ${JSON.stringify(value)} is not allowed in a pipeline`,
    'remove all characters that have a meaning in a shell or in YAML',
  );
}

/** `version`: the tag that the user gave. Nothing else tells the version of a commit. */
function action(name: string, sha: string | undefined, version: string | undefined) {
  const tag = version ?? 'v7';
  checked(`--${name}-tag`, tag, /^v?\d+(\.\d+)*$/);
  if (sha === undefined) return `actions/${name}@${tag}`;
  if (/^[0-9a-f]{40}$/.test(sha)) return `actions/${name}@${sha}${version === undefined ? '' : ` # ${version}`}`;
  throw usageFailure(
    `--${name}-sha ${sha} is not a commit`,
    `give all 40 digits, as \`git ls-remote https://github.com/actions/${name} ${tag}\` prints them`,
  );
}

/** Names of secrets allow fewer characters than names of environments. */
function requireDistinct(environments: readonly string[]) {
  const known = new Map<string, string>();
  for (const environment of environments) {
    const suffix = secretNameSuffix(environment);
    const other = known.get(suffix);
    if (other !== undefined)
      throw usageFailure(`${other} and ${environment} would share the secret DOCFORM_READ_TOKEN${suffix}`);
    known.set(suffix, environment);
  }
}

function commandOf(forge: ForgeName, flags: PipelineFlags, { environments, configuration }: Chosen) {
  const given = textFlags.flatMap((name) => {
    const value = flags[name];
    return value === undefined ? [] : [flagName(name), shellWord(value)];
  });
  for (const name of scopeFlags)
    given.push(...(flags[name] ?? []).flatMap((pattern) => [`--${name}`, shellWord(pattern)]));
  if (flags.backend === true) given.push('--backend');
  if (flags.driftBranch === true) given.push('--drift-branch');
  if (flags.sharedComment === true) given.push('--shared-comment');
  const config = configuration === undefined ? [] : ['-c', configuration];
  return ['docform ci', forge, ...environments, ...config, ...given, '--force'].join(' ');
}

/** An empty text or list is false for `#if`. */
interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

function filledTemplate(file: string, values: TemplateValues) {
  return `${filledFile(file, values).join('\n')}\n`;
}

function filledFile(file: string, values: TemplateValues) {
  return filledLines(readShippedText(`cli/pipelines/templates/${file}`).trimEnd().split('\n'), values);
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
