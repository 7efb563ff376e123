/** An import with a token that cannot read every list is correct, for this token and for a token that can. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { plan } from '../../src/library/plan.ts';
import type { Platform } from '../../src/library/platform.ts';
import { living, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { refusing } from '../support/local-platform.ts';
import { anyWorld } from './any-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

/** Request paths, one for each list. */
const lists = [
  ...[
    /\/members$/,
    /\/members\/[^/]+\/spaces$/,
    /\/teams$/,
    /\/teams\/[^/]+\/members$/,
    /\/saml$/,
    /\/orgs\/[^/]+\/custom-fields$/,
  ],
  ...[
    /\/spaces\/[^/]+\/custom-fields$/,
    /\/collections$/,
    /\/collections\/[^/]+\/spaces$/,
    /\/openapi$/,
    /\/translations$/,
    /\/sites$/,
  ],
  ...[/\/sections$/, /\/section-groups$/, /\/site-spaces$/, /\/share-links$/, /\/adaptive-schema$/],
];

async function expectNothingToDo(platform: Platform, desired: Desired, ledger: StateBackend): Promise<void> {
  const { changes, guards } = (await plan({ desired, platform, ledger, maxWaitMs: 0 })).plan;
  expect({ changes, guards }).toEqual({ changes: [], guards: [] });
}

test('after an import with refused lists, the plan is empty and hides nothing', async () => {
  const worlds = drawn((draw) => ({
    world: worldOf(anyWorld(draw, { isRepeated: true })),
    refused: draw.some(lists, 1, 3),
  }));
  await always(25, [worlds], async ({ world, refused }) => {
    const place = await living(world);
    const transport = refusing((path) => refused.some((each) => each.test(path)))(place.platform.transport);
    const platform = { ...place.platform, transport };
    const { desired, ledger } = await takeIn({ platform }, 'acme');
    await expectNothingToDo(platform, desired, ledger);
    const { unknown } = (await plan({ desired, platform, ledger, maxWaitMs: 0 })).plan;
    expect(unknown.flatMap(({ hides }) => hides)).toEqual([]);
    await expectNothingToDo(place.platform, desired, ledger);
    place.reference.close();
  });
});
