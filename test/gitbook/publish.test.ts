/** Tests that a site is published last, unpublished first, and never together with a failed restriction. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { readCase } from '../support/case.ts';
import { directoryWith } from '../support/directory.ts';
import { worldOf } from '../support/live-world.ts';
import { carryOutCase } from '../support/run-case.ts';

/** All steps that end before a step starts. */
function before(steps: Plan['steps'], id: string, found = new Set<string>()): ReadonlySet<string> {
  for (const each of steps.find((step) => step.id === id)?.needs ?? [])
    if (!found.has(each)) {
      found.add(each);
      before(steps, each, found);
    }
  return found;
}

const isOnSite = ({ address }: Plan['steps'][number]): boolean => address.startsWith('sites/docs');

test.each(['is-published-after-its-restrictions', 'is-published'])(
  'every step on the site ends before the site is published: %s',
  async (name) => {
    const { planned, reference } = await carryOutCase(readCase(`site/${name}`));
    reference.close();
    const { steps } = planned.plan;
    const others = steps.filter((step) => isOnSite(step) && step.operation !== 'publish').map(({ id }) => id);
    const published = before(steps, 'sites/docs#publish');
    expect(others.filter((id) => !published.has(id))).toEqual([]);
    expect(others).not.toEqual([]);
  },
);

test('every step on the site waits until the site is unpublished', async () => {
  const { planned, reference } = await carryOutCase(readCase('site/is-unpublished-before-other-changes'));
  reference.close();
  const { steps } = planned.plan;
  const others = steps.filter((step) => isOnSite(step) && step.operation !== 'publish').map(({ id }) => id);
  expect(others.filter((id) => !before(steps, id).has('sites/docs#publish'))).toEqual([]);
  expect(others).not.toEqual([]);
});

/** Answers requests to these paths with another response. */
function answering(path: RegExp, status: number, body: unknown) {
  return (send: Transport): Transport =>
    async (request) =>
      path.test(request.path) && request.method !== 'GET' ? { status, headers: {}, body } : send(request);
}

test('a site with a restriction that failed stays unpublished', async () => {
  const around = answering(/\/sections\//, 400, { error: { code: 400, message: 'no condition' } });
  const { faults, reference, second } = await carryOutCase(readCase('site/is-published-after-its-restrictions'), {
    around,
    concurrency: 8,
  });
  reference.close();
  expect(faults.join('\n')).toContain('sites/docs/sections/partners');
  expect(second.live.objects.find(({ kind }) => kind === 'site')?.fields.published).toBe(false);
  expect(second.plan.steps.map(({ id }) => id)).toContain('sites/docs#publish');
});

test('a site that needs a payment stays unpublished, and the error explains the fix', async () => {
  const around = answering(/\/publish$/, 200, { type: 'checkout', sessionId: 'cs_1' });
  const { report, reference, second } = await carryOutCase(readCase('site/is-published'), { around });
  reference.close();
  expect(report.changes.find(({ address }) => address === 'sites/docs')).toMatchObject({
    status: 'failed',
    fault: {
      message: expect.stringContaining('the platform requires a payment before it publishes the site'),
      advice: 'publish the site on the platform and complete the payment there, then run `docform apply` again',
    },
  });
  expect(second.plan.steps.map(({ id }) => id)).toEqual(['sites/docs#publish']);
});

test('an import declares a published site as published, and omits the field for an unpublished site', async () => {
  const seed = worldOf({ sites: { docs: { title: 'Docs' }, help: { title: 'Help', published: false } } });
  const platform = await startPlatform({ seed, dialect: 'gitbook' });
  const directory = directoryWith({});
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_ORG: platform.organization,
    DOCFORM_TOKEN: platform.token,
  };
  const docform = (...words: string[]) => run(words, { directory, environment });
  try {
    expect(await docform('import')).toMatchObject({ exit: 0 });
    const written = await readFile(join(directory, 'docform.yaml'), 'utf8');
    expect(written).toContain('published: true');
    expect(written).not.toContain('published: false');
    expect((await docform('plan')).stdout).toContain('No changes.');
  } finally {
    await platform.close();
  }
});
