/** Checks that a read shows a write. */
import { expect } from 'vitest';
import type { Opened } from './open.ts';

/** The expected part of the answer, or the status of the refusal. */
export type Shown = object | number;

/** Fails unless the write changes the answer as expected. */
export async function requireShown(
  at: Opened,
  path: string,
  write: () => Promise<unknown>,
  expected: Shown,
): Promise<void> {
  const before = await at.send('GET', path);
  await write();
  const after = await at.send('GET', path);
  expect([after.status, after.body], `${path} shows nothing of it`).not.toEqual([before.status, before.body]);
  if (typeof expected === 'number') expect(after.status).toBe(expected);
  else expect(after.body).toMatchObject(expected);
}
