/** Transactions in memory: each write records how to revert it. */

export type MemoryTransaction = ReturnType<typeof createMemoryTransaction>;

export function createMemoryTransaction() {
  let reverts: (() => void)[] | undefined;
  /** Outside a transaction, writes cannot be reverted. */
  const onRevert = (revert: () => void) => {
    reverts?.push(revert);
  };
  return {
    onRevert,
    run: <T>(work: () => T): T => {
      if (reverts !== undefined) throw new Error('a transaction is already open');
      reverts = [];
      try {
        return work();
      } catch (error) {
        const done = reverts.reverse();
        reverts = undefined;
        for (const revert of done) revert();
        throw error;
      } finally {
        reverts = undefined;
      }
    },
    /** Sets or, with undefined, deletes a value. */
    put: <V>(map: Map<string, V>, name: string, value: V | undefined) => {
      const previous = map.get(name);
      write(map, name, value);
      onRevert(() => write(map, name, previous));
    },
  };
}

function write<V>(map: Map<string, V>, name: string, value: V | undefined) {
  if (value === undefined) map.delete(name);
  else map.set(name, value);
}
