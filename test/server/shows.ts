/** A read that shows a write: asked again afterwards, it is answered otherwise. */
import { expect } from 'vitest';
import type { Opened } from './open.ts';

/** The answer to the read, of which it must have this in it; a number: the status it is refused with. */
export type Shown = object | number;

/** Fails unless the read is answered otherwise after the write, and then as expected. */
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
