/** Validates the flags of `docform ci`, so that no value breaks out of YAML or a shell command. */

import { defined } from '../../core/defined.ts';
import { usageFailure } from '../failure.ts';
import { type CommandFlags, flagName, shellWord } from '../flags.ts';
import { type PipelineChoices, secretSuffix } from './pipeline.ts';

export type ForgeName = 'github' | 'gitlab';

/** The flags that have a text as value. */
const textFlags = [
  ...(['name', 'branch', 'install', 'nodeVersion', 'cron', 'checkoutSha', 'checkoutTag'] as const),
  ...(['setupNodeSha', 'setupNodeTag', 'uploadArtifactSha', 'uploadArtifactTag', 'image'] as const),
];

export type PipelineFlags = CommandFlags<(typeof textFlags)[number], 'backend' | 'driftBranch' | 'sharedComment'>;

const tags = { checkout: 'v7', setupNode: 'v7', uploadArtifact: 'v7' };

interface Chosen {
  readonly environments: readonly string[];
  readonly configuration?: string;
  readonly installDirectory?: string;
  readonly parts?: readonly string[];
}

/** Without characters that are special in a shell, in YAML or in path filters. */
const harmlessPath = /^(?!-|\/|.*\.\.)[\w./-]+$/;

export function pipelineChoices(forge: ForgeName, flags: PipelineFlags, chosen: Chosen): PipelineChoices {
  const { environments, configuration, installDirectory = '' } = chosen;
  const name = checked('--name', flags.name ?? 'docform', /^[A-Za-z][\w-]*$/);
  for (const environment of environments) checked('the environment', environment, /^\w[\w.-]*$/);
  requireDistinct(environments);
  const directory = configuration === undefined ? undefined : checked('-c', configuration, harmlessPath);
  return {
    ...{ name, environments: environments.length === 0 ? [undefined] : environments },
    ...defined({ configuration: directory?.replace(/^(\.\/)+/, '') }),
    installDirectory:
      installDirectory === '' ? '' : checked('the directory of the lock file', installDirectory, harmlessPath),
    paths: pathsOf(chosen),
    branch: checked('--branch', flags.branch ?? 'main', /^(?![-/])[\w./-]+$/),
    install: checked(
      '--install',
      flags.install ?? 'npm ci --ignore-scripts',
      /^(?!.*\$\{\{)[\x20-\x7e]*\S[\x20-\x7e]*$/,
    ).trim(),
    nodeVersion: checked('--node-version', flags.nodeVersion ?? '22', /^\d+(\.\d+){0,2}$/),
    cron: checked('--cron', flags.cron ?? '17 3 * * *', /^[\d*,/-]+( [\d*,/-]+){4}$/),
    checkout: action('actions/checkout', 'checkout', flags.checkoutSha, flags.checkoutTag ?? tags.checkout),
    setupNode: action('actions/setup-node', 'setup-node', flags.setupNodeSha, flags.setupNodeTag ?? tags.setupNode),
    uploadArtifact: action(
      'actions/upload-artifact',
      'upload-artifact',
      flags.uploadArtifactSha,
      flags.uploadArtifactTag ?? tags.uploadArtifact,
    ),
    hasBackend: flags.backend === true,
    hasDriftBranch: flags.driftBranch === true,
    hasSharedComment: flags.sharedComment === true,
    image: checked('--image', flags.image ?? `node:${flags.nodeVersion ?? '22'}`, /^[\w][\w./:@-]*$/),
    command: commandOf(forge, flags, chosen),
  };
}

/** Path filters for a configuration in a subdirectory. Undefined: no filter. */
function pathsOf({ configuration, installDirectory = '', parts = [] }: Chosen): PipelineChoices['paths'] {
  const home =
    configuration?.includes('/') === true
      ? configuration.slice(0, configuration.lastIndexOf('/')).replace(/^(\.\/)+/, '')
      : '';
  if (home === '' || home === '.' || parts.some((part) => !harmlessPath.test(part))) return undefined;
  const isOutside = (path: string) => !`${path}/`.startsWith(`${home}/`);
  const manifests = ['package.json', 'package-lock.json'].map((name) =>
    installDirectory === '' ? name : `${installDirectory}/${name}`,
  );
  return { directory: home, files: [...parts, ...manifests].filter(isOutside) };
}

function checked(flag: string, value: string, pattern: RegExp) {
  if (pattern.test(value)) return value;
  throw usageFailure(
    `${flag} ${JSON.stringify(value)} is not allowed in a pipeline`,
    'remove all characters that have a meaning in a shell or in YAML',
  );
}

function action(path: string, flag: string, sha: string | undefined, tag: string) {
  checked(`--${flag}-tag`, tag, /^v?\d+(\.\d+)*$/);
  if (sha === undefined) return `${path}@${tag}`;
  if (/^[0-9a-f]{40}$/.test(sha)) return `${path}@${sha} # ${tag}`;
  throw usageFailure(
    `--${flag}-sha ${sha} is not a commit`,
    `give all 40 digits, as \`git ls-remote https://github.com/${path} ${tag}\` prints them`,
  );
}

/** Names of secrets allow fewer characters than names of environments. */
function requireDistinct(environments: readonly string[]) {
  const known = new Map<string, string>();
  for (const environment of environments) {
    const suffix = secretSuffix(environment);
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
  if (flags.backend === true) given.push('--backend');
  if (flags.driftBranch === true) given.push('--drift-branch');
  if (flags.sharedComment === true) given.push('--shared-comment');
  const config = configuration === undefined ? [] : ['-c', configuration];
  return ['docform ci', forge, ...environments, ...config, ...given, '--force'].join(' ');
}
