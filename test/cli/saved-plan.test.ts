/** Applying a saved plan: applied completely or stale, continued after an interruption, and refused for another target or configuration. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { after, head, planned, workspace } from './plan-workspace.ts';

describe('stale plans', () => {
  test('apply sends nothing, shows the three values of a changed planned field, and exits with 6', async () => {
    const { docform, ask, titled, titles, close } = await planned();
    await ask('PATCH', `teams/${await titled('teams', 'Docs')}`, { title: 'Mine' });
    const { exit, stdout, stderr } = await docform(['apply', 'plan.json']);
    expect({ exit, stdout }).toEqual({ exit: 6, stdout: '' });
    expect(stderr).toContain(
      'The saved plan is stale. Differences from the approved plan:\n  ~ teams/docs  the change differs from the approved plan\n      title  when planned: "Docs", now: "Mine", configured: "Handbook"\n',
    );
    expect(stderr).toContain('error[E-PLAN-STALE]: the saved plan is stale: nothing was applied');
    expect(await titles('teams')).toEqual(['Mine', 'Support']);
    await close();
  });

  test('apply sends nothing and exits with 6 if an unplanned field has changed', async () => {
    const collection = (title: string) =>
      `${head}collections: { product: { title: ${title}, description: What we sell } }\n`;
    const { docform, write, ask, titled, titles, close } = await workspace(collection('Product'));
    await docform(['apply', '--yes']);
    await write(collection('Products'));
    await docform(['plan', '-o', 'plan.json']);
    await ask('PATCH', `/collections/${await titled('collections', 'Product')}`, { description: 'Mine' });
    const { exit, stderr } = await docform(['apply', 'plan.json']);
    expect(exit).toBe(6);
    expect(stderr).toContain('      description  when planned: (none), now: "Mine", configured: "What we sell"\n');
    expect(await titles('collections')).toEqual(['Product']);
    await close();
  });
});

test('apply applies the whole plan without a question, and has nothing to do the second time', async () => {
  const { docform, titles, close } = await planned();
  expect(await docform(['apply', 'plan.json'])).toMatchObject({
    exit: 0,
    questions: [],
    stdout: expect.stringMatching(/^Applied 2 changes\./),
  });
  expect(await titles('teams')).toEqual(['Handbook', 'Help']);
  expect(await docform(['apply', 'plan.json'])).toMatchObject({ exit: 0, stdout: 'Nothing to apply.\n' });
  await close();
});

test('apply continues a partly failed apply of the same plan, and records the approved digest', async () => {
  const { docform, file, platform, titles, close } = await planned();
  const { digest } = await file();
  platform.faults.add({
    match: { operation: 'updateTeam' },
    effect: { type: 'status', status: 400 },
    times: 1,
  });
  expect((await docform(['apply', 'plan.json'])).exit).toBe(5);
  const again = await docform(['apply', 'plan.json', '--expect-digest', digest]);
  expect(again).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^Applied 1 change\./) });
  expect(await titles('teams')).toEqual(['Handbook', 'Help']);
  await close();
});

test('apply continues a saved plan whose apply was interrupted', async () => {
  const teams = Array.from(
    { length: 6 },
    (_, at) => `  t${at}: { title: Team ${at}, members: { ana@acme.dev: owner } }\n`,
  ).join('');
  const { docform, titles, close } = await workspace(`${head}teams:\n${teams}`, 'small');
  const known = (await titles('teams')).length;
  expect((await docform(['plan', '-o', 'plan.json'])).exit).toBe(0);
  let isSent = false;
  const interrupted = await docform(['apply', 'plan.json', '--concurrency', '1'], {
    onStderr: (text, interrupt) => {
      if (isSent || !text.includes('[ 3/12]')) return;
      isSent = true;
      interrupt();
    },
  });
  expect(interrupted.exit).toBe(130);
  const again = await docform(['apply', 'plan.json']);
  expect(again).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^Applied \d changes\./),
  });
  expect((await titles('teams')).length).toBe(known + 6);
  expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
  await close();
});

test('apply continues a saved plan whose apply was interrupted between two calls for one object', async () => {
  const { docform, ask, titled, close } = await workspace(
    `${head}sites: { docs: { title: Docs, shareLinks: { globex: { name: Globex, active: false } } } }\n`,
  );
  expect((await docform(['plan', '-o', 'plan.json'])).exit).toBe(0);
  let isSent = false;
  const interrupted = await docform(['apply', 'plan.json', '--concurrency', '1'], {
    onStderr: (text, interrupt) => {
      if (isSent || !text.includes('[2/3]')) return;
      isSent = true;
      interrupt();
    },
  });
  expect(interrupted.exit).toBe(130);
  const again = await docform(['apply', 'plan.json']);
  expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('Applied 1 change. 1 API request.\n') });
  const links = await ask('GET', `sites/${await titled('sites', 'Docs')}/share-links`);
  expect(links.items).toMatchObject([{ name: 'Globex', active: false }]);
  await close();
});

test('a planned object that cannot be read now makes the plan stale', async () => {
  const words = (team: string, collection: string) =>
    `${head}teams: { docs: { title: ${team} } }\ncollections: { product: { title: ${collection} } }\n`;
  const { docform, write, platform, titles, close } = await workspace(words('Docs', 'Product'));
  await docform(['apply', '--yes']);
  await write(words('Handbook', 'Products'));
  await docform(['plan', '-o', 'plan.json']);
  platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 403 } });
  const { exit, stderr } = await docform(['apply', 'plan.json']);
  platform.faults.clear();
  expect(exit).toBe(6);
  expect(stderr).toContain('  ~ teams/docs  the object cannot be read now\n');
  expect([await titles('teams'), await titles('collections')]).toEqual([['Docs'], ['Product']]);
  await close();
});

describe('apply exits with 3 before reading the platform for', () => {
  test('a plan for another host or organization', async () => {
    const { docform, platform, close } = await planned();
    const other = await startPlatform({ seed: 'empty' });
    const there = { DOCFORM_API_URL: other.url, DOCFORM_TOKEN: other.token };
    platform.requests.clear();
    const host = await docform(['apply', 'plan.json'], {
      environment: { ...there, DOCFORM_ORG: platform.organization },
    });
    const organization = await docform(['apply', 'plan.json'], { environment: { DOCFORM_ORG: 'another' } });
    for (const { exit, stderr } of [host, organization]) {
      expect(exit).toBe(3);
      expect(stderr).toContain('error[E-PLAN-TARGET]: the plan is for organization ');
    }
    expect(platform.requests.read().total + other.requests.read().total).toBe(0);
    await Promise.all([close(), other.close()]);
  });

  test('a plan for another configuration, but not for the same configuration with a comment', async () => {
    const { docform, write, close } = await planned();
    await write(after.replace('Help', 'Desk'));
    expect(await docform(['apply', 'plan.json'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('E-PLAN-CONFIGURATION'),
    });
    await write(`# said otherwise\n${after.replace('{ title: Handbook }', '\n    title: "Handbook"')}`);
    expect((await docform(['apply', 'plan.json'])).exit).toBe(0);
    await close();
  });

  test('a file that is damaged, edited, missing, no plan, or of another version', async () => {
    const { docform, directory, file, close } = await planned();
    const text = await readFile(join(directory, 'plan.json'), 'utf8');
    const refused = async (content: string, code: string) => {
      await writeFile(join(directory, 'other.json'), content);
      for (const command of ['apply', 'show'])
        expect(await docform([command, 'other.json'])).toMatchObject({
          exit: 3,
          stdout: '',
          stderr: expect.stringContaining(`error[${code}]`),
        });
    };
    await refused(text.slice(0, -40), 'E-PLAN-FILE');
    await refused(text.replace('"Handbook"', '"Anything"'), 'E-PLAN-FILE');
    await refused('{"kind":"apply-report","schemaVersion":1}', 'E-PLAN-FILE');
    for (const schemaVersion of [2, 5])
      await refused(JSON.stringify({ ...(await file()), schemaVersion }), 'E-PLAN-VERSION');
    expect(await docform(['apply', 'none.json'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('no such file: none.json'),
    });
    await close();
  });
});
