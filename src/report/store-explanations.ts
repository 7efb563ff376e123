/** What the codes of ledger, lease and lock mean, and what to do: wherever these are kept. */
import type { Explanation } from './explanations.ts';

export const storeExplanations: { readonly [code: string]: Explanation } = {
  'E-LEASE-HELD': {
    meaning: 'Another apply works on the same organization. Two at once could make the same object twice.',
    remedy:
      'Wait for it, or let docform wait with --lease-wait. The lease of a run that died ends by itself, within a minute; a lock in a state service does not: `docform unlock ID` removes it.',
  },
  'E-LEASE-ENDS': {
    meaning: '`docform unlock` is for state services. In files and in PostgreSQL a lease ends by itself, soon after its run has died.',
    remedy: 'Wait for it: docform apply --lease-wait 2m.',
  },
  'E-LEASE-LOST': {
    meaning:
      'This apply was stopped, or cut off from its store, for so long that another one may have begun. It sends and writes nothing any more.',
    remedy: 'Run apply again: it reads what is there and goes on.',
  },
  'E-LEDGER-STALE': {
    meaning: 'Somebody has applied since the plan was made.',
    remedy: 'Plan again.',
  },
  'E-LOCK-OTHER': {
    meaning: 'The state service is locked with another id than `docform unlock` was given: it may be that of an apply at work.',
    remedy: 'Nothing was changed. The message names that lock and its holder; make sure that no apply is at work before you remove it.',
  },
  'E-NOT-LOCKED': {
    meaning: '`docform unlock` found no lock in the state service.',
    remedy: 'Nothing has to be done: apply can begin.',
  },
  'E-UNLOCK': {
    meaning:
      'The state service did not confirm that it removed the lock of this run. What was done is kept, but the next apply may find the lock.',
    remedy: 'Run `docform unlock ID` with the id that the message names, or remove the lock in the service.',
  },
  'E-STORE': {
    meaning: 'The store that DOCFORM_STORE names cannot be reached, or does not accept the request.',
    remedy: 'Check its address, user and network. Nothing is applied without it.',
  },
  'E-NO-HISTORY': {
    meaning: 'The store in use does not remember applies: files and state services keep the ledger and the run under way only.',
    remedy: 'Keep the state in PostgreSQL (DOCFORM_STORE=postgres://USER@HOST/DATABASE); with files, Git has the history of the ledger.',
  },
  'E-LEDGER-INVALID': {
    meaning:
      'The ledger cannot be read: it is damaged, is no plain file, holds merge conflict markers, has an address twice, or is of another version.',
    remedy:
      'The message says what to do with the line it names. What is damaged is restored from Git, or from a backup of its store; it alone says what docform owns.',
  },
  'E-LEDGER-TARGET': {
    meaning: 'The ledger belongs to another host or organization; its ids would name the wrong objects.',
    remedy: 'Use --env NAME, so that each target has a ledger of its own, or move the file away.',
  },
};
