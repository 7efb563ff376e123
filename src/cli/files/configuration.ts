/** Loads the configuration for a command, and prints its problems. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findConfiguration } from '../../config/files/find-configuration.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import type { Desired } from '../../core/state.ts';
import { type ConfigurationOptions, type Validation, validate } from '../../library/configuration.ts';
import type { Io } from '../io/io.ts';
import { originOf } from '../io/origin.ts';
import { ExitSignal, type Session, usageFailure } from '../io/session.ts';
import { missingPlace, placeAt } from './named-place.ts';

export type LoadedConfig = Readonly<Awaited<ReturnType<typeof loadConfig>>>;

type ValidConfiguration = Validation & { readonly desired: Desired };

type Reading = Pick<ConfigurationOptions, 'mayBeOpen' | 'policies'>;

/** Ends the command if the configuration has problems. */
export async function loadConfig(session: Session, reading: Reading = {}) {
  const validation = await requireValid(session, await readConfiguration(session, reading));
  const { desired, rules = [] } = validation;
  const file = resolve(session.settings.directory, validation.file);
  /** For reading the configuration again, after an edit. */
  const options = { ...configurationOptions(session), ...withoutUndefined({ mayBeOpen: reading.mayBeOpen }) };
  return { desired, validation, options, file, directory: dirname(file), rules };
}

export async function requireValid(session: Session, validation: Validation): Promise<ValidConfiguration> {
  const { desired } = validation;
  if (desired === undefined) throw new ExitSignal(await printProblems(session, validation), validation.problems);
  return { ...validation, desired };
}

export function configurationOptions({ settings, io }: Session): ConfigurationOptions {
  const { directory, namedDirectory, configuration, environmentName, organization, variables } = settings;
  return {
    directory,
    ...(namedDirectory === undefined ? {} : { isOnlyHere: true }),
    ...withoutUndefined({ file: configuration, environment: environmentName, organization }),
    variables: { ...variablesOf(io.environment), ...variables },
  };
}

/** From here on, all output masks the secrets of the configuration. */
export async function validated(session: Session, options: ConfigurationOptions) {
  const validation = await validate(options);
  for (const secret of validation?.secrets ?? []) session.keepSecret(secret);
  return validation;
}

export async function readConfiguration(session: Session, reading: Reading = {}): Promise<Validation> {
  const { directory } = session.settings;
  await requireConfiguration(session);
  const policies = [...new Set([...session.settings.policies, ...(reading.policies ?? [])])];
  for (const path of policies) if (!existsSync(resolve(directory, path))) throw await missingPolicy(directory, path);
  const validation = await validated(session, { ...configurationOptions(session), ...reading, policies });
  if (validation !== undefined) return validation;
  throw noConfiguration(session);
}

export async function requireConfiguration({ settings: { directory, configuration: file } }: Session) {
  if (file === undefined) return;
  const found = placeAt(resolve(directory, file));
  if (found === 'file') return;
  if (found === 'directory')
    throw usageFailure(
      `${file} is a directory`,
      `pass a file with -c, or the directory with -C ${file}`,
      'E-NO-CONFIGURATION',
    );
  const hint =
    'check the path in -c or DOCFORM_CONFIG; to write a new configuration, run `docform import --out FILE` or `docform init --out FILE`';
  throw await missingPlace(directory, file, { what: 'file', hint, code: 'E-NO-CONFIGURATION' });
}

function noConfiguration({ settings: { directory, namedDirectory } }: Session) {
  const start = 'run `docform import` to write it from the platform, or `docform init` for a starter file';
  if (namedDirectory === undefined)
    return usageFailure(
      `no docform.yaml in ${directory} or its parents, up to the root of the repository`,
      `name the configuration with -C DIRECTORY or -c FILE; ${start}`,
      'E-NO-CONFIGURATION',
    );
  const above = findConfiguration(directory);
  return usageFailure(
    `no docform.yaml in ${namedDirectory}`,
    above === undefined
      ? start
      : `with -C, docform does not search parent directories; to use ${above}, pass it with -c or omit -C`,
    'E-NO-CONFIGURATION',
  );
}

function missingPolicy(directory: string, path: string) {
  const hint = 'check the path of --policy; apply a saved plan in a directory that contains its policy rules';
  return missingPlace(directory, path, { what: 'file or directory', hint, code: 'E-POLICY-FILE' });
}

/** With JSON and Markdown, problems are the result, which replaces an older report. Otherwise problems go to stderr. */
/** How the problems of a configuration fit on stderr. */
export function viewOf({ settings, io }: Session) {
  return { isAll: settings.isAll, isTerminal: io.stderr.isTerminal };
}

export async function printProblems(
  session: Session,
  { problems, sources }: Pick<Validation, 'problems' | 'sources'>,
): Promise<ExitCode> {
  const { format } = session.settings;
  const exit = problems.length === 0 ? exitCode.done : exitCode.usage;
  if (format === 'github' || format === 'codequality') {
    const { codeQuality, githubAnnotations } = await import('../../report/plan/annotations.ts');
    session.result((format === 'github' ? githubAnnotations : codeQuality)(problems));
    return exit;
  }
  const { problemsJson, problemsText } = await import('../../report/problems.ts');
  if (format === 'json') session.result(problemsJson(problems, session.settings));
  else session.warn(problemsText(problems, sources, session.paintMessage, viewOf(session)));
  if (format === 'markdown') {
    const { problemsMarkdown } = await import('../../report/problems.ts');
    session.result(problemsMarkdown(problems, originOf(session)));
  }
  return exit;
}

const variablePrefix = 'DOCFORM_VAR_';

function variablesOf(environment: Io['environment']) {
  const found = Object.entries(environment).filter(
    ([name, value]) => name.startsWith(variablePrefix) && value !== undefined,
  );
  return Object.fromEntries(found.map(([name, value]) => [name.slice(variablePrefix.length), value ?? '']));
}
