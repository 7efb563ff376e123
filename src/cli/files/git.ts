/** Runs Git, in one place: without programs that a repository names, without secrets, and without a remote. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { isResolvedWithin } from '../../disk/files.ts';
import type { Io } from '../io/io.ts';

export interface Repository {
  readonly root: string;
  readonly environment: Io['environment'];
}

/** Why Git did not answer, and the fix. */
export interface GitRefusal {
  readonly reason: string;
  readonly fix: string;
  readonly isMissing: boolean;
}

const maxBytes = 1024 * 1024 * 1024;

/** Settings of the repository that name programs. Callers of `diff` also pass `--no-ext-diff` and `--no-textconv`. */
const safeSettings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'core.pager=cat', 'diff.external='].flatMap(
  (setting) => ['-c', setting],
);

/** No command may read the content of the working tree, because a repository can name programs (`filter`) that convert it. */
export function git({ root, environment }: Repository, args: readonly string[], maxBuffer = maxBytes, input = '') {
  const arguments_ = ['-C', root, '--no-pager', '--no-replace-objects', ...safeSettings, ...args];
  return spawnSync('git', arguments_, { env: environmentOf(environment, root), maxBuffer, input, windowsHide: true });
}

interface Remote {
  /** `https://github.com` */
  readonly server: string;
  readonly token: string;
  /** Author of commits. */
  readonly name: string;
  readonly email: string;
}

/** The only use of Git that contacts a remote. The token is neither in a file nor on a command line, where other processes could read it. */
export function remoteGit({ root, environment }: Repository, remote: Remote, args: readonly string[]) {
  const own: { [name: string]: string | undefined } = environmentOf(environment, root);
  const count = Number(own.GIT_CONFIG_COUNT ?? 0);
  const password = Buffer.from(`x-access-token:${remote.token}`).toString('base64');
  const network = Object.entries(environment).filter(([name]) =>
    /^((https?|no)_proxy|ssl_cert_(file|dir))$/i.test(name),
  );
  const env = {
    ...own,
    ...Object.fromEntries(network),
    GIT_ALLOW_PROTOCOL: 'https:http:file',
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `http.${remote.server}/.extraheader`,
    [`GIT_CONFIG_VALUE_${count}`]: `AUTHORIZATION: basic ${password}`,
    GIT_AUTHOR_NAME: remote.name,
    GIT_AUTHOR_EMAIL: remote.email,
    GIT_COMMITTER_NAME: remote.name,
    GIT_COMMITTER_EMAIL: remote.email,
  };
  return spawnSync('git', ['-C', root, '--no-pager', ...safeSettings, ...args], { env, encoding: 'utf8' });
}

type GitResult = ReturnType<typeof git>;

/** Undefined: Git answered. */
export function refusalOf({ error, status, stderr }: GitResult, { root, environment }: Repository) {
  if (error === undefined && status === 0) return undefined;
  if (error !== undefined) return failureToRun(error);
  const reason = firstLine(stderr);
  const isOwned = /dubious ownership|unsafe repository/.test(reason);
  const fix = isOwned ? ownershipFix(root, environment) : `check that \`git -C ${root} status\` works`;
  return { reason: isOwned ? `it belongs to another user (${reason})` : reason, fix, isMissing: false };
}

function failureToRun(error: Error): GitRefusal {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  return isMissing
    ? { reason: '`git` is not on PATH', fix: 'install Git', isMissing }
    : { reason: `cannot run Git: ${error.message}`, fix: 'check that `git --version` works', isMissing };
}

function ownershipFix(root: string, environment: Repository['environment']) {
  const fix = `run \`git config --global --add safe.directory ${root}\``;
  return globalSettings(environment).some((path) => isResolvedWithin(path, root))
    ? `set HOME to a directory outside the repository, and ${fix}`
    : fix;
}

export function firstLine(bytes: Buffer) {
  return (bytes.toString('utf8').split('\n')[0] ?? '').replace(/^(fatal|error): /, '') || 'no reason given';
}

/** The variables that Git needs to start. All others stay out of the process: tokens, and the repository of a surrounding Git hook. */
const kept =
  /^(PATH|HOME|XDG_CONFIG_HOME|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|SUDO_UID|USERPROFILE|HOMEDRIVE|HOMEPATH|SYSTEMROOT|PATHEXT|TEMP)$/i;

function environmentOf(environment: Repository['environment'], root: string) {
  const own = Object.entries(environment).filter(([name, value]) => kept.test(name) && value !== undefined);
  const outside = own.map(([name, value]) => [name, /^path$/i.test(name) ? pathOutside(value, root) : value]);
  return {
    ...Object.fromEntries(outside),
    ...safeDirectories(environment),
    ...settingsOutside(environment, root),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    NoDefaultCurrentDirectoryInExePath: '1',
    LC_ALL: 'C',
  };
}

/** A repository can contain a file with the name `git`. */
function pathOutside(path = '', root: string) {
  return path
    .split(delimiter)
    .filter((each) => isAbsolute(each) && !isResolvedWithin(each, root))
    .join(delimiter);
}

/** Settings of the user and of the system name programs too, so a file of the repository must not be taken for them. */
function settingsOutside(environment: Repository['environment'], root: string) {
  const isGlobalInside = globalSettings(environment).some((path) => !isAbsolute(path) || isResolvedWithin(path, root));
  const { GIT_CONFIG_SYSTEM: system } = environment;
  const isSystemInside = system !== undefined && (!isAbsolute(system) || isResolvedWithin(system, root));
  return {
    // Git before 2.32 does not know GIT_CONFIG_GLOBAL.
    ...(isGlobalInside ? { GIT_CONFIG_GLOBAL: devNull, HOME: devNull, XDG_CONFIG_HOME: devNull } : {}),
    ...(isSystemInside ? { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_SYSTEM: devNull } : {}),
  };
}

function globalSettings({
  GIT_CONFIG_GLOBAL: stated,
  HOME: home,
  XDG_CONFIG_HOME: shared,
}: Repository['environment']): readonly string[] {
  if (stated !== undefined) return [stated];
  return [
    ...(home === undefined ? [] : [join(home, '.gitconfig'), join(home, '.config', 'git', 'config')]),
    ...(shared ? [join(shared, 'git', 'config')] : []),
  ];
}

/** Containers without a home state the directories that Git can trust in GIT_CONFIG_COUNT. */
function safeDirectories(environment: Repository['environment']): Readonly<Record<string, string>> {
  const count = Math.min(100, Number(environment.GIT_CONFIG_COUNT ?? 0));
  const trusted: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { [`GIT_CONFIG_KEY_${at}`]: key, [`GIT_CONFIG_VALUE_${at}`]: value } = environment;
    if (key?.toLowerCase() === 'safe.directory' && value !== undefined) trusted.push(value);
  }
  const pairs = trusted.flatMap((value, at) => [
    [`GIT_CONFIG_KEY_${at}`, 'safe.directory'],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return pairs.length === 0 ? {} : { GIT_CONFIG_COUNT: String(trusted.length), ...Object.fromEntries(pairs) };
}
