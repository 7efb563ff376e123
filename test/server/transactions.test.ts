/** Writes that share a commit: answered when it is durable and not before, each undone without the others, and all refused where it fails. */
import { expect, test } from 'vitest';
import { Transactions } from '../../src/server/transactions.ts';

interface Made {
  readonly transactions: Transactions;
  /** What was told the database. */
  readonly said: string[];
}

/** On a database that fails at the statements named. */
function make(...failing: readonly string[]): Made {
  const said: string[] = [];
  const run = (sql: string): void => {
    said.push(sql);
    if (failing.includes(sql)) throw new Error(`no ${sql}`);
  };
  const statements = { run, one: () => [1], all: () => [] };
  const options = { isFile: true, onForeignWrite: () => undefined, onUndone: () => undefined };
  return { transactions: new Transactions(statements, options), said };
}

const refusing = (): never => {
  throw new Error('refused');
};

/** How each ended. */
async function endsOf(works: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  return (await Promise.allSettled(works)).map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)));
}

test('writes of one moment share a commit, and reads among them wait for it', async () => {
  const { transactions, said } = make();
  const order: string[] = [];
  const works = [
    transactions.together('write', () => 'one'),
    transactions.together('write', refusing),
    transactions.together('read', () => 'seen'),
  ].map((work) => work.finally(() => order.push(String(said.at(-1)))));
  expect(said.filter((sql) => sql === 'COMMIT')).toEqual([]);
  expect(await endsOf(works)).toEqual(['one', 'Error: refused', 'seen']);
  expect(order).toEqual(['COMMIT', 'COMMIT', 'COMMIT']);
  const one = ['SAVEPOINT request', 'RELEASE request'];
  expect(said).toEqual(['BEGIN IMMEDIATE', ...one, 'SAVEPOINT request', 'ROLLBACK TO request', 'RELEASE request', 'COMMIT']);
  expect(transactions.settled()).toBeUndefined();
});

test('where all are refused nothing is written', async () => {
  const { transactions, said } = make();
  expect(await endsOf([transactions.together('write', refusing)])).toEqual(['Error: refused']);
  expect(said.at(-1)).toBe('ROLLBACK');
  expect(said).not.toContain('COMMIT');
});

test.each(['COMMIT', 'ROLLBACK TO request'])(
  'where %s fails nobody is told that anything was done, and all of it is taken back',
  async (failing) => {
    const { transactions, said } = make(failing);
    const kept: string[] = [];
    const keep = (what: string) => (): string => {
      kept.push(what);
      transactions.note(() => void kept.pop());
      return what;
    };
    const works = [
      transactions.together('write', keep('one')),
      transactions.together('write', keep('two')),
      transactions.together('read', () => kept.length),
    ];
    const waiting = transactions.settled() ?? Promise.reject(new Error('settled'));
    const last = failing === 'COMMIT' ? [] : [transactions.together('write', refusing)];
    const why = failing === 'COMMIT' ? 'Error: no COMMIT' : 'Error: the writes of this moment were undone';
    expect(new Set(await endsOf([...works, waiting, ...last]))).toEqual(new Set([why]));
    expect([kept, said.at(-1)]).toEqual([[], 'ROLLBACK']);
  },
);

test('a transaction of its own makes durable first what waits to be', async () => {
  const { transactions, said } = make();
  const waiting = transactions.together('write', () => 'one');
  expect(transactions.transact('write', () => said.filter((sql) => sql === 'COMMIT').length)).toBe(1);
  expect(await waiting).toBe('one');
  expect(said.filter((sql) => sql === 'COMMIT').length).toBe(2);
});
