/** Parts of a configuration can be applied one after another, and no part changes anything outside its scope. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransportError } from '../../src/contract/transport-error.ts';
import { listOf } from '../../src/core/address.ts';
import { nowhere } from '../../src/core/problem.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import type { PlanScope } from '../../src/library/plan-input.ts';
import { createSelection } from '../../src/plan/scope/scope.ts';
import { readFacts } from '../support/platform-facts.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt, carryOut, faultsOf, type Journey, missing, planUnblocked } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';

/** Up to three parts that some addresses select, and the rest. An address belongs to the first part that selects it. */
function partsOf(desired: Desired, ledger: Ledger, picks: readonly (readonly number[])[]): readonly PlanScope[] {
  const addresses = [
    ...new Set([...desired.resources.map(({ address }) => address), ...Object.keys(ledger.resources)]),
  ];
  const chosen = picks.map((pick) => [
    ...new Set(pick.flatMap((at) => addresses[at % Math.max(1, addresses.length)] ?? [])),
  ]);
  const parts = chosen.map((only, at) => ({ only, except: chosen.slice(0, at).flat() }));
  return [...parts.filter(({ only }) => only.length > 0), { only: [], except: chosen.flat() }];
}

/** Fields that are declared and were applied, of all objects in the ledger that are outside the scope. Other members, such as counts and URLs, follow from other objects. */
async function factsOutside({ reference }: Journey, desired: Desired, ledger: Ledger, scope: PlanScope) {
  const facts = await readFacts(reference);
  const { selects } = createSelection({ only: [], except: [], ...scope }, { desired, ledger });
  return Object.fromEntries(
    Object.entries(ledger.resources).flatMap(([address, { id, applied = {} }]) => {
      const path = parseAddress(address, shapes);
      const parent = ledger.resources[path?.at(-2)?.address ?? '']?.id ?? '';
      const kind = path?.at(-1)?.kind ?? '';
      const object = facts.of(kind, id, parent);
      // A delete of a custom field also deletes its values, as the plan announces.
      const fields = desired.resources.find((each) => each.address === address)?.fields ?? {};
      const names = kind === 'field-values' ? [] : Object.keys(applied).filter((name) => name in fields);
      return selects(address) ? [] : [[address, object && names.map((name) => [name, object[name]])]];
    }),
  );
}

const drawnParts = fc.array(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
const seen = { applied: 0, refused: 0, left: 0, whole: 0 };

/** Applies one part. Returns false if the part depends on a change outside its scope. */
async function applyPart(journey: Journey, desired: Desired, scope: PlanScope): Promise<boolean> {
  const { ledger } = await journey.backend.load();
  const before = await factsOutside(journey, desired, ledger, scope);
  const ready = await planUnblocked(journey, desired, scope).catch((error) => {
    if (error instanceof NoWayOut && error.code === 'B-SCOPE') return undefined;
    throw error;
  });
  if (ready === undefined) return false;
  const { plan } = ready.planned;
  const { selects } = createSelection({ only: [], except: [], ...scope }, { desired: ready.desired, ledger });
  expect(plan.changes.filter(({ address }) => !selects(address))).toEqual([]);
  seen.left += plan.part?.leftOut.changes ?? 0;
  const from = journey.traffic.length;
  expect(faultsOf(await carryOut(journey, ready.planned, 0))).toEqual([]);
  const changed = new Set(
    plan.changes.flatMap(({ address, from: former = address }) => [
      address,
      former,
      listOf(address),
      listOf(listOf(address)),
    ]),
  );
  const idsWhere = (isWanted: (address: string) => boolean) =>
    Object.entries(ledger.resources).flatMap(([address, { id }]) => (isWanted(address) ? [id] : []));
  // A singleton has the id of its container.
  const own = new Set([...idsWhere((address) => changed.has(address)), ...[...changed].map((each) => plan.ids[each])]);
  const spared = idsWhere((address) => !changed.has(address)).filter((id) => !own.has(id));
  for (const { request } of journey.traffic.slice(from))
    if (['PUT', 'PATCH', 'DELETE'].includes(request.method))
      expect(spared).not.toContain(request.path.split('/').at(-1));
  expect(await factsOutside(journey, desired, ledger, scope)).toEqual(before);
  const after = (await journey.backend.load()).ledger;
  const outside = (resources: Ledger['resources']) =>
    Object.fromEntries(Object.entries(resources).filter(([address]) => !selects(address)));
  expect(Object.keys(outside(after.resources)).filter((address) => ledger.resources[address] === undefined)).toEqual(
    [],
  );
  return true;
}

test.each(extents)('parts in any order lead to the same organization as the whole plan: %s', async (extent) => {
  await journeys(20, [pairsOf(extent), drawnParts, fc.nat(5)], async (journey, pair, picks, turn) => {
    await arriveAt(journey, journey.wanted(pair.before));
    const { desired } = await planUnblocked(journey, journey.wanted(pair.after));
    const parts = partsOf(desired, (await journey.backend.load()).ledger, picks);
    const order = [...parts.slice(turn % parts.length), ...parts.slice(0, turn % parts.length)];
    const refused: PlanScope[] = [];
    for (const scope of turn % 2 === 0 ? order : order.reverse()) {
      if (await applyPart(journey, desired, scope)) seen.applied += 1;
      else refused.push(scope);
    }
    seen.refused += refused.length;
    if (refused.length > 0) {
      const arrival = await arriveAt(journey, desired);
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(await missing(journey, arrival)).toEqual([]);
      return;
    }
    seen.whole += 1;
    const { planned } = await planUnblocked(journey, desired);
    expect(planned.plan.changes).toEqual([]);
    expect(planned.plan.steps).toEqual([]);
    expect(await missing(journey, { desired, planned })).toEqual([]);
  });
  expect(seen.whole).toBeGreaterThan(3);
  expect(seen.refused).toBeGreaterThan(3);
  expect(seen.left).toBeGreaterThan(20);
});

test('a partial apply keeps the open requests of an interrupted apply that are outside its scope', async () => {
  await journeys(1, [fc.constant(0)], async (journey) => {
    const desired = journey.wanted({ teams: { first: { title: 'First' }, second: { title: 'Second' } } } as Outline);
    const { planned } = await planUnblocked(journey, desired, { only: ['teams/first'] });
    // The request arrives, and the connection ends before its answer.
    let isCut = false;
    journey.intercept = (send) => async (request, options) => {
      if (!isCut && request.method === 'GET') return send(request, options);
      if (!isCut) await send(request, options);
      isCut = true;
      throw new TransportError('the connection is gone', true);
    };
    await carryOut(journey, planned, 0);
    journey.intercept = (send) => send;
    const open = async () => (await journey.backend.load()).open.map(({ address }) => address);
    expect(await open()).toEqual(['teams/first']);
    const renamed = {
      ...journey.wanted({ teams: { other: { title: 'First' }, second: { title: 'Second' } } } as Outline),
      moved: [{ from: 'teams/first', to: 'teams/other', span: nowhere }],
    };
    for (const [each, except] of [
      [desired, 'teams/first'],
      [renamed, 'teams/other'],
    ] as const) {
      const other = await planUnblocked(journey, each, { except: [except] });
      expect(faultsOf(await carryOut(journey, other.planned, 0))).toEqual([]);
      expect(await open()).toEqual(['teams/first']);
    }
    const { ledger } = await journey.backend.load();
    expect(Object.keys(ledger.resources)).toContain('teams/second');
    expect(faultsOf((await arriveAt(journey, desired)).report)).toEqual([]);
    expect(await open()).toEqual([]);
    const { plan } = (await planUnblocked(journey, desired)).planned;
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged.flatMap(({ objects }) => objects.map(({ name }) => name))).not.toContain('First');
  });
});
