/** Tests rehearsals of all examples on a seeded platform, and of changes to each seed. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/planning/rehearsal.ts';
import type { Desired, DesiredResource } from '../../src/core/state.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { validate } from '../../src/library/configuration.ts';
import { importLive, readCopy } from '../../src/library/import.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import { createPlatform, type SeedName, type Platform as Server } from '../../src/server/index.ts';
import { foundAllowances } from '../support/allowed.ts';
import { localPlatform } from '../support/local-platform.ts';
import { turned } from '../support/turned.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

async function rehearsed(seed: SeedName, wanted: (server: Server) => Promise<Desired>) {
  const server = createPlatform({ seed });
  const platform = await localPlatform(server);
  const ledger = memoryLedger();
  const desired = await wanted(server);
  const allowances = foundAllowances(desired);
  const planned = await plan({ desired, platform, ledger, allowances });
  expect(isBlocked(planned.plan)).toBe(false);
  const copied = await readCopy({ organization: server.organization, platform, ledger, desired });
  const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, () => undefined);
  expect(Object.keys(server.requests)).toEqual(['GET']);
  server.close();
  return { rehearsal, planned };
}

test.each(['acme', 'one-site', 'people', 'two-environments'])('the rehearsal of examples/%s passes', async (name) => {
  const { rehearsal } = await rehearsed('small', async ({ organization }) => {
    const own = name === 'two-environments' ? { variables: { org: organization } } : { organization };
    const validation = await validate({ directory: join(examples, name), variables: {}, ...own });
    if (validation?.desired === undefined) throw new Error('no configuration');
    return validation.desired;
  });
  expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [], notCovered: [] });
  expect(rehearsal.changes.done).toBeGreaterThan(0);
});

test.each(['empty', 'small', 'medium', 'large'] as const)(
  'the rehearsal of changes to all kinds of the seed %s passes',
  async (seed) => {
    const { rehearsal, planned } = await rehearsed(seed, async (server) => {
      const platform = await localPlatform(server);
      const { adopted } = await importLive({ organization: server.organization, platform, ledger: memoryLedger() });
      // Objects without a unique title are pinned, because a title alone would be ambiguous.
      const pinned = adopted.resources.map((resource) => ({
        ...resource,
        pin: adopted.ids.get(resource.address) ?? '',
      }));
      return turned(
        asDesired({ ...adopted, resources: pinned.map(withoutSingletonPin) }, server.organization, shapes),
        40,
      );
    });
    expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [], notCovered: [] });
    expect(rehearsal.changes.done).toBe(planned.plan.changes.filter(({ action }) => action !== 'adopt').length);
  },
);

function withoutSingletonPin({ pin, ...resource }: DesiredResource): DesiredResource {
  return shapes.get(resource.kind)?.singleton || pin === undefined ? resource : { ...resource, pin };
}
