/** Transactions: writes that share a commit are answered after the commit, reverted separately, and all refused if the commit fails. */
import { expect, test } from 'vitest';
import { Transactions } from '../../src/server/sqlite/transactions.ts';

interface Recorded {
  readonly transactions: Transactions;
  readonly run: (sql: string) => void;
  /** The statements that were sent to the database. */
  readonly sent: string[];
  /** The writes in memory. */
  readonly kept: string[];
}

/** A database on which the statements in `failing` fail. Those in `fatal` also end the transaction. Transactions cannot be nested. */
function record(failing: readonly string[] = [], fatal: readonly string[] = []): Recorded {
  const sent: string[] = [];
  const kept: string[] = [];
  let isOpen = false;
  const run = (sql: string): void => {
    const [begins, ends] = [sql.startsWith('BEGIN'), sql === 'COMMIT' || sql === 'ROLLBACK' || fatal.includes(sql)];
    const fails = failing.includes(sql) || fatal.includes(sql) || (begins ? isOpen : !isOpen);
    if (!begins || !fails) sent.push(sql);
    if (ends) isOpen = false;
    if (fails) throw new Error(`no ${sql}`);
    if (begins) isOpen = true;
  };
  const transactions = new Transactions(
    run,
    () => [1],
    () => void kept.splice(0),
  );
  return { transactions, run, sent, kept };
}

const refusing = (): never => {
  throw new Error('refused');
};

function writing(
  { run }: Pick<Recorded, 'run'>,
  writes: readonly string[],
  end: () => string = () => writes.join(' and '),
) {
  return (): string => {
    for (const sql of writes) run(sql);
    return end();
  };
}

async function outcomesOf(works: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  return (await Promise.allSettled(works)).map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)));
}

test('writes that arrive together share a commit, and reads between them wait for the commit', async () => {
  const database = record();
  const { transactions, sent } = database;
  const order: string[] = [];
  const works = [
    transactions.together('write', writing(database, ['one'])),
    transactions.together('write', refusing),
    transactions.together('read', () => 'seen'),
  ].map((work) => work.finally(() => order.push(String(sent.at(-1)))));
  expect(sent.filter((sql) => sql === 'COMMIT')).toEqual([]);
  expect(await outcomesOf(works)).toEqual(['one', 'Error: refused', 'seen']);
  expect(order).toEqual(['COMMIT', 'COMMIT', 'COMMIT']);
  const [open, close, undo] = ['SAVEPOINT request', 'RELEASE request', 'ROLLBACK TO request'];
  expect(sent).toEqual(['BEGIN IMMEDIATE', open, 'one', close, open, undo, close, 'COMMIT']);
});

test('a failed request is reverted without the other requests of its commit', async () => {
  const database = record(['wrong']);
  const { transactions, sent } = database;
  const works = [
    transactions.together('write', writing(database, ['one'])),
    transactions.together('write', refusing),
    transactions.together('write', writing(database, ['two', 'three'])),
    transactions.together('write', writing(database, ['four', 'five'], refusing)),
    transactions.together('write', writing(database, ['wrong'])),
    transactions.together('write', writing(database, ['six', 'wrong'])),
  ];
  const [refused, failed] = ['Error: refused', 'Error: no wrong'];
  expect(await outcomesOf(works)).toEqual(['one', refused, 'two and three', refused, failed, failed]);
  const [open, close, undo] = ['SAVEPOINT request', 'RELEASE request', 'ROLLBACK TO request'];
  const done = (...writes: readonly string[]) => [open, ...writes, close];
  const undone = (...writes: readonly string[]) => [open, ...writes, undo, close];
  expect(sent).toEqual([
    'BEGIN IMMEDIATE',
    ...done('one'),
    ...undone(),
    ...done('two', 'three'),
    ...undone('four', 'five'),
    ...undone('wrong'),
    ...undone('six', 'wrong'),
    'COMMIT',
  ]);
});

test('a commit of refused requests only is rolled back', async () => {
  const { transactions, sent } = record();
  expect(await outcomesOf([transactions.together('write', refusing)])).toEqual(['Error: refused']);
  expect(sent.at(-1)).toBe('ROLLBACK');
  expect(sent).not.toContain('COMMIT');
});

test.each([
  { name: 'COMMIT', database: record(['COMMIT']), last: undefined },
  { name: 'ROLLBACK TO request', database: record(['ROLLBACK TO request']), last: ['three', 'four'] },
  { name: 'a write that makes SQLite roll back the transaction', database: record([], ['full']), last: ['full'] },
])('a failure of $name rejects and reverts all requests of the commit', async ({ database, last }) => {
  const { transactions, sent, kept } = database;
  const keep = (what: string) => (): string => {
    kept.push(what);
    transactions.noteWrite();
    return writing(database, [what])();
  };
  const works = [
    transactions.together('write', keep('one')),
    transactions.together('write', keep('two')),
    transactions.together('read', () => kept.length),
  ];
  const isFull = last?.[0] === 'full';
  const ending =
    last === undefined ? [] : [transactions.together('write', writing(database, last, isFull ? undefined : refusing))];
  const why = last === undefined ? 'Error: no COMMIT' : 'Error: all writes that share this commit were rolled back';
  expect(new Set(await outcomesOf([...works, ...ending]))).toEqual(new Set([why]));
  expect([kept, sent.at(-1)]).toEqual([[], 'ROLLBACK']);
});

test('a separate transaction first commits the waiting writes', async () => {
  const database = record();
  const { transactions, sent } = database;
  const waiting = transactions.together('write', writing(database, ['one']));
  expect(transactions.transact('write', () => sent.filter((sql) => sql === 'COMMIT').length)).toBe(1);
  expect(await waiting).toBe('one');
  expect(sent.filter((sql) => sql === 'COMMIT').length).toBe(2);
});
