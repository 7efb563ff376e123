/** The second stage of a plan: drafts the changes of each resource, with the steps that make them. */
import type { Address } from '../../core/address.ts';
import { startDraft } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { Matched } from '../identity/matched.ts';
import type { External, Pending, Unmanaged } from '../result/change.ts';
import type { StateUpdates } from '../result/ledger-updates.ts';
import { repointDefaults } from './deletes/defaults.ts';
import { draftDeletes } from './deletes/deletes.ts';
import { flattenSites } from './deletes/flatten.ts';
import { recordExternals } from './externals.ts';
import { draftOrders, draftRelocations } from './moves/placement.ts';
import { draftResources } from './resources.ts';
import { draftPendingPeople } from './unresolved.ts';

export interface Changes extends Drafted {
  readonly pending: readonly Omit<Pending, 'span'>[];
  readonly external: readonly External[];
  /** Undeclared objects that stay. */
  readonly unmanaged: readonly Unmanaged[];
  /** Addresses that docform no longer manages, without deleting their objects. */
  readonly released: readonly Address[];
  /** The next state of the ledger for pending and external resources. */
  readonly ledgerMarks: Pick<StateUpdates, 'pending' | 'external'>;
}

export function draftChanges(matched: Matched): Changes {
  const draft = startDraft(matched);
  draftResources(draft);
  const { pending, accepted } = draftPendingPeople(draft);
  const { external, known } = recordExternals(draft);
  const { unmanaged, released } = draftDeletes(draft);
  draftRelocations(draft);
  draftOrders(draft);
  repointDefaults(draft);
  flattenSites(draft);
  return {
    ...draft,
    pending,
    external,
    unmanaged,
    released,
    ledgerMarks: { pending: accepted, external: known },
  };
}
