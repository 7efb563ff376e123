/** A pending declaration that an apply has accepted, while the members cannot be read, and once the person has joined. */
import { afterEach, expect, test } from 'vitest';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { shapes } from '../../src/kinds/index.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform, type Platform as Reference } from '../../src/server/index.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform, refusing } from '../support/local-platform.ts';

const opened: Reference[] = [];
afterEach(() => {
  for (const reference of opened.splice(0)) reference.close();
});

const text =
  'version: 1\norganization: acme\nmembers: { ana@acme.dev: admin, mallory@example.com: admin }\nteams: {}\n';

/** The same ledger on a platform with these members. */
async function planned(
  ledger: ReturnType<typeof memoryLedger>,
  members: { readonly [email: string]: string | null },
  isRefused = false,
) {
  const reference = createPlatform({ seed: worldOf({ members }), token: 'token-of-ana' });
  opened.push(reference);
  const { desired } = loadConfiguration({
    file: 'docform.yaml',
    files: filesInMemory({ 'docform.yaml': text }),
    shapes,
  });
  const platform = await localPlatform(
    reference,
    refusing((path) => isRefused && path.endsWith('/members')),
  );
  const made = await plan({ desired: desired ?? expect.fail(), platform, ledger, maxWaitMs: 0 });
  return { ...made, apply: () => apply(made, { platform, ledger, maxWaitMs: 0 }) };
}

async function accepted() {
  const ledger = memoryLedger();
  const first = await planned(ledger, { 'ana@acme.dev': 'admin' });
  expect(first.plan.changes.map(({ action, address }) => `${action} ${address}`)).toContain(
    'pending members/mallory@example.com',
  );
  await first.apply();
  expect(Object.keys((await ledger.load()).ledger.pending ?? {})).toEqual(['members/mallory@example.com']);
  return ledger;
}

test('a person who joins becomes a high-risk update, and the ledger drops their pending declaration', async () => {
  const ledger = await accepted();
  const { plan: made, ...joined } = await planned(ledger, { 'ana@acme.dev': 'admin', 'mallory@example.com': 'read' });
  expect(made.pending).toEqual([]);
  expect(made.changes).toMatchObject([
    { action: 'adopt' },
    { action: 'update', fields: [{ after: 'admin', highRisk: expect.any(String) }] },
  ]);
  expect(made.impact).toMatchObject([{ severity: 'high-risk', what: 'this person becomes an organization admin' }]);
  await joined.apply();
  expect((await ledger.load()).ledger).not.toHaveProperty('pending');
});

test('an accepted declaration stays accepted while the members cannot be read', async () => {
  const ledger = await accepted();
  const unread = await planned(ledger, { 'ana@acme.dev': 'admin' }, true);
  expect(unread.plan.changes.filter(({ action }) => action === 'pending')).toEqual([]);
  await unread.apply();
  const { plan: later } = await planned(ledger, { 'ana@acme.dev': 'admin' });
  expect(later.changes.filter(({ action }) => action === 'pending')).toEqual([]);
  expect(later.pending).toMatchObject([{ address: 'members/mallory@example.com', isAccepted: true }]);
});
