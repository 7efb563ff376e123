/** The steps that `plan` and `apply` share: read the configuration, open the platform and the ledger, and plan, perhaps for a part of the configuration. */

import { dayOf } from '../../core/day.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { sleep } from '../../core/sleep.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import type { Planned } from '../../library/plan.ts';
import type { PlanOptions } from '../../library/plan-input.ts';
import type { CachedReads } from '../../remote/client/cached-reads.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import { type LoadedConfig, loadConfig } from '../files/configuration.ts';
import { declarations } from '../files/repository.ts';
import { eventOf } from '../io/forge-run.ts';
import { liveLine, readingShown, warnUnusedAllows } from '../io/progress.ts';
import { type CommandFlags, type Session, usageFailure } from '../io/session.ts';
import { version } from '../io/version.ts';
import { takeStateLock } from '../target/held-lock.ts';
import { openTarget, openTargetLedger } from '../target/target.ts';
import { type Approval, requireSame } from './approval.ts';

export type PlanSession = Readonly<Awaited<ReturnType<typeof makePlan>>>;

/** `isApplying`: takes the state lock before reading. `approval`: must match the target and the configuration. A saved plan keeps its scope. */
export async function makePlan(session: Session, isApplying = false, approval: Approval = {}, flags: ScopeFlags = {}) {
  const { allow, allowDeletes, hasInsights } = session.settings;
  const line = await liveLine(session);
  line.draw('Reading the configuration');
  const policies = policiesOf(session, approval);
  const loaded = await loadConfig(session, { policies }).finally(line.end);
  const scope = approval.saved === undefined ? await scopeOf(session, loaded, flags) : approval.saved.part;
  const target = await openTarget(session);
  const organization = target.organization ?? loaded.desired.organization;
  await requireSame(approval, { host: target.host, organization, desired: loaded.desired });
  const place = { directory: loaded.directory, file: loaded.file, name: loaded.desired.name, organization };
  const ledger = await openTargetLedger(session, target, place);
  const begun: Partial<Awaited<ReturnType<typeof beginApply>>> = isApplying ? await beginApply(session, ledger) : {};
  const { transport } = target.platform;
  const reads = isApplying ? (await import('../../remote/client/cached-reads.ts')).cacheReads(transport) : undefined;
  const platform = { ...target.platform, transport: reads?.transport ?? transport };
  session.say(`Reading organization ${organization} on ${target.host}\n`);
  const readMs = Date.now();
  const readAt = new Date(readMs).toISOString();
  const today = dayOf(readMs);
  const desired = { ...loaded.desired, organization };
  const options: PlanOptions = {
    desired,
    ledger,
    platform,
    today,
    hasInsights,
    ...target.traffic,
    ...withoutUndefined({ scope, declaredBy: declarations(session, loaded.directory) }),
    ...withoutUndefined({ environment: session.settings.environmentName }),
    policy: { rules: loaded.rules, title: titleOf(session), version, named: policies },
    allowances: approval.saved?.allowances ?? { addresses: allow, ...withoutUndefined({ deletes: allowDeletes }) },
    ...readingShown(session, line),
  };
  const isWholeOnly = flags.allOrNothing === true || approval.saved?.isWholeOnly === true;
  const planOnce = () => planPart(options, isWholeOnly).finally(line.end);
  const planned = isApplying ? await planSettled(session, planOnce) : await planOnce();
  /** Plans again after the apply. Reuses the lists that the apply cannot have changed. */
  const replan = () => planAgain(options, reads, planned).finally(line.end);
  if (approval.saved === undefined) {
    requireMatched(planned.unmatched);
    await warnUnusedAllows(session, planned, desired);
  }
  printRead(session, planned, ledger);
  const { validation, directory } = loaded;
  const opened = { target: { ...target, platform }, ledger, validation, directory, ...withoutUndefined({ scope }) };
  return { planned, desired, replan, readAt, today, ...opened, ...begun };
}

/** Without blocked changes, or complete. */
async function planPart(options: PlanOptions, isWholeOnly: boolean) {
  const [{ plan }, { asWhole, withoutBlocked }] = await Promise.all([
    import('../../library/plan.ts'),
    import('../../library/withhold.ts'),
  ]);
  const all = await plan(options);
  return isWholeOnly ? asWhole(all) : withoutBlocked(all);
}

/** An approved plan was checked against the rules of its own flags. */
function policiesOf({ settings }: Session, { saved }: Approval) {
  return [...new Set([...settings.policies, ...(saved?.policy?.named ?? [])])];
}

/** Requests of an interrupted apply can arrive late. Creating the objects at once could create them twice. */
async function planSettled(session: Session, planOnce: () => Promise<Planned>) {
  const { lateCreates } = await import('../../library/plan.ts');
  const planned = await planOnce();
  const { addresses, waitMs } = lateCreates(planned, session.settings.settleMs, Date.now());
  if (waitMs === 0) return planned;
  const what = `An interrupted apply requested ${count(addresses.length, 'object')} and got no answer: ${someNames(addresses, 3)}.`;
  session.say(`${what} Waiting ${Math.ceil(waitMs / 1_000)} s for delayed requests, then reading again.\n`);
  await sleep(waitMs);
  return planOnce();
}

function printRead(session: Session, { readRequests, digest }: Planned, { place }: StateBackend) {
  session.explain(`Read in ${count(readRequests, 'request')}. Ledger: ${place}. Plan ${digest}\n`);
}

function titleOf({ io: { environment } }: Session) {
  const { DOCFORM_TITLE: own, CI_MERGE_REQUEST_TITLE: request, CI_COMMIT_MESSAGE: message } = environment;
  return own || request || message || eventOf(environment).title || '';
}

async function planAgain(options: PlanOptions, reads: CachedReads | undefined, { plan }: Planned) {
  const [{ planChanges }, { planAround }] = await Promise.all([
    import('../../library/plan.ts'),
    import('../../library/plan-around.ts'),
  ]);
  const verifying = reads?.verifying();
  const { platform } = options;
  const second = await planChanges({
    ...planAround(options, plan),
    platform: { ...platform, transport: verifying?.transport ?? platform.transport },
  });
  return { ...second, readRequests: verifying?.requests() ?? second.readRequests };
}

/** Records an interrupted apply in the ledger first. */
async function beginApply(session: Session, ledger: StateBackend) {
  const lock = await takeStateLock(session, ledger);
  const { catchUp } = await import('../../library/apply.ts');
  const recovered = await catchUp(ledger, lock);
  return { lock, ...withoutUndefined({ recovered }) };
}

export type ScopeFlags = CommandFlags<'since', 'allOrNothing', 'only' | 'except'>;

/** Missing: no flag limits the scope. */
export async function scopeOf(session: Session, loaded: LoadedConfig, { only = [], except = [], since }: ScopeFlags) {
  if (since === undefined) return only.length + except.length === 0 ? undefined : { only, except };
  const { configurationSince } = await import('../files/revision.ts');
  return { only, except, ...(await configurationSince(session, loaded, since)) };
}

/** `what`: a use of the command that needs the whole organization. */
export function refuseScope({ only, except, since }: ScopeFlags, what: string, hint: string) {
  const flags = Object.entries({ only, except, since }).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (flags.length > 0) throw usageFailure(`--${flags.join(' and --')} cannot be combined with ${what}`, hint);
}

/** Otherwise, a typing error in --except would include resources that the user wants to exclude. */
export function requireMatched(unmatched: readonly string[]) {
  const [pattern] = unmatched;
  if (pattern === undefined) return;
  throw usageFailure(
    `${pattern} matches nothing in the configuration or the ledger`,
    'give an address, a pattern or a configuration file, such as sites/docs, spaces/partner-* or docs/portal.yaml; `docform get` lists addresses',
  );
}
