/** Tests the file and the digest of a saved plan: plan --out, show and apply --expect-digest. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { head, planned, workspace } from './plan-workspace.ts';

describe('the digest', () => {
  test('a plan with the expected digest is applied without a question, and another plan is rejected with exit 6', async () => {
    const { docform, ask, titled, titles, file, close } = await planned();
    const { digest } = await file();
    expect((await docform(['plan'])).stdout).toContain(`\nPlan digest: ${digest}\n`);
    await ask('PATCH', `teams/${await titled('teams', 'Docs')}`, { title: 'Mine' });
    const refused = await docform(['apply', '--expect-digest', digest, '--allow', 'teams/docs']);
    expect(refused).toMatchObject({
      exit: 6,
      stdout: '',
      stderr: expect.stringContaining(`error[E-DIGEST]: the plan does not match the approved digest`),
    });
    expect(refused.stderr).toContain(`expected ${digest}, got sha256:`);
    expect(await titles('teams')).toEqual(['Mine', 'Support']);
    await ask('PATCH', `teams/${await titled('teams', 'Mine')}`, { title: 'Docs' });
    expect(await docform(['apply', '--expect-digest', digest])).toMatchObject({ exit: 0, questions: [] });
    expect(await titles('teams')).toEqual(['Handbook', 'Help']);
    expect((await docform(['apply', '--expect-digest', 'abc'])).exit).toBe(3);
    await close();
  });

  test('the digest of a plan file is computed from its contents, not read from the file', async () => {
    const { docform, directory, file, close } = await planned();
    const { digest } = await file();
    const { checksumOf } = await import('../../src/report/plan/json.ts');
    const forged = JSON.parse(
      (await readFile(join(directory, 'plan.json'), 'utf8')).replaceAll('Handbook', 'Anything'),
    ) as object;
    await writeFile(join(directory, 'forged.json'), JSON.stringify({ ...forged, checksum: checksumOf({ ...forged }) }));
    for (const argv of [
      ['show', 'forged.json'],
      ['apply', 'forged.json', '--expect-digest', digest],
      ['apply', 'forged.json'],
    ])
      expect(await docform(argv)).toMatchObject({
        exit: 3,
        stdout: '',
        stderr: expect.stringContaining('its changes are not those that its digest stands for'),
      });
    const masked = { ...forged, isMasked: true };
    await writeFile(join(directory, 'forged.json'), JSON.stringify({ ...masked, checksum: checksumOf(masked) }));
    expect((await docform(['show', 'forged.json'])).stdout).not.toContain('Digest');
    expect(await docform(['apply', 'forged.json', '--expect-digest', digest])).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('E-DIGEST'),
    });
    expect((await docform(['apply', 'plan.json', '--expect-digest', digest])).exit).toBe(0);
    await close();
  });
});

describe('the file of a saved plan', () => {
  test('show prints the plan file in every format and sends no request', async () => {
    const { docform, directory, platform, close } = await planned();
    for (const format of ['text', 'json', 'markdown']) {
      const { stdout } = await docform(['plan', '--format', format, '--out', 'plan.json']);
      platform.requests.clear();
      expect((await docform(['show', 'plan.json', '--format', format])).stdout).toBe(stdout);
      expect(platform.requests.read().total).toBe(0);
      if (format === 'json') expect(stdout).toBe(await readFile(join(directory, 'plan.json'), 'utf8'));
    }
    expect(await docform(['plan', '--out', '-'])).toMatchObject({ exit: 3, stdout: '' });
    await close();
  });

  test('plan --out overwrites only saved plans, and checks this before contacting the platform', async () => {
    const { docform, directory, platform, close } = await planned();
    const before = await readFile(join(directory, 'docform.yaml'), 'utf8');
    await writeFile(join(directory, 'empty'), '');
    platform.requests.clear();
    for (const argv of [
      ['plan', '--out', 'docform.yaml'],
      ['apply', '--yes', '--undo', 'docform.yaml'],
      ['explain', '--schema', '--out', 'docform.yaml'],
    ]) {
      const { exit, stderr } = await docform(argv);
      expect([exit, stderr.split('\n')[0]]).toEqual([
        3,
        expect.stringContaining('error[E-FILE-EXISTS]: docform.yaml already exists'),
      ]);
    }
    expect(platform.requests.read().total).toBe(0);
    expect(await readFile(join(directory, 'docform.yaml'), 'utf8')).toBe(before);
    for (const file of ['plan.json', 'empty']) expect((await docform(['plan', '--out', file])).exit).toBe(0);
    for (const file of ['s.json', 's.json'])
      expect((await docform(['explain', '--schema', '--out', file])).exit).toBe(0);
    await close();
  });

  test('the plan file is readable only by its owner, and no temporary file remains', async () => {
    const { directory, close } = await planned();
    expect((await stat(join(directory, 'plan.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).filter((name) => name.includes('plan'))).toEqual(['plan.json']);
    await close();
  });

  test('the plan file contains no secret: no token, no certificate, and no title that repeats the token', async () => {
    const provider = `saml: { okta: { label: canary-token-1234, entityID: http://a.example, ssoURL: https://a.example/sso, certificate: ${JSON.stringify(certificateOne)} } }\n`;
    const { docform, directory, close } = await workspace(`${head}${provider}`);
    expect((await docform(['plan', '-o', 'plan.json'])).exit).toBe(0);
    const text = await readFile(join(directory, 'plan.json'), 'utf8');
    expect(text).toContain('saml/okta');
    expect(text).not.toMatch(/canary|MIHC/);
    // A masked value cannot be compared, so the plan is stale.
    expect((await docform(['apply', 'plan.json'])).exit).toBe(6);
    await close();
  });

  test('the plan file records allowed changes, and a blocked plan is not applied', async () => {
    const { docform, write, file, titles, close } = await planned();
    await docform(['apply', 'plan.json']);
    await write(`${head}policy: { maxDeletes: 0 }\nteams:\n  docs: { title: Handbook }\n`);
    await docform(['plan', '-o', 'blocked.json']);
    expect(await docform(['apply', 'blocked.json'])).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('E-PLAN-BLOCKED'),
    });
    expect((await docform(['apply', 'blocked.json', '--allow-deletes', '1'])).exit).toBe(3);
    await docform(['plan', '-o', 'allowed.json', '--allow-deletes', '1']);
    expect((await file('allowed.json')).allowances).toEqual({ addresses: [], deletes: 1 });
    expect((await docform(['apply', 'allowed.json'])).exit).toBe(0);
    expect(await titles('teams')).toEqual(['Handbook']);
    await close();
  });

  test('a new guard blocks the saved plan, with exit 6', async () => {
    const { docform, write, ask, platform, titled, close } = await workspace(
      `${head}collections: { old: { title: Old } }\n`,
    );
    await docform(['apply', '--yes']);
    await write(`${head}collections: {}\n`);
    await docform(['plan', '-o', 'plan.json']);
    await ask('POST', 'collections', { title: 'Inside', parent: await titled('collections', 'Old') });
    platform.requests.clear();
    const { exit, stderr } = await docform(['apply', 'plan.json']);
    expect({ exit, writes: platform.requests.read().items.filter(({ method }) => method !== 'GET') }).toEqual({
      exit: 6,
      writes: [],
    });
    expect(stderr).toContain('blocked[B-CONTAINS-UNMANAGED]');
    await close();
  });
});
