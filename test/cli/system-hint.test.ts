/** Errors of the operating system name the user and the fix. */
import { expect, test } from 'vitest';
import { failureOf } from '../../src/cli/io/session.ts';

test.each([
  ['EACCES', /^give the user \S+ \(\d+\) access to the path; in a container, pass --user /],
  ['EROFS', /read-only: mount the directory writable/],
  ['ENOSPC', /^free space on the disk/],
  ['EADDRINUSE', /^check the path or port/],
])('%s has a fix of its own', (code, hint) => {
  const failure = failureOf(Object.assign(new Error(`${code}: /x`), { code }));
  expect(failure).toMatchObject({ code: 'E-SYSTEM', message: `${code}: /x`, hint: expect.stringMatching(hint) });
});
