/** Every create of every case, with a lost answer or a failure: apply creates each object once. */
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { Planned } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { endpointAt } from '../server/contract-check.ts';
import { caseNames, readCase } from '../support/case.ts';
import { type CarriedOut, carryOutCase } from '../support/run-case.ts';

function isCreate({ method, path }: { readonly method: string; readonly path: string }): boolean {
  const endpoint = endpointAt(method, path);
  return endpoint !== undefined && !endpoint.isIdempotent && method !== 'GET' && endpoint.success === 201;
}

/** Ids that only the run knows are placeholders such as `{sites/docs}`. */
function createsIn({ plan, requestsOf }: Planned): number {
  const requests = plan.steps.flatMap((step) => requestsOf(step.id));
  return requests.filter(({ method, path }) => isCreate({ method, path: path.replace(/\{[^}]+\}/g, 'id') })).length;
}

/** Affects the create with this number, once. */
function striking(number: number, strike: (send: () => ReturnType<Transport>) => ReturnType<Transport>) {
  const state = { creates: 0, isCopy: false };
  const around =
    (send: Transport): Transport =>
    (request, options) => {
      if (!isCreate(request)) return send(request, options);
      state.creates += 1;
      if (state.creates === number) state.isCopy = request.path.endsWith('/duplicate');
      return state.creates === number ? strike(() => send(request, options)) : send(request, options);
    };
  return { state, around };
}

const notDone = 'the create fails with 500 and is not executed';

const faults = {
  'the answer of the create is lost': async (send: () => ReturnType<Transport>) => {
    await send();
    throw new TransportError('the connection was reset', true);
  },
  [notDone]: async () => ({ status: 500, headers: {}, body: { error: { code: 500, message: 'fault' } } }),
  'the answer of the create is unreadable': async (send: () => ReturnType<Transport>) => ({
    ...(await send()),
    body: undefined,
    isMalformed: true as const,
  }),
  'the answer of the create is empty': async (send: () => ReturnType<Transport>) => {
    const { status, ...rest } = await send();
    return status === 201 ? { status: 204, headers: {}, body: undefined } : { status, ...rest };
  },
};

/** A copy starts with another title and is in no list of its own: the next plan adopts the new space instead of creating another. */
function isTakenNext({ faults: told, second }: CarriedOut): boolean {
  const { changes, steps } = second.plan;
  const taken = changes.filter(
    ({ action, kind, blocked }) => action === 'adopt' && kind === 'space' && blocked === undefined,
  );
  return (
    told.length > 0 &&
    taken.some(({ address }) => !steps.some((step) => step.operation === 'create' && step.address === address))
  );
}

/** The copy can still arrive: the next plan must not create another. */
function isLeftOpen({ faults: told, second }: CarriedOut): boolean {
  return told.length > 0 && second.plan.changes.some((change) => change.blocked?.code === 'B-UNCERTAIN-COPY');
}

async function wrongWith(run: CarriedOut): Promise<readonly string[]> {
  const left = remoteChanges(run.second.plan).map(({ address, action }) => `second plan: ${action} ${address}`);
  return [...run.faults, ...(await run.differences()), ...left];
}

const names = caseNames().filter((name) => /^(POST|PUT) /m.test(readCase(name).requests));

describe.each(Object.entries(faults))('if %s', (name, strike) => {
  test('apply creates the object once, and adds it to the ledger', async () => {
    const wrong: string[] = [];
    let struck = 0;
    let open = 0;
    let taken = 0;
    for (const at of names) {
      const each = readCase(at);
      for (let [number, creates] = [1, 1]; number <= creates; number += 1) {
        const { state, around } = striking(number, strike);
        const run = await carryOutCase(each, { around });
        creates = createsIn(run.planned);
        if (creates === 0) break;
        if (state.creates < number) wrong.push(`${at}: ${creates} creates are told, ${state.creates} were sent`);
        struck += 1;
        if (state.isCopy && isLeftOpen(run)) open += 1;
        else if (state.isCopy && isTakenNext(run)) taken += 1;
        else if (isLeftOpen(run) || isTakenNext(run))
          wrong.push(`${at}, create ${number}: only what is copied may be unsettled`);
        else if (each.second === '')
          wrong.push(...(await wrongWith(run)).map((what) => `${at}, create ${number}: ${what}`));
        run.reference.close();
      }
    }
    expect(wrong).toEqual([]);
    expect(struck).toBeGreaterThanOrEqual(100);
    if (name === notDone) expect(taken).toBe(0);
    // A copy waits for the changes of its original, so none is left open.
    else expect({ open, isMostTaken: taken > open }).toEqual({ open: 0, isMostTaken: true });
  });
});
