/** Errors of state backends that are unreachable or fail. No message contains a password. */
import { DocformError } from '../core/docform-error.ts';

interface BackendFault {
  readonly sqlState?: string | undefined;
  /** Default: E-BACKEND. */
  readonly code?: 'E-BACKEND' | 'E-UNLOCK' | 'E-NOT-LOCKED' | 'E-LOCK-MISMATCH';
  /** The request got no answer, so another try can succeed. */
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

export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
  const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return forms.reduce((left, form) => left.replaceAll(form, '***'), text);
}
