/** The addresses and ids of declared resources, as the comparison of fields needs them. */
import type { Address } from '../../core/address.ts';
import type { KindName } from '../../core/state.ts';

export interface Identities {
  readonly idOf: (address: Address) => string | undefined;
  /** Address of a live object in the configuration or the ledger. */
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
}
