/** Errors of state backends that cannot be reached or fail; never with a password in them. */
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';

export interface BackendFault {
  /** The database's own code, where it gave one. */
  readonly sqlState?: string | undefined;
  /** What a program may tell apart; E-BACKEND unless told. */
  readonly code?: 'E-BACKEND' | 'E-UNLOCK' | 'E-NOT-LOCKED' | 'E-LOCK-MISMATCH';
  /** No answer came: the next try may be more lucky. */
  readonly isPassing?: boolean;
}

export class BackendError extends DocformError {
  declare readonly code: NonNullable<BackendFault['code']>;
  declare readonly hint: string;
  readonly sqlState: string | undefined;
  readonly isPassing: boolean;
  constructor(message: string, hint: string, { code = 'E-BACKEND', sqlState, isPassing = false }: BackendFault = {}) {
    super({ code, message, hint });
    this.name = 'BackendError';
    this.sqlState = sqlState;
    this.isPassing = isPassing;
  }
}

/** `message` names the variable, never its value: that may hold a password. */
export function unusableVariable(message: string, hint: string): DocformError {
  return new DocformError({ code: 'E-USAGE', message, hint, exit: exitCode.usage });
}

/** The text without any of the secrets, also as they stand in a URL. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
  const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return forms.reduce((left, form) => left.replaceAll(form, '***'), text);
}
