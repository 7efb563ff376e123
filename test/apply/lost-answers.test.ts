/** Every create of every case, with its answer lost after the platform has done it, or refused by a fault before: made once all the same. */
import { describe, expect, test } from 'vitest';
import { type Transport, TransportError, type WireRequest } from '../../src/contract/transport.ts';
import { remoteChanges } from '../../src/index.ts';
import { endpointAt } from '../server/contract-check.ts';
import { caseNames, readCase } from '../support/case.ts';
import { type CaseRun, runCase } from '../support/run-case.ts';

function isCreate({ method, path }: WireRequest): boolean {
  const endpoint = endpointAt(method, path);
  return endpoint !== undefined && !endpoint.isIdempotent && method !== 'GET' && endpoint.success === 201;
}

/** Strikes at the create with this number, once. */
function striking(number: number, strike: (send: () => ReturnType<Transport>) => ReturnType<Transport>) {
  const state = { creates: 0 };
  const around =
    (send: Transport): Transport =>
    (request, options) => {
      if (!isCreate(request)) return send(request, options);
      state.creates += 1;
      return state.creates === number ? strike(() => send(request, options)) : send(request, options);
    };
  return { state, around };
}

const faults = {
  'its answer is lost': async (send: () => ReturnType<Transport>) => {
    await send();
    throw new TransportError('the connection was reset', true);
  },
  'it is refused by a fault, and not done': async () => ({ status: 500, headers: {}, body: { error: { code: 500, message: 'fault' } } }),
  'its answer cannot be read': async (send: () => ReturnType<Transport>) => ({
    ...(await send()),
    body: undefined,
    isMalformed: true as const,
  }),
};

/** A copy has another title at first, so that nothing tells whether it is there: the next plan must not make another one. */
function isLeftOpen({ faults: told, second }: CaseRun): boolean {
  return told.length > 0 && second.plan.changes.some((change) => change.blocked?.code === 'B-UNSETTLED');
}

function wrongWith(run: CaseRun): readonly string[] {
  const left = remoteChanges(run.second.plan).map(({ address, action }) => `second plan: ${action} ${address}`);
  return [...run.faults, ...run.differences, ...left];
}

const names = caseNames().filter((name) => /^(POST|PUT) /m.test(readCase(name).requests));

describe.each(Object.entries(faults))('%s', (_, strike) => {
  test('the object is there once, and the ledger knows it', async () => {
    const wrong: string[] = [];
    let struck = 0;
    let open = 0;
    for (const name of names) {
      const each = readCase(name);
      const { second: _again, ...usual } = each;
      for (let number = 1; ; number += 1) {
        const { state, around } = striking(number, strike);
        const run = await runCase({ ...usual, second: '' }, 1, around);
        if (state.creates < number) break;
        struck += 1;
        if (isLeftOpen(run)) open += 1;
        else if (each.second === '' && wrongWith(run).length > 0) wrong.push(`${name}, create ${number}: ${wrongWith(run).join('; ')}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(struck).toBeGreaterThanOrEqual(100);
    expect(open).toBeLessThan(struck / 10);
  });
});
