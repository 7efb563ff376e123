/** Plan files from untrusted sources are validated before anything is printed, and never cause a crash. */
import { describe, expect, test } from 'vitest';
import { planDigest } from '../../src/plan/approval/plan-digest.ts';
import { checksumOf, planDocument } from '../../src/report/plan/json.ts';
import { digestOfSaved, readPlan } from '../../src/report/plan/read-plan.ts';
import { planText } from '../../src/report/plan/text.ts';
import { change, everything, planMarkdown } from './plans.ts';

const options = { host: 'api.acme.dev', requests: 7, configuration: `sha256:${'0'.repeat(64)}` };
const moved = change('spaces/b', 'move', { beside: { relation: 'after', address: 'spaces/a' } });
const plan = { ...everything, changes: [...everything.changes, moved] };
const digest = planDigest(plan, options.host);
const document = JSON.parse(JSON.stringify(planDocument(plan, { ...options, digest }))) as {
  readonly [key: string]: unknown;
};

/** Adds a matching checksum and, with `hasDigest`, a matching digest if possible. */
function forged(text: string, hasDigest = true): string {
  const facts = JSON.parse(text) as { readonly [key: string]: unknown };
  const sealed = (digest: unknown) => JSON.stringify({ ...facts, digest, checksum: checksumOf({ ...facts, digest }) });
  const masked = readPlan(
    JSON.stringify({ ...facts, isMasked: true, checksum: checksumOf({ ...facts, isMasked: true }) }),
  );
  return hasDigest && !('fault' in masked) ? sealed(digestOfSaved(masked.plan)) : sealed(facts.digest);
}

function tell(text: string): string {
  const read = readPlan(text);
  if ('fault' in read) return `refused: ${read.fault}`;
  return planText(read.plan, { digest: read.digest ?? '', isVerbose: true }) + planMarkdown(read.plan);
}

const whole = JSON.stringify(document);
const control = '\u001b]0;owned\u0007';

test('a plan file that docform wrote is printed', () => {
  expect(tell(whole)).toContain(`Plan digest: ${digest}`);
  expect(tell(forged(whole))).toBe(tell(whole));
});

describe('a forged plan', () => {
  test.each([
    ['"relation":"after"', `"relation":${JSON.stringify(control)}`],
    ['"code":"B-PROTECTED"', `"code":${JSON.stringify(control)}`],
    ['"requests":7', '"requests":"7"'],
    ['"requests":7', '"requests":1e999'],
    ['"lost":[]', '"lost":[7]'],
  ])('with %s replaced by %s is refused', (from, to) => {
    expect(whole).toContain(from);
    expect(tell(forged(whole.replace(from, to)))).toBe('refused: damaged');
  });

  test('is refused if its digest does not match its changes', () => {
    const text = forged(whole.replace('"after","address":"spaces/a"', '"after","address":"spaces/secret"'), false);
    expect(readPlan(text)).toEqual({
      fault: 'damaged',
      message: 'its changes are not those that its digest stands for',
    });
  });

  test('is refused if its nesting is too deep', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(readPlan(whole.replace('"notes":[', `"notes":${deep},"more":[`))).toMatchObject({ fault: 'damaged' });
  });

  test('with an unexpected value in any place is refused, or printed without control characters', () => {
    const values = [null, control, {}, [control]];
    const told = placesIn(document).flatMap((place) =>
      values.map((value) => tell(forged(JSON.stringify(withValue(document, place, value))))),
    );
    expect(told.filter((text) => /[\u0000-\u0008\u000b-\u001f]/.test(text))).toEqual([]);
    expect(new Set(told.map((text) => text.startsWith('refused'))).size).toBe(2);
  });
});

type DataPath = readonly (string | number)[];

function placesIn(value: unknown, at: DataPath = []): readonly DataPath[] {
  if (typeof value !== 'object' || value === null) return [at];
  const parts = Array.isArray(value) ? value.map((each, index) => [index, each] as const) : Object.entries(value);
  return [...(at.length === 0 ? [] : [at]), ...parts.flatMap(([key, each]) => placesIn(each, [...at, key]))];
}

function withValue(value: unknown, [first, ...rest]: DataPath, wanted: unknown): unknown {
  if (first === undefined) return wanted;
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? withValue(each, rest, wanted) : each));
  const map = value as { readonly [key: string]: unknown };
  return { ...map, [first]: withValue(map[first], rest, wanted) };
}
