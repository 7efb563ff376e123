/** Tests every operation with every kind of caller. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { routes } from '../../src/server/resources/index.ts';
import { speak } from './open.ts';
import { requestOf } from './rights-requests.ts';
import { openRightsWorld, type Person } from './rights-world.ts';

const { columns, ...table } = parse(readFileSync(new URL('rights-matrix.yaml', import.meta.url), 'utf8')) as {
  [name: string]: string;
};
const callers = columns?.split(/\s+/) as Person[];
const names = endpoints.map(({ name }) => name).sort();

test('every operation has a requirement, and the table of expected answers contains every operation', () => {
  expect(routes.flatMap(({ endpoint, need }) => (need.of === undefined ? [] : [endpoint.name])).sort()).toEqual(names);
  expect(Object.keys(table).sort()).toEqual(names);
});

test.each(callers)('every operation answers as the table expects for: %s', async (caller) => {
  const expected = Object.entries(table).map(([operation, row]) => [
    operation,
    Number(row.split(/\s+/)[callers.indexOf(caller)]),
  ]);
  const answered: (string | number)[][] = [];
  let world = await openRightsWorld();
  let speaker = world.as(caller);
  for (const [operation = ''] of expected) {
    const [method, path, body] = requestOf(String(operation), world.ids);
    const { status } = await speaker.send(method, path, body);
    answered.push([operation, status]);
    if (method === 'GET' || status >= 400) continue;
    // Each operation starts with the same fixture.
    world.platform.close();
    world = await openRightsWorld();
    speaker = world.as(caller);
  }
  world.platform.close();
  expect(answered).toEqual(expected);
});

test('without a valid token, every operation is 401 and reveals nothing', async () => {
  const world = await openRightsWorld();
  for (const token of ['', 'unknown', 'local_unknown']) {
    const speaker = speak({ ...world.platform, token });
    for (const name of names) {
      const { status, message } = await speaker.send(...requestOf(name, world.ids));
      expect([name, status, message]).toEqual([name, 401, 'unknown token']);
    }
  }
  world.platform.close();
});
