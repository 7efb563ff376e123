/** The reference platform in strict mode. Steps run as in apply. */
import { expect } from 'vitest';
import { bindReply, bulkIdsOf, callsOf, lookUpsOf, type RequestContext } from '../../src/apply/requests.ts';
import type { Address } from '../../src/core/address.ts';
import { emptyLedger, type Live, type LiveObject } from '../../src/core/state.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import type { Step } from '../../src/plan/result/step.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { createInProcessTransport } from '../../src/remote/client/in-process.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { createPlatform } from '../../src/server/index.ts';
import { desiredOf, type World } from './scripted-client.ts';

const definitions = kindsOfDialect('2025-06');

export function strictPlatform() {
  const { fetch, token, organization, close } = createPlatform({ seed: 'small', strict: true });
  const client = createClient({ transport: createInProcessTransport({ fetch, token }) });
  const ids = new Map<Address, string>();
  const context: RequestContext = { organization, definitions, idOf: (address) => ids.get(address) };

  /** Runs one step, and records its ids. */
  async function run(operation: Step['operation'], address: Address, rest: Partial<Step> = {}): Promise<void> {
    const kind = kindAt(operation === 'bulk' ? `${address}/x` : address);
    const step: Step = {
      id: `${address}#${operation}`,
      operation,
      kind,
      address,
      fields: {},
      needs: new Set(),
      follows: new Set(),
      ...rest,
    };
    let reply: unknown;
    for (const call of callsOf(step, context)) reply = await client.send(call);
    if (operation === 'bulk') for (const bound of bulkIdsOf(step, context)) ids.set(bound.address, bound.id);
    if (operation !== 'create') return;
    const bound = bindReply(step, reply, context);
    ids.set(address, bound.id);
    const companionIds: { [role: string]: string } = { ...bound.companionIds };
    for (const { call, find } of lookUpsOf(step, bound, context))
      Object.assign(companionIds, find((await client.list(call)).items));
    for (const item of step.companions ?? []) ids.set(item.address, companionIds[item.role] ?? 'not found');
  }

  async function read(world: World): Promise<Live> {
    const live = await fetchLive(client, { organization, definitions, desired: desiredOf(world), ledger: emptyLedger });
    expect(live.lists.filter(({ unknown }) => unknown !== undefined)).toEqual([]);
    return live;
  }

  function fieldsOf(live: Live, address: Address): LiveObject['fields'] | undefined {
    return live.objects.find((object) => object.kind === kindAt(address) && object.id === ids.get(address))?.fields;
  }

  return { organization, ids, run, read, fieldsOf, close };
}

function kindAt(address: Address): string {
  return parseAddress(address, definitions)?.at(-1)?.kind ?? '';
}
