/** Commands around what keeps the ledger: making its place, merging its branches, and taking a lock away that nobody holds any more. */
import type { Command } from 'commander';
import type { Add } from './declaring.ts';

export function addLedgerCommands(program: Command, add: Add): void {
  const ledger = program
    .command('ledger')
    .description('the ledger itself: the tables that a database needs for it, and how Git merges its file')
    .usage('COMMAND [flags]')
    .helpCommand(false);
  add(
    ledger,
    'init',
    'make the tables that the ledger needs in PostgreSQL; contacts nothing else',
    ['ledger init', 'ledger init --json'],
    async (session) => (await import('./commands/ledger-init.ts')).runLedgerInit(session),
  );
  add(
    ledger,
    'merge <base> <ours> <theirs>',
    'for Git: merge the ledgers of two branches address by address, into OURS; exit 1 if lines are in conflict',
    ['ledger merge %O %A %B'],
    async (session, files) => (await import('./commands/ledger-merge.ts')).runLedgerMerge(session, files),
  );
  add(
    program,
    'unlock <id>',
    'remove the lock that a run left behind in a state service; leases in files and PostgreSQL end by themselves',
    ['unlock 2f0c1a52-6c1e-4a39-9f5e-0d3f6a0a7d11'],
    async (session, [id = '']) => (await import('./commands/unlock.ts')).runUnlock(session, id),
  );
}
