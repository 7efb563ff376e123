/** Every delete of every case, answered with 404: apply distinguishes a deleted object from an operation that the platform does not have. */
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { caseNames, readCase } from '../support/case.ts';
import { type CarriedOut, carryOutCase } from '../support/run-case.ts';

/** The removal of an override is an update of its settings: if it is refused, the apply fails, and the next plan has the answer. */
const names = caseNames().filter((name) => /^DELETE (?!.*\/customization$)/m.test(readCase(name).requests));
const missing = { status: 404, headers: {}, body: { error: { code: 404, message: 'not found' } } };

/** Runs all these cases. `strike` replaces the answers of deletes. */
async function each(
  strike: (send: () => ReturnType<Transport>) => ReturnType<Transport>,
  judge: (run: CarriedOut, name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const name of names) {
    const around =
      (send: Transport): Transport =>
      (request, options) =>
        request.method === 'DELETE' ? strike(() => send(request, options)) : send(request, options);
    const run = await carryOutCase(readCase(name), { around });
    wrong.push(...(await judge(run, name)).map((what) => `${name}: ${what}`));
    run.reference.close();
  }
  return wrong;
}

test('a delete that was executed before succeeds with any answer', async () => {
  const wrong = await each(
    async (send) => {
      const answer = await send();
      return answer.status < 300 ? missing : answer;
    },
    async (run, name) => [
      ...run.faults,
      ...(readCase(name).second === '' ? await run.differences() : []),
      ...(readCase(name).second === '' ? remoteChanges(run.second.plan).map(({ address }) => `left: ${address}`) : []),
    ],
  );
  expect(wrong).toEqual([]);
});

test('a delete that the platform does not have fails, and the object stays in the ledger', async () => {
  const wrong = await each(
    async () => missing,
    async ({ faults, planned, second }) => {
      const told = faults.filter((fault) => fault.includes('404 not found'));
      const gone = planned.plan.steps.filter(
        ({ operation, address }) =>
          operation === 'delete' && address in planned.ledger.resources && !(address in second.ledger.resources),
      );
      return [
        ...(told.length === 0 ? ['no failure is reported'] : []),
        ...gone.map(({ address }) => `lost: ${address}`),
      ];
    },
  );
  expect(wrong).toEqual([]);
});
