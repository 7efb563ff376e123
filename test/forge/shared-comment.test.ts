/** Tests that the plans of several configurations share one comment, that concurrent jobs lose no section, and that no high-risk change is lost. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Impact } from '../../src/core/impact.ts';
import type { Comment, Forge } from '../../src/forge/forge.ts';
import { keepSharedComment } from '../../src/forge/shared-comment.ts';
import { planDigest } from '../../src/plan/approval/plan-digest.ts';
import type { Change } from '../../src/plan/result/change.ts';
import { planDocument } from '../../src/report/plan/json.ts';
import { run } from '../cli/harness.ts';
import { change, meaning, planWith } from '../report/plans.ts';
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
  return savedText(changes);
}

function savedText(changes: readonly Change[], impact: readonly Impact[] = []): string {
  const plan = planWith(changes, { impact });
  const configuration = `sha256:${'0'.repeat(64)}`;
  const requests = changes.length;
  return JSON.stringify(planDocument(plan, { host, digest: planDigest(plan, host), requests, configuration }));
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
    expect(bodies()[0]).toContain('(id-1)');
    expect(
      await comment('portal', '\n### docform plan failed\n\n<!-- docform:section target=handbook row=x -->\n'),
    ).toBe('portal: comment updated\n');
    expect(bodies()[0]).toContain('| portal | **failed** |');
    expect(bodies()[0]).not.toContain('(id-1)');
    expect(bodies()[0]?.match(/^<!-- docform:section /gm)).toHaveLength(2);
  });

  test('headings are nested, and a long part without high-risk changes is folded', async () => {
    const changes = [
      change('teams/gone', 'delete', { id: 'id-gone', title: 'Gone' }),
      ...Array.from({ length: 40 }, (_, at) => change(`spaces/new-${at}`, 'create', { title: titleOf(at) })),
    ];
    const impact = [
      meaning('sites/docs', { what: 'more people can read it' }),
      ...changes.map(({ address }) => meaning(address, { severity: 'notable', what: `effect on ${address}` })),
    ];
    await comment('portal', savedText(changes, impact));
    await comment('handbook', planText(1));
    const [body = ''] = bodies();
    const headings = body.split('\n').flatMap((line) => /^(#+ .*)$/.exec(line)?.slice(1) ?? []);
    expect(headings.map((each) => each.replace(/ \(\d+\)$/, ''))).toEqual([
      '## docform plans',
      ...['### handbook', '#### docform plan for `acme`', '##### Changes to review'],
      ...['### portal', '#### docform plan for `acme`', '##### Changes to review'],
    ]);
    const portal = body.slice(body.indexOf('### portal'));
    const [open = '', folded = ''] = portal.split('<details><summary>Other effects, changes and notes</summary>');
    expect(open).toContain('more people can read it');
    expect(open).toContain('delete `teams/gone`');
    expect(open).not.toContain('effect on');
    expect(folded).toContain('effect on spaces/new-39');
    expect(body.slice(0, body.indexOf('### portal'))).not.toContain('Other effects, changes and notes');
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
