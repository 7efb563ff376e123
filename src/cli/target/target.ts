/** Opens the target of a command: a remote platform with its token and proxy, or a reference platform in this process, its organization and its ledger. */
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { count } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, errorMessage, exitCode } from '../../core/docform-error.ts';
import type { Desired } from '../../core/state.ts';
import { canPercentDecode, isCutInPassword, isLoopback } from '../../core/url.ts';
import { readPipe, readPlainFile } from '../../disk/plain-file.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import type { HttpPlatformOptions, Platform } from '../../library/platform.ts';
import type { Waiting } from '../../remote/client/retry.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import type { LoadedConfig } from '../files/configuration.ts';
import { missingPlace } from '../files/named-place.ts';
import { type LedgerPlace, repositoryOf, requireIdentity } from '../files/repository.ts';
import { forgeOf, secretNameSuffix } from '../io/forge-run.ts';
import type { Io } from '../io/io.ts';
import { traceRequest } from '../io/progress.ts';
import { maxTokenBytes, type Session, usageFailure } from '../io/session.ts';
import { version } from '../io/version.ts';

/** The facts that find the ledger of a platform. */
export interface LedgerOwner {
  readonly host: string;
  readonly isLocal: boolean;
  readonly data?: string;
}

export interface Target extends LedgerOwner {
  readonly platform: Platform;
  readonly organization?: string;
  readonly traffic: { readonly concurrency?: number; readonly waiting: Waiting };
  readonly interruption: AbortController;
}

/** The session closes the target. */
export async function openTarget(
  session: Session,
  traffic: Pick<HttpPlatformOptions, 'maxBytesInAll' | 'hasAlike'> = {},
): Promise<Target> {
  const { organization, timeoutMs, maxWaitMs, concurrency, dialect } = session.settings;
  const apiUrl = addressOf(session);
  const { openPlatform, waitingFor } = await import('../../library/platform.ts');
  const interruption = new AbortController();
  const waiting = await waitingFor({ maxWaitMs, signal: interruption.signal });
  const run = { interruption, traffic: { ...withoutUndefined({ concurrency }), waiting } };
  if (isLocalAddress(apiUrl)) return { ...run, ...(await openLocal(session, apiUrl.slice('local:'.length))) };
  const token = await readToken(session);
  const proxyUrl = proxyFor(apiUrl, session.io.environment);
  const platform = await openPlatform({
    apiUrl,
    token,
    timeoutMs,
    userAgent: `docform/${version}`,
    ...withoutUndefined({ connections: concurrency, proxyUrl, dialect }),
    ...traffic,
  });
  session.onClose(platform.close);
  return { ...run, platform, host: platform.host, isLocal: false, ...withoutUndefined({ organization }) };
}

export function addressOf({ settings }: Session) {
  if (settings.apiUrl !== undefined) return settings.apiUrl;
  throw usageFailure(
    'no API URL is set',
    'set --api-url URL or DOCFORM_API_URL; --api-url local[:FILE] runs a reference platform in this process',
    'E-API-URL',
  );
}

export function isLocalAddress(apiUrl: string) {
  return /^local(?::|$)/.test(apiUrl);
}

/** `local`: in memory; `local:FILE`: stored in the file. */
async function openLocal(session: Session, file: string) {
  const [{ openLocalPlatform }, { createPlatform }] = await Promise.all([
    import('../../library/platform.ts'),
    import('../../server/index.ts'),
  ]);
  const data = file === '' ? undefined : resolve(session.settings.directory, file);
  const { dialect = '2025-06' } = session.settings;
  const server = withDataFile(data, () => createPlatform({ seed: 'empty', dialect, ...withoutUndefined({ data }) }));
  const { fetch, answer, token, organization } = server;
  session.keepSecret(token);
  const host = data === undefined ? 'local' : `local:${basename(data)}`;
  const platform = await openLocalPlatform({ fetch, answer, token, host, dialect });
  session.onClose(server.close);
  return { platform, host, organization, isLocal: true, ...withoutUndefined({ data }) };
}

/** Refuses an empty backend next to a ledger file. */
export async function openTargetLedger(
  session: Session,
  owner: LedgerOwner,
  place: LedgerPlace,
): Promise<StateBackend> {
  const backend = await openBareLedger(session, owner, place);
  const { backendUrl, environmentName } = session.settings;
  if (owner.isLocal || backendUrl === undefined) return backend;
  const { besideFile } = await import('../../ledger/file/beside-file.ts');
  const { host } = owner;
  return besideFile(backend, ledgerPath(place.directory, environmentName), { host, organization: place.organization });
}

/** The ledger of the reference platform is next to its data, so that it does not affect the ledger of the real platform. */
export async function openBareLedger(
  session: Session,
  { host, isLocal, data }: LedgerOwner,
  place: LedgerPlace,
): Promise<StateBackend> {
  if (isLocal && data === undefined) return (await import('../../library/platform.ts')).memoryLedger();
  const { openLedger } = await import('../../library/ledger.ts');
  refuseEmptyBackend(session);
  const { backendUrl, timeoutMs, maxWaitMs, environmentName } = session.settings;
  const variables = session.io.environment;
  if (!isLocal && backendUrl !== undefined) requireIdentity(session, place);
  const proxyUrl = backendUrl === undefined ? undefined : proxyFor(backendUrl, variables);
  const { ledger, close } = await openLedger({
    path: data === undefined ? ledgerPath(place.directory, environmentName) : `${data}.ledger.json`,
    target: { host, organization: place.organization, ...withoutUndefined({ name: place.name }) },
    machine: { host: hostname(), pid: process.pid, isPidAlive },
    variables,
    version,
    timeoutMs,
    maxWaitMs,
    tell: session.say,
    ...withoutUndefined({ environmentName, proxyUrl }),
    ...(isLocal ? {} : { ...repositoryOf(session, place), ...withoutUndefined({ url: backendUrl }) }),
  });
  session.onClose(close);
  return ledger;
}

/** Without the secret, a pipeline would use a ledger file on the runner, and create everything again. */
function refuseEmptyBackend({ io: { environment } }: Session) {
  if (environment.DOCFORM_BACKEND !== '' || forgeOf(environment) === undefined) return;
  throw usageFailure(
    'DOCFORM_BACKEND is empty, so the ledger is unknown',
    'add the secret that the pipeline passes as DOCFORM_BACKEND, or remove DOCFORM_BACKEND from the pipeline',
    'E-BACKEND',
  );
}

/** Opens the target and the ledger of a configuration. */
export async function openConfigured(session: Session, { desired: declared, directory, file }: LoadedConfig) {
  const target = await openTarget(session);
  const desired: Desired = { ...declared, organization: target.organization ?? declared.organization };
  const { organization, name } = desired;
  const ledger = await openTargetLedger(session, target, { directory, organization, name, file });
  session.say(`Reading organization ${organization} on ${target.host}\n`);
  return { target, ledger, desired };
}

/** Signal 0 only checks that the process exists. */
function isPidAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `open`: opens the data file of a reference platform. */
const withoutSqlite =
  'run `npm install libsql`, or keep the platform in memory: `platform serve` without --data, or --api-url local';
const unusableFile =
  'check that the directory exists, and that the file is new or was written by the reference platform';

/** The code is compared, because importing the class would load the reference platform. */
function isSqliteMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_MISSING';
}

export function withDataFile<T>(data: string | undefined, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (data === undefined) throw error;
    const message = `the data file ${data} cannot be opened: ${errorMessage(error)}`;
    const hint = isSqliteMissing(error) ? withoutSqlite : unusableFile;
    throw new DocformError({ code: 'E-SYSTEM', message, hint });
  }
}

const variable = 'HTTPS_PROXY';

/** Never uses a proxy for `http` and for loopback addresses: `http` is allowed only for loopback addresses. */
export function proxyFor(apiUrl: string, environment: Io['environment']) {
  if (!URL.canParse(apiUrl)) return undefined;
  const url = new URL(apiUrl);
  if (url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
  const name = environment[variable] ? variable : variable.toLowerCase();
  const proxy = environment[name];
  const excluded = (environment.NO_PROXY || environment.no_proxy || '').split(/[\s,]+/).filter((entry) => entry !== '');
  return proxy && !excluded.some((entry) => isExcluded(url, entry)) ? proxyUrl(name, proxy.trim()) : undefined;
}

function isExcluded(url: URL, entry: string) {
  if (entry === '*') return true;
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== (url.port || '443')) return false;
  const domain = name.replace(/^\*?\./, '');
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

/** Messages omit the value, because it can contain a password. */
function proxyUrl(variable: string, text: string) {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const hint = `example: ${variable}=http://USER:PASSWORD@proxy.example.com:3128; or add the host of the platform to NO_PROXY`;
  if (!canPercentDecode(text) || (url !== undefined && isCutInPassword(url)))
    throw usageFailure(`${variable} contains a character that must be percent-encoded`, hint);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageFailure(`${variable} is not the URL of an http or https proxy`, hint);
  return address;
}

/** No flag contains the token, because other users can see flags. */
export function tokenSource({ settings }: Pick<Session, 'settings'>) {
  return settings.tokenFile === undefined ? 'DOCFORM_TOKEN' : '--token-file';
}

async function readToken(session: Session) {
  const { tokenFile, directory } = session.settings;
  const text =
    tokenFile === undefined ? session.io.environment.DOCFORM_TOKEN : await textOf(session, tokenFile, directory);
  const token = text?.trim() ?? '';
  if (token === '') throw missing(session);
  session.keepSecret(token);
  return token;
}

async function textOf(session: Session, file: string, directory: string) {
  if (file === '-') return await session.io.stdin.readAll();
  const path = resolve(directory, file);
  const read = readPlainFile(path, maxTokenBytes);
  if ('text' in read) return read.text;
  if (read.fault === 'missing')
    throw await missingPlace(directory, file, {
      what: 'file',
      hint: 'check the path of --token-file',
      code: 'E-TOKEN-FILE',
    });
  const piped = read.fault === 'not-a-file' ? await readPipe(path, maxTokenBytes) : read;
  if ('text' in piped) return piped.text;
  throw unreadable(file, piped.reason ?? piped.fault);
}

function unreadable(file: string, reason: string) {
  return usageFailure(
    `the token file ${file} cannot be read (${reason})`,
    'check the path of --token-file',
    'E-TOKEN-FILE',
  );
}

function missing(session: Session) {
  const { tokenFile } = session.settings;
  const message = tokenFile === undefined ? 'no token' : `the token file ${tokenFile} is empty`;
  const hint = tokenHint(session);
  return new DocformError({ exit: exitCode.denied, code: 'E-TOKEN', message, hint });
}

/** The generated pipelines pass a secret as DOCFORM_TOKEN. */
function tokenHint({ settings, io: { environment } }: Session) {
  const forge = forgeOf(environment);
  if (forge === undefined || settings.tokenFile !== undefined || environment.DOCFORM_TOKEN === undefined)
    return 'set DOCFORM_TOKEN, or pass --token-file FILE (- for stdin)';
  const what = forge === 'github' ? 'secret' : 'CI/CD variable';
  const read = `DOCFORM_READ_TOKEN${secretNameSuffix(settings.environmentName)}`;
  return `add the ${what} that this job passes as DOCFORM_TOKEN: ${read} to plan, or DOCFORM_APPLY_TOKEN to apply`;
}

const maxNamed = 20;

/** `declared`: organization of the configuration. Contacts the platform only if no organization is known. */
export async function organizationOf(session: Session, target: Target, declared: string | undefined) {
  const known = target.organization ?? session.settings.organization ?? declared;
  if (known !== undefined) return known;
  const { only, summary } = await seenOrganizations(session, target);
  if (only !== undefined) return only;
  throw usageFailure(
    `no organization is set, and ${summary}`,
    'set --organization ID or DOCFORM_ORG',
    'E-ORGANIZATION-CHOICE',
  );
}

/** `only`: the id, if the token can read exactly one organization. `summary`: the end of a sentence. */
export async function seenOrganizations(session: Session, target: Target) {
  const { organizationsOf } = await import('../../library/request.ts');
  const { organizations, unknown } = await organizationsOf(target.platform, {
    ...target.traffic,
    onRequest: traceRequest(session),
  });
  const named = organizations.slice(0, maxNamed).map(({ id, title }) => `${id} (${oneLine(title)})`);
  const rest = organizations.length > maxNamed ? ` and ${organizations.length - maxNamed} more` : '';
  const found = organizations.length === 0 ? 'no organization' : count(organizations.length, 'organization');
  const result =
    unknown === undefined ? `this token can read ${found}` : `the list of organizations could not be read: ${unknown}`;
  return {
    only: organizations.length === 1 && unknown === undefined ? organizations[0]?.id : undefined,
    summary: `${result}${named.length === 0 ? '' : `: ${named.join(', ')}${rest}`}`,
  };
}
