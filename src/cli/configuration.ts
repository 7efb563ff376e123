/** Loads the configuration for a command; its problems are told, and end the command before anything is contacted. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ConfigurationOptions, Validation } from '../library/configuration.ts';
import type { Desired, PolicyRule } from '../library/index.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Io } from './io.ts';
import { originOf } from './origin.ts';
import type { Session } from './session.ts';

export interface Loaded {
  readonly desired: Desired;
  readonly validation: Validation;
  /** The main file. */
  readonly file: string;
  /** Its directory, where the ledger stands. */
  readonly directory: string;
  /** That every plan is checked by. */
  readonly rules: readonly PolicyRule[];
}

/** What a reading may go without, and rules that it takes along beside those of the flags. */
type Reading = Pick<ConfigurationOptions, 'mayBeOpen' | 'policies'>;

export async function loadForCommand(session: Session, reading: Reading = {}): Promise<Loaded | { readonly exit: ExitCode }> {
  const validation = await readConfiguration(session, reading);
  if (validation.desired === undefined) return { exit: await tellProblems(session, validation) };
  const file = resolve(session.settings.directory, validation.file);
  return { desired: validation.desired, validation, file, directory: dirname(file), rules: validation.rules ?? [] };
}

/** Which configuration is meant, and with which variables. */
export function configurationOptions({ settings, io }: Session): ConfigurationOptions {
  const { directory, configuration, environmentName, organization, variables } = settings;
  return {
    directory,
    ...(configuration === undefined ? {} : { file: configuration }),
    ...(environmentName === undefined ? {} : { environment: environmentName }),
    ...(organization === undefined ? {} : { organization }),
    variables: { ...variablesOf(io.environment), ...variables },
  };
}

/** Its secrets leave no output unmasked from here on. */
export async function readConfiguration(session: Session, reading: Reading = {}): Promise<Validation> {
  const { directory } = session.settings;
  const { validate } = await import('../library/configuration.ts');
  const policies = [...new Set([...session.settings.policies, ...(reading.policies ?? [])])];
  for (const path of policies) requirePolicy(path, resolve(directory, path));
  const validation = await validate({ ...configurationOptions(session), ...reading, policies });
  for (const secret of validation?.secrets ?? []) session.keepSecret(secret);
  if (validation !== undefined) return validation;
  if (!existsSync(directory)) throw usageFailure(`there is no directory ${directory}`, 'check the path given with -C');
  throw usageFailure(
    `there is no docform.yaml in ${directory} or above it, up to the root of the repository`,
    'go to its directory with -C DIRECTORY, or name it with -c FILE; docform import writes one of what is there, docform init a first one',
    'E-NO-CONFIGURATION',
  );
}

function requirePolicy(named: string, path: string): void {
  if (existsSync(path)) return;
  throw usageFailure(
    `there are no rules at ${named}`,
    'check the path of --policy; a saved plan is applied where the rules are that it was checked by',
    'E-POLICY-FILE',
  );
}

/** Problems go to stderr for people; as JSON they are the result, and as Markdown they are so as well: it takes the place of an older report. */
export async function tellProblems(session: Session, validation: Validation): Promise<ExitCode> {
  const { format } = session.settings;
  if (format === 'github' || format === 'codequality') {
    const { codeQuality, githubAnnotations } = await import('../report/annotations.ts');
    session.result((format === 'github' ? githubAnnotations : codeQuality)(validation.problems));
    return validation.problems.length === 0 ? exitCode.done : exitCode.usage;
  }
  const { problemsJson, problemsText } = await import('../report/problems.ts');
  if (format === 'json') session.result(problemsJson(validation.problems, session.settings));
  else session.warn(problemsText(validation.problems, validation.sources, session.paintMessage, session.settings));
  if (format === 'markdown') {
    const { problemsMarkdown } = await import('../report/failed-markdown.ts');
    session.result(problemsMarkdown(validation.problems, originOf(session)));
  }
  return exitCode.usage;
}

const variablePrefix = 'DOCFORM_VAR_';

function variablesOf(environment: Io['environment']): { readonly [name: string]: string } {
  const found = Object.entries(environment).filter(([name, value]) => name.startsWith(variablePrefix) && value !== undefined);
  return Object.fromEntries(found.map(([name, value]) => [name.slice(variablePrefix.length), value ?? '']));
}
