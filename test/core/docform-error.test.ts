/** Errors are identified only by their code. */
import { expect, test } from 'vitest';
import { failureOf } from '../../src/cli/io/session.ts';
import { requireReadable } from '../../src/remote/live/unreadable.ts';
import { readSources } from '../support/sources.ts';

test('no code uses the name or the message of an error', () => {
  const byName = /\b(?:error|known|reason|cause)\.name\b|\.name [!=]== '\w+Error'/;
  const byMessage =
    /\.(?:exec|test|replace)\((?:error|known|failure)\.message|\.message\.(?:match|replace|startsWith|includes)\(/;
  const guessing = readSources('src').filter(
    ({ path, code }) => !path.startsWith('src/server/') && (byName.test(code) || byMessage.test(code)),
  );
  // These packages have no error codes.
  expect(guessing.map(({ path }) => path)).toEqual([
    'src/cli/program.ts',
    'src/config/yaml/any-yaml.ts',
    'src/core/condition.ts',
  ]);
});

test.each([
  [403, 4],
  [500, 1],
  [undefined, 1],
])('a list that fails with %s ends the command with %i, independent of its message', (status, exit) => {
  const unread = { unknown: 'listTeams (GET /v1/orgs/o1/teams): 401 no', failure: { status, hint: 'ask somebody' } };
  const live = { objects: [], orders: {}, lists: [{ kind: 'team', parentId: null, ...unread }] };
  const thrown = (() => {
    try {
      requireReadable(live);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  })();
  expect(thrown).toMatchObject({ code: 'E-API', exit, status, hint: 'ask somebody' });
});
