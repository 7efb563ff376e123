/** Odd values in every member of every body: the platform refuses them without a change, or answers as published. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitbookEndpoints } from '../../src/contract/gitbook/index.ts';
import { gitbookRequest } from './dialect-requests.ts';
import { type GitbookWorld, prepare, prepareGitbookWorld } from './dialect-world.ts';

const odd: readonly unknown[] = [null, '', 'unknown', 'x'.repeat(3000), 0, -1, true, [], [null], {}, { id: 'unknown' }];

/** The body with one value, at any depth, that is odd or missing. */
function bent(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return odd;
  if (Array.isArray(value))
    return [...odd, ...value.flatMap((item, index) => bent(item).map((other) => value.with(index, other)))];
  const members = Object.entries(value as { readonly [name: string]: unknown });
  return [
    ...odd,
    ...members.flatMap(([name, member]) => {
      const { [name]: _, ...rest } = value as { readonly [name: string]: unknown };
      return [rest, ...bent(member).map((other) => ({ ...value, [name]: other }))];
    }),
  ];
}

const writes = gitbookEndpoints.filter(({ body }) => body !== undefined);

let world: GitbookWorld;

beforeAll(async () => {
  world = await prepareGitbookWorld();
});

afterAll(() => world.remove());

test.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses odd values without a change, or answers as published',
  async (name, endpoint) => {
    const at = world.open();
    const ids = await prepare(at, world.ids, name);
    const [method, path, body] = gitbookRequest(endpoint, ids);
    const statuses: number[] = [];
    for (const given of bent(body)) {
      const before = at.platform.state().digest;
      const { status } = await at.send(method, path, given);
      statuses.push(status);
      if (status >= 400) expect(at.platform.state().digest, JSON.stringify(given)).toBe(before);
    }
    at.platform.close();
    expect(at.problems).toEqual([]);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(0);
  },
);
