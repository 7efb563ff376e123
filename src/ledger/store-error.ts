/** Why a store of ledgers could not be reached or did not do what it was asked; never with a password in it. */

export class StoreError extends Error {
  readonly code = 'E-STORE';
  readonly hint: string;
  /** The database's own code, where it gave one. */
  readonly sqlState: string | undefined;
  constructor(message: string, hint: string, sqlState?: string) {
    super(message);
    this.name = 'StoreError';
    this.hint = hint;
    this.sqlState = sqlState;
  }
}

/** The text without any of the secrets, also as they stand in a URL. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
  const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return forms.reduce((left, form) => left.replaceAll(form, '***'), text);
}
