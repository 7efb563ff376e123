/** Measures that the reference platform starts in linear time and reads one object in constant time. */
import { expect, test } from 'vitest';
import { createPlatform, type SeedName } from '../../src/server/index.ts';
import { leastRatio } from '../support/growth.ts';
import { open } from './open.ts';

test('starting takes linear time in the number of objects', async () => {
  const objects = (seed: SeedName) => open({ seed }).platform.state().objects;
  const start = (seed: SeedName) => () => createPlatform({ seed }).close();
  const bound = (3 * objects('large')) / objects('medium');
  expect(await leastRatio({ of: start('large'), to: start('medium'), bound })).toBeLessThan(bound);
});

test('reading one object takes constant time', async () => {
  const readingOf = (seed: SeedName) => {
    const { fetch, token, organization } = open({ seed }).platform;
    const read = () =>
      fetch(
        new Request(`http://platform.test/v1/orgs/${organization}`, { headers: { authorization: `Bearer ${token}` } }),
      );
    return async () => {
      for (let time = 0; time < 500; time += 1) expect((await read()).status).toBe(200);
    };
  };
  expect(await leastRatio({ of: readingOf('large'), to: readingOf('small'), bound: 5 })).toBeLessThan(5);
});
