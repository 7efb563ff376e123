/** The error of a request that got no answer, and whether a later request could succeed. */

/** The cause of a missing answer. `proxy`: the proxy is unreachable or in trouble; `proxy-refused`: it rejects the tunnel. */
export type TransportFailure =
  | 'timeout'
  | 'connection'
  | 'unknown-host'
  | 'certificate'
  | 'proxy'
  | 'proxy-authentication'
  | 'proxy-refused'
  | 'too-large'
  | 'held-back'
  | 'interrupted';

const unreachable: readonly (TransportFailure | undefined)[] = [
  'unknown-host',
  'certificate',
  'proxy-authentication',
  'proxy-refused',
];

/** Whether all other requests would fail in the same way. */
export function isPlatformUnreachable({ failure }: TransportError): boolean {
  return unreachable.includes(failure);
}

/** Whether a retry would fail in the same way. */
export function isPermanent(error: TransportError): boolean {
  return isPlatformUnreachable(error) || error.failure === 'too-large' || error.failure === 'interrupted';
}

/** No answer. `wasSent`: the platform may have acted on the request. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  readonly failure: TransportFailure | undefined;
  constructor(
    message: string,
    wasSent: boolean,
    { failure, ...options }: ErrorOptions & { readonly failure?: TransportFailure } = {},
  ) {
    super(message, options);
    this.name = 'TransportError';
    this.wasSent = wasSent;
    this.failure = failure;
  }
}
