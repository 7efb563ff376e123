/** Writes that share a commit: answered when it is durable and not before, each undone without the others, and all refused where it fails. */
import { expect, test } from 'vitest';
import { Transactions } from '../../src/server/transactions.ts';

interface Made {
  readonly transactions: Transactions;
  /** What was told the database. */
  readonly said: string[];
}

/** On a database that fails at the statements named, and at those `fatal` gives up its transaction. Within one no other begins. */
function make(failing: readonly string[] = [], fatal: readonly string[] = [], isFile = true): Made {
  const said: string[] = [];
  let isOpen = false;
  const run = (sql: string): void => {
    const [begins, ends] = [sql.startsWith('BEGIN'), sql === 'COMMIT' || sql === 'ROLLBACK' || fatal.includes(sql)];
    const fails = failing.includes(sql) || fatal.includes(sql) || (begins ? isOpen : isFile && !isOpen);
    if (!begins || !fails) said.push(sql);
    if (ends) isOpen = false;
    if (fails) throw new Error(`no ${sql}`);
    if (begins) isOpen = true;
  };
  const statements = { run, one: () => [1], all: () => [] };
  const options = { isFile, onForeignWrite: () => undefined, onUndone: () => undefined };
  return { transactions: new Transactions(statements, options), said };
}

const refusing = (): never => {
  throw new Error('refused');
};

/** Work that writes so many times, and ends so. */
function writing(
  { transactions: { statements } }: Made,
  writes: readonly string[],
  end: () => string = () => writes.join(' and '),
) {
  return (): string => {
    for (const sql of writes) statements.run(sql);
    return end();
  };
}

/** How each ended. */
async function endsOf(works: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  return (await Promise.allSettled(works)).map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)));
}

test('writes of one moment share a commit, and reads among them wait for it', async () => {
  const made = make();
  const { transactions, said } = made;
  const order: string[] = [];
  const works = [
    transactions.together('write', writing(made, ['one'])),
    transactions.together('write', refusing),
    transactions.together('read', () => 'seen'),
  ].map((work) => work.finally(() => order.push(String(said.at(-1)))));
  expect(said.filter((sql) => sql === 'COMMIT')).toEqual([]);
  expect(await endsOf(works)).toEqual(['one', 'Error: refused', 'seen']);
  expect(order).toEqual(['COMMIT', 'COMMIT', 'COMMIT']);
  expect(said).toEqual(['BEGIN IMMEDIATE', 'one', 'COMMIT']);
  expect(transactions.settled()).toBeUndefined();
});

test('what writes once is whole or not at all by itself; what writes more often, or looks at what it wrote, is undone without the others', async () => {
  const made = make(['wrong']);
  const { transactions, said } = made;
  const looking = (): string => {
    transactions.statements.run('looked at');
    transactions.statements.one('what is there');
    return refusing();
  };
  const works = [
    transactions.together('write', writing(made, ['one'])),
    transactions.together('write', writing(made, ['never sent'], refusing)),
    transactions.together('write', writing(made, ['two', 'three'])),
    transactions.together('write', writing(made, ['four', 'five'], refusing)),
    transactions.together('write', looking),
    transactions.together('write', writing(made, ['wrong'])),
    transactions.together('write', writing(made, ['six', 'wrong'])),
  ];
  const refused = 'Error: refused';
  expect(await endsOf(works)).toEqual([
    'one',
    refused,
    'two and three',
    refused,
    refused,
    'Error: no wrong',
    'Error: no wrong',
  ]);
  const [open, close, undo] = ['SAVEPOINT request', 'RELEASE request', 'ROLLBACK TO request'];
  const whole = [open, 'two', 'three', close];
  const undone = [
    open,
    'four',
    'five',
    undo,
    close,
    open,
    'looked at',
    undo,
    close,
    'wrong',
    open,
    'six',
    'wrong',
    undo,
    close,
  ];
  expect(said).toEqual(['BEGIN IMMEDIATE', 'one', ...whole, ...undone, 'COMMIT']);
});

test('where all are refused nothing is written', async () => {
  const { transactions, said } = make();
  expect(await endsOf([transactions.together('write', refusing)])).toEqual(['Error: refused']);
  expect(said.at(-1)).toBe('ROLLBACK');
  expect(said).not.toContain('COMMIT');
});

test.each([
  { name: 'COMMIT', made: make(['COMMIT']), last: undefined },
  { name: 'ROLLBACK TO request', made: make(['ROLLBACK TO request']), last: ['three', 'four'] },
  { name: 'a write with which SQLite gives the transaction up', made: make([], ['full']), last: ['full'] },
])('where $name fails nobody is told that anything was done, and all of it is taken back', async ({ made, last }) => {
  const { transactions, said } = made;
  const kept: string[] = [];
  const keep = (what: string) => (): string => {
    kept.push(what);
    transactions.note(() => void kept.pop());
    return writing(made, [what])();
  };
  const works = [
    transactions.together('write', keep('one')),
    transactions.together('write', keep('two')),
    transactions.together('read', () => kept.length),
  ];
  const waiting = transactions.settled() ?? Promise.reject(new Error('settled'));
  const isFull = last?.[0] === 'full';
  const ending =
    last === undefined ? [] : [transactions.together('write', writing(made, last, isFull ? undefined : refusing))];
  const why = last === undefined ? 'Error: no COMMIT' : 'Error: the writes of this moment were undone';
  expect(new Set(await endsOf([...works, waiting, ...ending]))).toEqual(new Set([why]));
  expect([kept, said.at(-1)]).toEqual([[], 'ROLLBACK']);
});

test('a transaction of its own makes durable first what waits to be', async () => {
  const made = make();
  const { transactions, said } = made;
  const waiting = transactions.together('write', writing(made, ['one']));
  expect(transactions.transact('write', () => said.filter((sql) => sql === 'COMMIT').length)).toBe(1);
  expect(await waiting).toBe('one');
  expect(said.filter((sql) => sql === 'COMMIT').length).toBe(2);
});

test('in memory what is refused is undone, and what writes once begins nothing', () => {
  const made = make([], [], false);
  const { transactions, said } = made;
  const kept: string[] = [];
  const noting = (writes: readonly string[]) => {
    kept.push(...writes);
    transactions.note(() => void kept.splice(-writes.length));
    return writing(made, writes, refusing)();
  };
  expect(transactions.transact('write', writing(made, ['one']))).toBe('one');
  for (const writes of [['two'], ['three', 'four']])
    expect(() => transactions.transact('write', () => noting(writes))).toThrow('refused');
  expect(transactions.transact('write', writing(made, ['five', 'six']))).toBe('five and six');
  expect(kept).toEqual([]);
  expect(said).toEqual([
    'one',
    'BEGIN IMMEDIATE',
    'three',
    'four',
    'ROLLBACK',
    'BEGIN IMMEDIATE',
    'five',
    'six',
    'COMMIT',
  ]);
});
