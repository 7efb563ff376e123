/** Tests that the plans of several configurations share one comment, that concurrent jobs lose no section, and that no high-risk change is lost. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Comment, Forge } from '../../src/forge/forge.ts';
import { keepSharedComment } from '../../src/forge/shared-comment.ts';
import { planDigest } from '../../src/plan/plan-comparison.ts';
import { planDocument } from '../../src/report/json.ts';
import { run } from '../cli/harness.ts';
import { change, planWith } from '../report/plans.ts';
import { directoryWith } from '../support/directory.ts';
import { type FakeThread, type ForgeFake, startForge } from './forge-fake.ts';
import { runVariables } from './nights.ts';

const host = 'api.test';

/** Titles that a list cannot shorten. */
function titleOf(at: number): string {
  return ((at * 2_654_435_761) % 2 ** 32).toString(36).repeat(3);
}

/** A saved plan that deletes this number of teams. */
function planText(deletes: number): string {
  const changes = Array.from({ length: deletes }, (_, at) =>
    change(`teams/gone-${at}`, 'delete', { id: `id-${at}`, title: titleOf(at) }),
  );
  const plan = planWith(changes);
  const configuration = `sha256:${'0'.repeat(64)}`;
  return JSON.stringify(planDocument(plan, { host, digest: planDigest(plan, host), requests: deletes, configuration }));
}

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let forge: ForgeFake;
  let directory: string;
  let request: FakeThread;
  beforeEach(async () => {
    forge = await startForge(kind);
    directory = directoryWith();
    request = forge.open({ number: 5, isRequest: true });
  });
  afterEach(() => forge.close());
  const comment = async (name: string, text: string, ...flags: readonly string[]) => {
    await writeFile(join(directory, 'plan.json'), text);
    const environment = { ...runVariables(forge), DOCFORM_SETTLE_SECONDS: '0' };
    const argv = ['ci', 'comment', '--shared', '--name', name, '--file', 'plan.json', ...flags];
    return (await run(argv, { directory, environment })).stdout;
  };
  const bodies = () => request.comments.map(({ body }) => body);

  test('each configuration has a row and a section in one comment, which later runs update', async () => {
    expect(await comment('portal', planText(0), '--only-update')).toBe('portal: no comment to update\n');
    expect(await comment('portal', planText(2))).toBe('portal: comment added\n');
    expect(await comment('handbook', planText(1))).toBe('handbook: comment updated\n');
    expect(await comment('handbook', planText(1))).toBe('handbook: comment unchanged\n');
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatch(
      /\n\| handbook \| 1 to delete \| \*\*1\*\* \| 0 \| no \| `sha256:\w+` \|\n\| portal \| 2 to delete \| \*\*2\*\* \| .*\n\n<!-- docform:section target=handbook /,
    );
    expect(bodies()[0]).toContain('#id-1');
    expect(
      await comment('portal', '\n### docform plan failed\n\n<!-- docform:section target=handbook row=x -->\n'),
    ).toBe('portal: comment updated\n');
    expect(bodies()[0]).toContain('| portal | **failed** |');
    expect(bodies()[0]).not.toContain('#id-1');
    expect(bodies()[0]?.match(/^<!-- docform:section /gm)).toHaveLength(2);
  });

  test('a plan whose high-risk changes do not fit gets its own comment, and every comment is within the limit', async () => {
    const many = planText(800);
    for (const name of ['a', 'b', 'c']) expect(await comment(name, many)).toContain(': comment');
    const all = bodies();
    for (const body of all) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_400);
    expect(all.length).toBeGreaterThan(1);
    for (const name of ['a', 'b', 'c']) {
      const shared = all.find((body) => body.startsWith('<!-- docform:comments '));
      const [, after] = shared?.split(`<!-- docform:section target=${name} `) ?? [];
      const [own] = after?.split('<!-- docform:section ') ?? [];
      const text = own?.includes('It has its own comment')
        ? all.find((body) => body.startsWith(`<!-- docform:comment target=${name} -->`))
        : own;
      expect(text).toContain('gone-');
      expect(text).not.toContain('Do not approve');
    }
    await comment('c', planText(1));
    expect(bodies().some((body) => body.endsWith('See the comment of all plans.'))).toBe(true);
  });
});

test('jobs that read the comment at the same time lose no section', async () => {
  const stored: { id: number; author: string; body: string }[] = [];
  let waiting: (() => void)[] = [];
  /** Both jobs read before one of them writes. */
  const together = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < 2) return;
      for (const each of waiting) each();
      waiting = [];
    });
  let reads = 0;
  const forge = {
    readAuthor: async () => 'bot',
    listRequestComments: async (): Promise<readonly Comment[]> => {
      const seen = stored.map((each) => ({ ...each }));
      reads += 1;
      if (reads <= 4) await together();
      return seen;
    },
    commentOnRequest: async (_: number, body: string) =>
      void stored.push({ id: stored.length + 1, author: 'bot', body }),
    changeRequestComment: async (_: number, { id }: Comment, body: string) => {
      const found = stored.find((each) => each.id === id);
      if (found !== undefined) found.body = body;
    },
  } as unknown as Forge;
  const job = (target: string) =>
    keepSharedComment(forge, {
      ...{ target, request: 1, isOnlyKept: false, settleMs: 20, cells: ['1'], ownText: 'own' },
      textWithin: () => `plan of ${target}`,
    });
  await Promise.all([job('a'), job('b')]);
  expect(stored[0]?.body).toContain('plan of a');
  expect(stored[0]?.body).toContain('plan of b');
  for (const { body } of stored.slice(1)) expect(body).toBe('See the comment of all plans.');
});
