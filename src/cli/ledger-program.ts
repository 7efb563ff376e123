/** Commands around what keeps the ledger: making its place, merging its branches, and taking a lock away that nobody holds any more. */
import type { Command } from 'commander';
import type { Add } from './declaring.ts';

export function addLedgerCommands(program: Command, add: Add): void {
  const ledger = program
    .command('ledger')
    .description('the ledger itself: the tables that a database needs for it')
    .usage('COMMAND [flags]')
    .helpCommand(false);
  add(
    ledger,
    'init',
    'make the tables that the ledger needs in PostgreSQL; contacts nothing else',
    ['ledger init', 'ledger init --json'],
    async (session) => (await import('./commands/ledger-init.ts')).runLedgerInit(session),
  );
}
