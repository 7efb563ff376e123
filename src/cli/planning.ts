/** The way to a plan that `plan` and `apply` share: configuration, platform, ledger, plan. */
import type { LedgerStore, Planned } from '../index.ts';
import { loadForCommand } from './configuration.ts';
import type { ExitCode } from './exit-code.ts';
import { liveLine } from './progress.ts';
import type { Session } from './session.ts';
import { openLedger, openTarget, type Target } from './target.ts';

export interface Made {
  readonly planned: Planned;
  readonly target: Target;
  readonly ledger: LedgerStore;
}

/** `exit`: the configuration has problems, which have been told. */
export async function makePlan(session: Session): Promise<Made | { readonly exit: ExitCode }> {
  const { settings } = session;
  const line = await liveLine(session);
  line.draw('Reading the configuration');
  const loaded = await loadForCommand(session).finally(line.end);
  if ('exit' in loaded) return loaded;
  const target = await openTarget(session);
  try {
    const organization = target.organization ?? loaded.desired.organization;
    const place = {
      directory: loaded.directory,
      organization,
      ...(settings.environmentName === undefined ? {} : { environment: settings.environmentName }),
    };
    const ledger = await openLedger(target, place);
    session.say(`Reading organization ${organization} on ${target.platform.host}\n`);
    const { plan } = await import('../index.ts');
    const planned = await plan({
      desired: { ...loaded.desired, organization },
      platform: target.platform,
      ledger,
      concurrency: settings.concurrency,
      maxWaitMs: settings.maxWaitMs,
      allowances: { addresses: settings.allow, ...(settings.allowDeletes === undefined ? {} : { deletes: settings.allowDeletes }) },
      onProgress: ({ asked, answered, items }) => line.draw(`${answered} of ${asked} lists read, ${items} objects`),
      onRequest: traceRequest(session),
    }).finally(line.end);
    session.explain(`Read in ${planned.readRequests} requests. Ledger: ${ledger.place}. Plan ${planned.digest}\n`);
    return { planned, target, ledger };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** One line per request with --debug; never its headers or bodies. */
export function traceRequest(session: Session) {
  return (attempt: {
    readonly call: { readonly endpoint: { readonly name: string; readonly method: string } };
    readonly number: number;
    readonly durationMs: number;
    readonly status?: number;
  }) => {
    const { name, method } = attempt.call.endpoint;
    session.trace(
      `${method} ${name} -> ${attempt.status ?? 'no answer'} in ${Math.round(attempt.durationMs)} ms${attempt.number > 1 ? ` (try ${attempt.number})` : ''}\n`,
    );
  };
}
