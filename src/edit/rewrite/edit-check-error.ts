/** Edited files would not say what was meant, so that nothing may be written. */
import type { Address } from '../../core/address.ts';

export class EditCheckError extends Error {
  readonly code = 'E-EDIT-CHECK';
  readonly address: Address;
  readonly hint = 'make this change by hand; nothing was written';
  constructor(address: Address, message: string) {
    super(message);
    this.name = 'EditCheckError';
    this.address = address;
  }
}
