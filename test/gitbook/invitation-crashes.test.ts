/** An apply that dies at any write invites nobody twice, and every person is invited or reported. */
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { withoutUndefined } from '../../src/core/defined.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { virtualTiming } from '../client/scripted.ts';
import { caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const people = ['bo@acme.dev', 'cy@acme.dev', 'di@acme.dev'];
const [bo, cy, di] = people;
const each = caseOf({ desired: `members: { ${bo}: read, ${cy}: edit, ${di}: edit }` });

/** Dies at write `last` of ledger and platform together. A dying request still reaches the platform if `isSent`. */
function dying(last: number, isSent: boolean) {
  let writes = 0;
  const isDead = () => writes > last;
  const dead = () => new TransportError('the process has died', isSent);
  const platform =
    (send: Transport): Transport =>
    async (request, options) => {
      if (request.method === 'GET') return send(request, options);
      writes += 1;
      if (!isDead()) return send(request, options);
      if (isSent && writes === last + 1) await send(request, options);
      throw dead();
    };
  const backend = (own: StateBackend): StateBackend => ({
    ...own,
    acquire: async (...args) => {
      const lock = await own.acquire(...args);
      const dyingWrite = async (write: () => Promise<void>) => {
        writes += 1;
        if (isDead()) throw dead();
        await write();
      };
      return {
        ...lock,
        append: (entry) => dyingWrite(() => lock.append(entry)),
        save: (ledger) => dyingWrite(() => lock.save(ledger)),
      };
    },
  });
  return { platform, backend, isDead };
}

test.each([true, false])(
  'no death of an apply leads to a second invitation (the request is sent: %s)',
  async (isSent) => {
    for (let last = 0; ; last += 1) {
      const invited: string[] = [];
      const noting =
        (send: Transport): Transport =>
        (request, options) => {
          const { emails = [] } = (request.body ?? {}) as { emails?: readonly { email: string }[] };
          if (request.path.endsWith('/invites')) invited.push(...emails.map(({ email }) => email));
          return send(request, options);
        };
      const { options } = await openCase(each, noting, {}, 'gitbook');
      const { platform, backend, isDead } = dying(last, isSent);
      const run = { settleMs: 0, concurrency: 1, timing: virtualTiming() };
      const first = await plan(options);
      await apply(first, {
        ...run,
        platform: { ...options.platform, transport: platform(options.platform.transport) },
        ledger: backend(options.ledger),
      }).catch(() => undefined);
      const wasWhole = !isDead();
      for (let again = 0; again < 2; again += 1)
        await apply(await plan(options), { ...run, platform: options.platform, ledger: options.ledger });
      const { plan: after } = await plan(options);
      expect(
        after.changes.map(({ action, address }) => `${action} ${address}`),
        `death ${last}`,
      ).toEqual([]);
      expect(new Set(invited).size, `death ${last}: ${invited}`).toBe(invited.length);
      const unknown = after.pending.filter(({ invitation }) => withoutUndefined({ ...invitation }).isUnknown);
      const told = [...invited, ...unknown.map(({ address }) => address.replace('members/', ''))];
      expect([...new Set(told)].sort(), `death ${last}`).toEqual(people);
      if (wasWhole) return;
    }
  },
);
