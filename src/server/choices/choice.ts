/** A reading that this platform takes where the contract is silent. */

export interface Choice {
  readonly subject: string;
  readonly choice: string;
  readonly reason: string;
}
