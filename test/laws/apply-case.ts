/** Plans and applies a case, with the transport of the apply wrapped. */
import type { Transport } from '../../src/contract/transport.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import { virtualTiming } from '../client/scripted.ts';
import type { Case } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

interface Applying {
  readonly around: (send: Transport) => Transport;
  readonly concurrency?: number;
}

/** `read`: called after the apply. undefined: the plan is blocked. */
export async function applyCase<T>(
  each: Case,
  { around, concurrency = 1 }: Applying,
  read: (opened: Awaited<ReturnType<typeof openCase>>) => Promise<T>,
): Promise<T | undefined> {
  const opened = await openCase(each);
  const { reference, options } = opened;
  try {
    const planned = await plan({ ...options, maxWaitMs: 0 });
    if (isBlocked(planned.plan)) return undefined;
    await apply(planned, {
      ...{ platform: { ...options.platform, transport: around(options.platform.transport) } },
      ...{ ledger: options.ledger, maxWaitMs: 0, timing: virtualTiming(), concurrency },
    });
    return await read(opened);
  } finally {
    reference.close();
  }
}
