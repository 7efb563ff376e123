/** Whatever changes in a seed comes out as it was computed; of the largest, `test/laws/import.test.ts` goes on from its import. */
import { expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { drawn } from '../laws/draw.ts';
import { always } from '../laws/law.ts';
import { living, takeIn } from '../support/importing.ts';
import { expectAsForeseen } from './as-foreseen.ts';

test.each(['small', 'medium'] as const)('addresses and access of seed %s, changed in any way', async (seed) => {
  const seen = { changes: 0, reached: 0 };
  await always(8, [drawn((draw) => draw)], async (draw) => {
    const place = await living(createFixture(seed, 1));
    const { changes, reached } = await expectAsForeseen(
      place,
      await takeIn(place, place.reference.organization),
      draw,
      'everybody',
    );
    place.reference.close();
    seen.changes += changes;
    seen.reached += reached;
  });
  expect(seen.changes).toBeGreaterThan(16);
  expect(seen.reached).toBeGreaterThan(16);
});
