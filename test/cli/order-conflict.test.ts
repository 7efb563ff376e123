/** Tests changes of an order: an interrupted apply causes no conflict, and changes on both sides are blocked until one is chosen. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appliedWorkspace, type Drifted, whole } from './drifted-workspace.ts';

let place: Drifted;
beforeEach(async () => {
  place = await appliedWorkspace();
});
afterEach(() => place.close());

/** The sections of the configuration in another order. */
function inOrder(...keys: readonly string[]): string {
  const lines = whole.split('\n').filter((line) => line.includes('section: '));
  const sorted = keys.map((key) => lines.find((line) => line.includes(`section: ${key},`)));
  return whole.replace(lines.join('\n'), sorted.join('\n'));
}

async function putFirst(at: number): Promise<void> {
  const sections = `sites/${await place.siteId()}/sections`;
  const ids = (await place.ask('GET', sections)).items.map(({ id }) => id);
  await place.ask('POST', `${sections}/${ids[at]}/move`, {
    position: { before: { type: 'site-section', siteSection: ids[0] } },
  });
}

test('an apply that made only some of its moves causes no conflict and no drift', async () => {
  await place.write(inOrder('support', 'payments', 'guides'));
  place.platform.faults.add({ match: { operation: 'moveSection' }, effect: { type: 'status', status: 400 }, nth: 2 });
  expect((await place.docform(['apply', '--yes'])).exit).toBe(5);
  place.platform.faults.clear();
  expect((await place.docform(['drift'])).stdout).toContain('No drift.');
  const { stdout, exit } = await place.docform(['plan', '--detailed-exitcode']);
  expect(exit).toBe(2);
  expect(stdout).not.toContain('changed on the platform');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await place.docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
});

test('a change made only on the platform is shown with the move that reverts it', async () => {
  await putFirst(2);
  const { stdout } = await place.docform(['plan']);
  expect(stdout).toContain('note: the order in sites/docs was changed outside docform');
});

test("if both sides changed the order, drift --write keeps the platform's order and --allow the configuration's", async () => {
  const mine = inOrder('payments', 'guides', 'support');
  await place.write(mine);
  await putFirst(2);
  const blocked = await place.docform(['plan', '--detailed-exitcode']);
  expect(blocked.exit).toBe(6);
  expect(blocked.stdout).toContain('blocked[B-CONFLICT]: the order in sites/docs was changed');
  const override = /--allow \S+/.exec(blocked.stdout)?.[0].split(' ') ?? [];
  expect((await place.docform(['plan', '--detailed-exitcode', ...override])).exit).toBe(2);
  expect((await place.docform(['drift', '--write', 'sites/docs', '--yes'])).exit).toBe(0);
  // The next apply records the accepted order.
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('No changes to the platform. Ledger: 1 to record.'),
  });
  await place.write(mine);
  expect((await place.docform(['apply', '--yes', ...override])).exit).toBe(0);
  expect((await place.docform(['drift', '--detailed-exitcode'])).exit).toBe(0);
});
