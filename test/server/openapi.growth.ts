/** Measures that deeply nested specifications are refused in linear time. */
import { expect, test } from 'vitest';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { nestedTexts } from './nested-texts.ts';
import { open } from './open.ts';

test.each(nestedTexts)('a text of nested %s is refused in linear time', async (_, text) => {
  let nowMs = Date.UTC(2026, 5, 17, 12);
  const at = open({ seed: 'empty', now: () => nowMs });
  const growth = await growthOf(async (size) => {
    await at.put('~/openapi/api', { source: { text: text(size) } });
    nowMs += 3000;
    expect((await at.get('~/openapi/api')).lastProcessErrorCode).toBe('PARSE_ERROR');
  }, 10_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
