/** Measures that a pull-request comment takes time proportional to the number of changes. */
import { expect, test } from 'vitest';
import { planComment } from '../../src/report/plan/markdown.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { change, planWith } from './plans.ts';

/** Changes whose addresses have no consecutive numbers, so that they cannot be grouped into ranges. */
const changes = (count: number, action: 'delete' | 'update') =>
  Array.from({ length: count }, (_, index) =>
    change(`spaces/x${(index * 7919) % 99_991}-${index % 7}`, action, {
      lost: action === 'delete' ? ['its content'] : [],
    }),
  );

test.each(['delete', 'update'] as const)('a comment of many changes takes linear time: %s', async (action) => {
  const growth = await growthOf((size) => planComment(planWith(changes(size, action)), { budgetBytes: 4000 }), 2000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
