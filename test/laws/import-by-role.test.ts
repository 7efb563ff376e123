/** After an import that could not read everything, the plan of an admin is empty. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { plan } from '../../src/library/plan.ts';
import type { Platform } from '../../src/library/platform.ts';
import { brokenAnswer, lists, manners } from '../cli/broken-lists-world.ts';
import { living, type Taken, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { anyWorld, halfSeenWorld, lesser } from './any-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

async function expectNothing(platform: Platform, { desired, ledger }: Taken): Promise<void> {
  const { changes, guards } = (await plan({ desired, platform, ledger, maxWaitMs: 0 })).plan;
  expect({ changes: changes.map(({ action, address }) => `${action} ${address}`), guards }).toEqual({
    changes: [],
    guards: [],
  });
}

const closedWorlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: true })));

test('the plan of an admin is empty after an import by a role that cannot see every space', async () => {
  await always(80, [closedWorlds], async (world) => {
    const { reference, platform: asAdmin } = await living(world);
    const platform = await localPlatform({ ...reference, token: reference.tokenFor(lesser) });
    await expectNothing(asAdmin, await takeIn({ platform }, 'acme'));
    reference.close();
  });
});

const openWorlds = drawn((draw) => worldOf(anyWorld(draw, { isRepeated: true })));

/** Corrupts the responses of one list. */
function breaking(
  { path }: (typeof lists)[number],
  { broken }: (typeof manners)[number],
): (send: Transport) => Transport {
  return (send) => async (request, options) => {
    if (request.method !== 'GET' || !path.test(request.path)) return send(request, options);
    return brokenAnswer(
      await send({ ...request, query: request.query.filter(([name]) => name !== 'page') }, options),
      request,
      broken,
    );
  };
}

test('a complete plan is empty after an import that read one list incompletely', async () => {
  await always(
    80,
    [openWorlds, fc.constantFrom(...lists), fc.constantFrom(...manners)],
    async (world, list, manner) => {
      const { reference, platform: whole } = await living(world);
      const platform = await localPlatform(reference, breaking(list, manner));
      await expectNothing(whole, await takeIn({ platform }, 'acme'));
      reference.close();
    },
  );
});
