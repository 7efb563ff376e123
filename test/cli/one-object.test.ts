/** `get ADDRESS`, `get LIST` and `import ADDRESS` read only the lists that the object needs, and print what they print after reading everything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

interface Row {
  readonly address: string;
}

describe.each(['2025-06', 'gitbook'] as const)('%s', (dialect) => {
  let platform: Awaited<ReturnType<typeof startPlatform>>;
  let sent = 0;
  const directory = directoryWith({});
  const docform = (...argv: readonly string[]) => docformIn(directory, ...argv);
  const docformIn = async (directory: string, ...argv: readonly string[]) => {
    const environment = {
      DOCFORM_API_URL: platform.url,
      DOCFORM_TOKEN: platform.token,
      DOCFORM_ORG: platform.organization,
    };
    const before = sent;
    const { exit, stdout, stderr } = await run(argv, { directory, environment });
    expect(exit, stderr).toBe(0);
    return { stdout, requests: sent - before };
  };
  const rowsIn = (stdout: string) => (JSON.parse(stdout) as { readonly objects: readonly Row[] }).objects;

  beforeAll(async () => {
    platform = await startPlatform({ seed: 'medium', dialect, onRequest: () => (sent += 1) });
    await docform('import', '--yes');
  });
  afterAll(() => platform.close());

  test('get LIST lists what get lists there, with fewer requests', async () => {
    const all = await docform('get', '--format', 'json');
    for (const place of ['teams', 'sites/acme-docs/sections', 'spaces']) {
      const { stdout, requests } = await docform('get', place, '--format', 'json');
      const isThere = ({ address }: Row) => address === place || address.startsWith(`${place}/`);
      expect(rowsIn(stdout)).toEqual(rowsIn(all.stdout).filter(isThere));
      expect(requests, place).toBeLessThan(all.requests / 2);
    }
  });

  test('get ADDRESS prints each object as the import wrote it, with at most 8 requests', async () => {
    const rows = rowsIn((await docform('get', '--format', 'json')).stdout);
    const chosen = rows.filter((_, at) => at % 12 === 0);
    expect(chosen.length).toBeGreaterThan(4);
    for (const { address } of chosen) {
      const { stdout, requests } = await docform('get', address, '--format', 'json');
      expect(JSON.parse(stdout)).toMatchObject({ object: { address, isDeclared: true, drift: [] } });
      expect(requests, address).toBeLessThanOrEqual(8);
    }
  });

  test('get prints contents whose people are not declared, as it does after reading everything', async () => {
    const whole = await docform('get', 'teams/docs');
    const partial = directoryWith({ 'docform.yaml': 'version: 1\nteams: { docs: { title: Docs } }\n' });
    const { stdout } = await docformIn(partial, 'get', 'teams/docs');
    const contents = (text: string) => text.split('\n').slice(1).join('\n');
    expect(contents(whole.stdout)).toContain('@acme.dev');
    expect(contents(stdout)).toBe(contents(whole.stdout));
  });
});

/** Requests of a large organization, whose whole import takes more than 400. The first import also detects the dialect, in the contract with three requests. */
test.each([
  ['2025-06', 10, 7],
  ['gitbook', 9, 7],
] as const)(
  '%s: a team of a large organization is imported and shown with few requests',
  async (dialect, first, next) => {
    let sent = 0;
    const platform = await startPlatform({ seed: 'large', dialect, onRequest: () => (sent += 1) });
    const environment = {
      DOCFORM_API_URL: platform.url,
      DOCFORM_TOKEN: platform.token,
      DOCFORM_ORG: platform.organization,
    };
    const directory = directoryWith({});
    const counted = async (...argv: readonly string[]) => {
      const before = sent;
      const { exit, stdout, stderr } = await run(argv, { directory, environment });
      expect(exit, stdout + stderr).toBe(0);
      return { requests: sent - before, stdout };
    };
    const [one, other] = ['teams/accounts-team-001', 'teams/billing-team-002'];
    expect((await counted('import', one, '--yes')).requests).toBe(first);
    expect((await counted('get', one)).requests).toBeLessThanOrEqual(next);
    const added = await counted('import', other, '--yes');
    expect(added.requests).toBeLessThanOrEqual(next);
    expect(added.stdout).toContain('now shows no changes');
    expect((await counted('plan', '--detailed-exitcode')).stdout).toContain('No changes.');
    expect((await counted('import', 'sites/documentation-00', '--dry-run')).requests).toBeLessThanOrEqual(12);
    await platform.close();
  },
);
