/** Loads the configuration for a command, prints its problems, and writes its files: all changed files or none, and never over changes of others. */
import { existsSync } from 'node:fs';
import { lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { findConfiguration } from '../config/find-configuration.ts';
import { defined } from '../core/defined.ts';
import { DocformError, type ExitCode, exitCode } from '../core/docform-error.ts';
import type { Desired } from '../core/state.ts';
import { isRepository, ownPath, readMarkedText, readPlainFile, treeOf, upwards } from '../disk/files.ts';
import { writeAtomically } from '../disk/write.ts';
import { type ConfigurationOptions, type Validation, validate } from '../library/configuration.ts';
import type { Io } from './io.ts';
import { missingPlace, placeAt, placeToWrite } from './named-file.ts';
import { originOf } from './origin.ts';
import { CommandEnd, type Session, usageFailure } from './session.ts';

export type LoadedConfig = Readonly<Awaited<ReturnType<typeof loadConfig>>>;

type ValidConfiguration = Validation & { readonly desired: Desired };

type Reading = Pick<ConfigurationOptions, 'mayBeOpen' | 'policies'>;

/** Ends the command if the configuration has problems. */
export async function loadConfig(session: Session, reading: Reading = {}) {
  const validation = await requireValid(session, await readConfiguration(session, reading));
  const { desired, rules = [] } = validation;
  const file = resolve(session.settings.directory, validation.file);
  /** For reading the configuration again, after an edit. */
  const options = { ...configurationOptions(session), ...defined({ mayBeOpen: reading.mayBeOpen }) };
  return { desired, validation, options, file, directory: dirname(file), rules };
}

export async function requireValid(session: Session, validation: Validation): Promise<ValidConfiguration> {
  const { desired } = validation;
  if (desired === undefined) throw new CommandEnd(await printProblems(session, validation), validation.problems);
  return { ...validation, desired };
}

export function configurationOptions({ settings, io }: Session): ConfigurationOptions {
  const { directory, namedDirectory, configuration, environmentName, organization, variables } = settings;
  return {
    directory,
    ...(namedDirectory === undefined ? {} : { isOnlyHere: true }),
    ...defined({ file: configuration, environment: environmentName, organization }),
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
    const { codeQuality, githubAnnotations } = await import('../report/annotations.ts');
    session.result((format === 'github' ? githubAnnotations : codeQuality)(problems));
    return exit;
  }
  const { problemsJson, problemsText } = await import('../report/problems.ts');
  if (format === 'json') session.result(problemsJson(problems, session.settings));
  else session.warn(problemsText(problems, sources, session.paintMessage, viewOf(session)));
  if (format === 'markdown') {
    const { problemsMarkdown } = await import('../report/problems.ts');
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

interface FileTexts {
  readonly directory: string;
  /** Nothing is written outside the tree of the main file. */
  readonly main: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Throws DocformError if a file has changed since it was read. If a write fails, restores the files that were already written. */
export async function writeConfigurationFiles(texts: FileTexts) {
  const files = await Promise.all([...texts.after].map(([path, text]) => openFile(texts, path, text)));
  const written: typeof files = [];
  try {
    for (const file of files) {
      await mkdir(dirname(file.path), { recursive: true });
      await writeAtomically(file.path, file.after, file.mode);
      written.push(file);
    }
  } catch (error) {
    for (const { path, now, mode } of written) {
      const putBack = now === undefined ? rm(path, { force: true }) : writeAtomically(path, now, mode);
      await putBack.catch(() => undefined);
    }
    throw error;
  }
}

/** Writes the edited texts of a configuration that was read. */
export function writeEdit(
  { settings }: Session,
  { file, sources }: Pick<Validation, 'file' | 'sources'>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  return writeConfigurationFiles({ directory: settings.directory, main: file, before: sources, after });
}

/** `now`: the text with its byte order mark, which reading removes; missing: a new file. */
async function openFile({ directory, main, before }: FileTexts, path: string, text: string) {
  const named = resolve(directory, path);
  const was = before.get(path);
  placeToWrite(directory, path, main);
  const real = await realpath(named).catch(() => undefined);
  if (real === undefined) {
    if (was !== undefined) throw changed(path, 'no longer exists');
    // A write would replace the broken link.
    if (await isLink(named)) throw changed(path, 'is a link to a missing file');
    return { path: named, now: undefined, after: text, mode: undefined };
  }
  if (was === undefined) throw changed(path, 'exists now');
  const now = readMarkedText(real, Buffer.byteLength(`\ufeff${was}`));
  const mark = now?.startsWith('\ufeff') ? '\ufeff' : '';
  if (now === undefined || now.slice(mark.length) !== was) throw changed(path, 'changed in the meantime');
  return { path: real, now, after: mark + text, mode: (await stat(real)).mode & 0o777 };
}

function isLink(path: string) {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function changed(path: string, what: string) {
  const message = `${path} ${what}: no file was written`;
  return new DocformError({ code: 'E-FILE-CHANGED', message, hint: 'run the command again' });
}

const mostBytes = 1024 * 1024;

interface GitFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** Matches another line with the same setting. */
  readonly sameSetting?: RegExp;
  readonly why: string;
}

const attributes: GitFile = {
  name: '.gitattributes',
  lines: ['docform.ledger*.json merge=union'],
  sameSetting: /docform\.ledger/,
  why: 'Git keeps the ledger lines of both branches in a merge',
};

const certificates: GitFile = {
  name: '.gitattributes',
  lines: ['*.pem text eol=lf'],
  sameSetting: /^\S*\.pem\s/m,
  why: 'Git checks out certificates with the same line endings on every system',
};

const ignored: GitFile = {
  name: '.gitignore',
  // Journal, locks and temporary files of the ledger, and undo files.
  lines: ['*.ledger*.json.*', '*.undo*.json*'],
  // Undo files contain names of people; the journal and the state lock belong to one machine.
  why: 'Git ignores undo files, the journal and the state lock',
};

/** Returns the written files, relative to the working directory. Also works outside a repository, because the directory can become one. */
export async function writeGitFiles(session: Session, home: string, hasLedger: boolean, hasCertificates = false) {
  const files = [...(hasLedger ? [attributes] : []), ...(hasCertificates ? [certificates] : []), ignored];
  const written: string[] = [];
  for (const file of files) written.push(...(await writeLines(session, home, file)));
  return [...new Set(written)];
}

async function writeLines(session: Session, home: string, { name, lines, sameSetting, why }: GitFile) {
  const root = treeOf(join(home, 'docform.yaml'));
  const present = linesAbove(home, isRepository(root) ? root : home, name);
  const missing = sameSetting?.test(present.join('\n')) ? [] : lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return [];
  const named = join(home, name);
  const seen = relative(session.settings.directory, named) || basename(named);
  const path = ownPath(named);
  const there = path === undefined ? undefined : readPlainFile(path, mostBytes);
  if (path === undefined || there === undefined || ('fault' in there && there.fault !== 'missing')) {
    session.say(`Cannot read ${seen}: add ${missing.map((line) => `\`${line}\``).join(', ')}, so that ${why}.\n`);
    return [];
  }
  const text = 'text' in there ? there.text : '';
  await writeAtomically(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  session.say(`Wrote ${seen}, so that ${why}.\n`);
  return [seen];
}

function linesAbove(home: string, root: string, name: string) {
  const lines: string[] = [];
  for (const directory of upwards(home)) {
    const read = readPlainFile(join(directory, name), mostBytes);
    if ('text' in read) lines.push(...read.text.split(/\r?\n/));
    if (directory === root) break;
  }
  return lines;
}
