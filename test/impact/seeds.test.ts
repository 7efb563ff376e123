/** Computed URLs and access are right after any changes of a fixture. `test/laws/import.test.ts` covers the largest fixture. */
import { expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { drawn } from '../laws/draw.ts';
import { always } from '../laws/law.ts';
import { living, takeIn } from '../support/importing.ts';
import { expectAsForeseen } from './as-foreseen.ts';

test.each(['small', 'medium'] as const)(
  'URLs and access are as computed after any changes: fixture %s',
  async (seed) => {
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
  },
);
