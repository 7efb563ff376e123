/** Each object has one ledger, also if two configurations save at the same moment. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/core/state.ts';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { ownedObjects } from '../../src/ledger/owners.ts';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import { createProcessTable } from '../../src/ledger/process-table.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { directoryWith } from '../support/directory.ts';
import { ana, bo, target } from './entries.ts';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from './postgres-server.ts';

const hasPostgres = !isWithoutPostgres();
const now = { waitMs: 0, ttlMs: 20_000 };
const names = ['one', 'two', 'three'];
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});

function openFiles(): readonly StateBackend[] {
  const root = directoryWith(Object.fromEntries(names.map((name) => [`${name}/.keep`, ''])));
  const repository = {
    root,
    ledgers: () => ({ files: names.map((name) => `${name}/docform.ledger.json`) }),
    mutex: () => join(root, 'mutex'),
  };
  return names.map((name) =>
    createFileBackend({
      ...{ path: join(root, name, 'docform.ledger.json'), target, repository },
      processes: createProcessTable({ host: name }),
    }),
  );
}

async function openDatabase(): Promise<readonly StateBackend[]> {
  const url = await freshUrl(server);
  return names.map((name) =>
    createPostgresBackend({ url, target, configuration: { name, file: `${name}/docform.yaml` } }),
  );
}

const ledgerOf = (resources: Ledger['resources']): Ledger => ({ resources, lists: [] });
const team = ledgerOf({ 'teams/docs': { id: 't1' }, 'teams/docs/members/bo@acme.dev': { id: 'u1' } });

describe.each(hasPostgres ? ['files', 'PostgreSQL'] : ['files'])('%s', (kind) => {
  const open = async () => (kind === 'files' ? openFiles() : openDatabase());

  test('of several configurations that save the same object at the same moment, one succeeds', async () => {
    const backends = await open();
    const locks = await Promise.all(backends.map((backend) => backend.acquire(ana, now)));
    const saved = await Promise.allSettled(locks.map((lock) => lock.save(team)));
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const each of saved)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'B-OWNED-ELSEWHERE', exit: 6 });
    for (const [at, lock] of locks.entries()) {
      await lock.release();
      const { ledger } = (await backends[at]?.load()) ?? {};
      expect(ledger).toEqual(saved[at]?.status === 'fulfilled' ? team : ledgerOf({}));
    }
  });

  test('another configuration can manage other members, singletons and objects that the owner has released', async () => {
    const [one, two] = await open();
    const own = await one?.acquire(ana, now);
    await own?.save(ledgerOf({ ...team.resources, settings: { id: 'o1' } }));
    const other = await two?.acquire(bo, now);
    const theirs = { settings: { id: 'o1' }, 'teams/b': { id: 't2' }, 'teams/b/members/bo@acme.dev': { id: 'u1' } };
    await other?.save(ledgerOf(theirs));
    await expect(other?.save(ledgerOf({ ...theirs, 'teams/c': { id: 't1' } }))).rejects.toMatchObject({
      message: expect.stringContaining('one (one/docform.'),
    });
    await own?.save(ledgerOf({ settings: { id: 'o1' } }));
    await other?.save(ledgerOf({ ...theirs, 'teams/c': { id: 't1' } }));
    expect(await one?.others?.()).toMatchObject([{ name: 'two', ledger: { resources: { 'teams/c': { id: 't1' } } } }]);
    for (const lock of [own, other]) await lock?.release();
  });

  test('a handover moves objects from one ledger to the other', async () => {
    const [one, two] = await open();
    const own = await one?.acquire(ana, now);
    const other = await two?.acquire(bo, now);
    if (own === undefined || other === undefined) throw new Error('no lock');
    await own.save(team);
    const left = ledgerOf({});
    await other.save(team, { lock: own, place: one?.place ?? '', ledger: left });
    await own.save(left);
    for (const lock of [own, other]) await lock.release();
    expect([(await one?.load())?.ledger, (await two?.load())?.ledger]).toEqual([left, team]);
  });
});

test('an object is named by its list and its ids, and a singleton is not owned', () => {
  expect([
    ...ownedObjects({ resources: { ...team.resources, 'sites/a': { id: 's1' }, 'sites/a/visitor': { id: 's1' } } }),
  ]).toEqual(['["teams","t1"]', '["teams","t1","members","u1"]', '["sites","s1"]']);
});
