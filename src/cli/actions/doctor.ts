/** `docform doctor`: checks the requirements of other commands and suggests a fix for each failure. */

import { platform as system } from 'node:os';
import { dirname, resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { type Dialect, dialectDescriptions } from '../../core/dialect.ts';
import { exitCode } from '../../core/docform-error.ts';
import { stalledFix } from '../../core/stalled-sync.ts';
import { anyOrganization } from '../../core/state.ts';
import { describeHolder } from '../../ledger/holder.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import { dialectAnswered } from '../../library/detect-dialect.ts';
import { examine } from '../../library/examine.ts';
import { hostOf } from '../../library/platform.ts';
import { syncedSpaces } from '../../library/synced-spaces.ts';
import { type Check, doctorJson, doctorText } from '../../report/doctor.ts';
import { count } from '../../report/wording/words.ts';
import { readConfiguration } from '../files/configuration.ts';
import type { LedgerPlace } from '../files/repository.ts';
import { traceRequest } from '../io/progress.ts';
import { failureOf, type Run, type Session } from '../io/session.ts';
import { version } from '../io/version.ts';
import {
  addressOf,
  isLocalAddress,
  openTarget,
  openTargetLedger,
  organizationOf,
  proxyFor,
  seenOrganizations,
  type Target,
  tokenSource,
} from '../target/target.ts';

/** A platform that does not answer is a failed check, so doctor waits only briefly. */
const mostWaitMs = 5_000;

export const runDoctor: Run = async (session) => {
  const { settings } = session;
  const impatient = { ...settings, maxWaitMs: Math.min(settings.maxWaitMs, mostWaitMs) };
  const checks: Check[] = [];
  for await (const check of diagnose({ ...session, settings: impatient })) checks.push(check);
  session.result(settings.format === 'json' ? doctorJson(checks) : doctorText(checks, session.paintResult));
  return checks.some(({ status }) => status === 'failed') ? exitCode.failed : exitCode.done;
};

const maxSkewMs = 60_000;

/** Yields checks, and returns a result for further checks. */
type Checking<T = void> = AsyncGenerator<Check, T>;

async function* diagnose(session: Session): Checking {
  yield ok('program', `docform ${version}, Node ${process.version}, ${system()}`);
  const { organization: declared, directory, name } = yield* checkConfiguration(session);
  const { environment } = session.io;
  const address = yield* attempted('api-url', () => addressOf(session), addressText(session));
  const isReachable =
    address && (yield* attempted('proxy', () => ({ proxy: proxyFor(address, environment) }), proxyText));
  const target = isReachable && (yield* attempted('token', () => openTarget(session)));
  const others = ['organization', 'permissions', 'dialect', 'clock', 'ledger', 'lock'];
  if (!target) return yield* skipped(['connection', ...others], 'because of the failure above');
  const organization = yield* attempted('connection', () => organizationOf(session, target, declared));
  if (organization === undefined) return yield* skipped(others, 'because of the failure above');
  yield* checkPlatform(session, target, organization);
  yield* checkLedger(session, target, { organization, directory, name });
}

function ok(name: string, message: string): Check {
  return { name, status: 'ok', message };
}

function warning(name: string, message: string, fix: string): Check {
  return { name, status: 'warning', message, fix };
}

function skip(name: string, message: string): Check {
  return { name, status: 'skipped', message };
}

function* skipped(names: readonly string[], why: string) {
  yield* names.map((name) => skip(name, `not checked, ${why}`));
}

/** `messageOf`: the message of a successful check. Missing: another check prints a message. */
async function* attempted<T>(
  name: string,
  work: () => T | Promise<T>,
  messageOf?: (value: T) => string | undefined,
): Checking<T | undefined> {
  try {
    const value = await work();
    const message = messageOf?.(value);
    if (message !== undefined) yield ok(name, message);
    return value;
  } catch (error) {
    yield failed(name, error);
    return undefined;
  }
}

function failed(name: string, error: unknown): Check {
  const { code, message, hint } = failureOf(error);
  return { name, status: 'failed', code, message, ...withoutUndefined({ fix: hint }) };
}

const unanswered = 'because the platform did not answer';

async function* checkConfiguration(session: Session) {
  const { directory } = session.settings;
  const validation = yield* attempted(
    'configuration',
    () => readConfiguration(session, { mayBeOpen: true }),
    ({ file, desired }) => desired && `${file} is valid, ${count(desired.resources.length, 'resource')}`,
  );
  if (validation === undefined) return { directory };
  const { desired, problems, file } = validation;
  if (desired === undefined) {
    const message = `${file}: ${count(problems.length, 'problem')}`;
    yield { name: 'configuration', status: 'failed' as const, message, fix: 'run `docform validate`' };
  }
  const organization = desired?.organization === anyOrganization ? undefined : desired?.organization;
  return { directory: dirname(resolve(directory, file)), organization, name: desired?.name };
}

function addressText({ io }: Session) {
  return (address: string) => {
    if (isLocalAddress(address)) return `${address}, a reference platform in this process`;
    return `${hostOf(address)}, from ${io.environment.DOCFORM_API_URL === address ? 'DOCFORM_API_URL' : '--api-url'}`;
  };
}

function proxyText({ proxy }: { readonly proxy: string | undefined }) {
  return proxy === undefined ? 'not used for this URL' : `requests go through ${new URL(proxy).host}`;
}

async function* checkPlatform(session: Session, target: Target, organization: string): Checking {
  const options = { ...target.traffic, onRequest: traceRequest(session), now: Date.now };
  const found = yield* attempted('connection', () => examine(target.platform, organization, options));
  const later = ['token', 'organization', 'permissions', 'dialect'];
  if (found === undefined) return yield* skipped([...later, 'clock'], unanswered);
  const { title, permissions, clockAheadMs, failure } = found;
  if (failure !== undefined && failure.status === undefined) {
    yield failed('connection', failure);
    yield* skipped(later, unanswered);
    return yield clockCheck(clockAheadMs);
  }
  yield ok('connection', `${target.host} answers`);
  if (failure?.status === 404) {
    const { summary } = await seenOrganizations(session, target);
    yield { ...failed('organization', failure), fix: `${summary}; set --organization ID or DOCFORM_ORG` };
  } else if (failure !== undefined) yield failed(failure.status === 401 ? 'token' : 'organization', failure);
  else {
    yield ok('token', target.isLocal ? 'not required' : `accepted, from ${tokenSource(session)}`);
    yield ok('organization', `${organization}${title === undefined ? '' : ` "${title}"`}`);
    yield permissionsCheck(permissions);
    const answered = yield* checkDialect(session, target, organization);
    if (answered !== undefined && answered !== '2025-06') yield* checkGitSync(target, organization);
  }
  yield clockCheck(clockAheadMs);
}

/** Asks the platform, also if the ledger or a setting names the dialect. */
async function* checkDialect(
  session: Session,
  { platform, traffic }: Target,
  organization: string,
): Checking<Dialect | undefined> {
  const answered = yield* attempted('dialect', () => dialectAnswered(platform, organization, traffic));
  if (answered === undefined) return undefined;
  const stated = session.settings.dialect;
  if (stated === undefined || stated === answered) yield ok('dialect', `${answered}: ${dialectDescriptions[answered]}`);
  else {
    const message = `--dialect sets ${stated}, but the platform answers ${answered}`;
    yield warning('dialect', message, `remove --dialect and DOCFORM_DIALECT, or set them to ${answered}`);
  }
  return answered;
}

/** Without spaces that have Git Sync, there is no check. */
async function* checkGitSync({ platform, traffic }: Target, organization: string): Checking {
  const found = yield* attempted('git-sync', () => syncedSpaces(platform, organization, traffic));
  if (found === undefined) return;
  const { number, stalled, unknown } = found;
  if (unknown !== undefined && stalled.length === 0) yield skip('git-sync', `not checked: ${unknown}`);
  else if (number === 0) return;
  else if (stalled.length === 0) yield ok('git-sync', `on for ${count(number, 'space')}`);
  else yield warning('git-sync', stalled.join('; '), stalledFix);
}

function permissionsCheck(permissions: readonly string[] | undefined): Check {
  if (permissions?.includes('admin') === true)
    return ok('permissions', 'the token of an admin: read and write access to everything');
  const may =
    permissions === undefined || permissions.length === 0
      ? 'the platform lists no permissions'
      : `permissions: ${permissions.join(', ')}`;
  return warning(
    'permissions',
    `not the token of an admin; ${may}`,
    'use an admin token for apply; a plan cannot include objects that the token cannot read (docs/explanations/what-a-token-sees.md)',
  );
}

function clockCheck(aheadMs: number | undefined): Check {
  if (aheadMs === undefined) return skip('clock', 'the platform did not return its time');
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) <= maxSkewMs) return ok('clock', 'matches the clock of the platform');
  return {
    name: 'clock',
    status: 'failed',
    message: `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the platform`,
    fix: 'set the clock of this machine; state locks and rate limits depend on it',
  };
}

async function* checkLedger(session: Session, target: Target, place: LedgerPlace): Checking {
  const ledger = yield* attempted('ledger', () => openTargetLedger(session, target, place));
  const state = ledger && (yield* attempted('ledger', () => ledger.load()));
  if (!ledger || !state) return yield* skipped(['lock'], 'because of the failed ledger check');
  const known = `${ledger.place}, ${count(Object.keys(state.ledger.resources).length, 'resource')}`;
  const isCutOff = state.open.length > 0 || state.unsaved !== undefined;
  yield isCutOff
    ? warning('ledger', `${known}; an apply was interrupted`, 'run `docform apply` to complete it')
    : ok('ledger', known);
  yield await lockCheck(ledger);
}

async function lockCheck({ heldBy }: StateBackend): Promise<Check> {
  if (heldBy === undefined) return skip('lock', 'this backend shows the lock only to apply');
  try {
    const holder = await heldBy();
    if (holder === undefined) return ok('lock', 'not locked');
    return warning('lock', describeHolder(holder), 'wait for the apply to finish, or run apply with --lock-timeout');
  } catch (error) {
    return failed('lock', error);
  }
}
