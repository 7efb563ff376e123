/** Tests that docform creates and deletes nothing in a list that is visibly incomplete, and that the plan gives the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import type { Desired } from '../../src/core/state.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger, openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import { planText } from '../../src/report/plan/text.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { before, brokenAnswer, lists, manners, wanted } from './broken-lists-world.ts';

let server: StartedPlatform;
let platform: Platform;
let desired: Desired;
const ledger = memoryLedger();
/** Wraps the transport to change responses. */
let through: (send: Transport) => Transport = (send) => send;

beforeAll(async () => {
  server = await startPlatform({ seed: 'small' });
  const local = await openLocalPlatform({
    fetch: (request) => server.fetch(request),
    token: server.token,
    host: 'platform.test',
  });
  platform = { ...local, transport: (request, options) => through(local.transport)(request, options) };
  const first = await desiredIn(before);
  const report = await apply(
    await plan({
      desired: first,
      platform,
      ledger,
      allowances: { addresses: ['spaces/home', 'spaces/changelog', 'teams/docs'] },
    }),
    { platform, ledger },
  );
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  desired = await desiredIn(wanted);
});
afterAll(() => server.close());

async function desiredIn(configuration: string): Promise<Desired> {
  const validation = await validate({
    directory: directoryWith({ 'docform.yaml': configuration }),
    organization: server.organization,
  });
  if (validation?.desired === undefined) throw new Error(JSON.stringify(validation?.problems));
  return validation.desired;
}

/** Lines such as `create team teams/docs` for all creates and deletes. */
async function planned() {
  const { plan: made } = await plan({
    desired,
    platform,
    ledger,
    maxWaitMs: 1,
    allowances: { addresses: ['members/eve@acme.dev', 'customFields/stale'] },
  });
  const bold = made.changes.filter(({ action }) => ['create', 'delete', 'replace'].includes(action));
  return { made, bold: bold.map(({ action, kind, address }) => `${action} ${kind} ${address}`) };
}

/** Objects in a site that the plan creates are in no list yet. */
function isInNewSite(change: string): boolean {
  return change.includes(' sites/blog/');
}

test('with complete lists, the plan creates and deletes an object in each list', async () => {
  through = (send) => send;
  const { made, bold } = await planned();
  const kinds = [...new Set(lists.flatMap((list) => list.kinds))];
  // Members cannot be created, because the API has no operation for invitations.
  const expected = kinds.flatMap((kind) => [...(kind === 'member' ? [] : [`create ${kind}`]), `delete ${kind}`]);
  expect([...new Set(bold.map((change) => change.split(' ').slice(0, 2).join(' ')))].sort()).toEqual(expected.sort());
  expect(made.unknown).toEqual([]);
  expect(made.changes.filter(({ blocked }) => blocked !== undefined)).toEqual([]);
});

describe.each(lists)('$name', ({ path, kinds }) => {
  test.each(manners)(
    'nothing is created or deleted if the list is broken like this: $name',
    async ({ broken, why }) => {
      let struck = 0;
      through = (send) => async (request, options) => {
        if (request.method !== 'GET' || !path.test(request.path)) return send(request, options);
        struck += 1;
        return brokenAnswer(
          await send({ ...request, query: request.query.filter(([name]) => name !== 'page') }, options),
          request,
          broken,
        );
      };
      const { made, bold } = await planned();
      expect(struck).toBeGreaterThan(0);
      expect(bold.filter((change) => kinds.includes(change.split(' ')[1] ?? '') && !isInNewSite(change))).toEqual([]);
      if (kinds.includes('site')) expect(bold.filter((change) => / sites\/(blog|portal)\b/.test(change))).toEqual([]);
      // The rest of the plan is not affected.
      expect(bold.length).toBeGreaterThan(0);
      expect(made.unknown.map(({ reason }) => reason).join('\n')).toMatch(why);
      expect(planText(made, { requests: 0 })).toMatch(/^Unknown/m);
    },
  );
});
