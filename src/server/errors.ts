/** Refusals that rules and routes throw, and that are answered as the contract's error body. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415;

export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly headers: { readonly [name: string]: string };
  constructor(status: RefusalStatus, message: string, headers: { readonly [name: string]: string } = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

/** The request itself is wrong. */
export function invalid(message: string): Refusal {
  return new Refusal(400, message);
}

/** Seen, but not allowed. */
export function forbidden(message: string): Refusal {
  return new Refusal(403, message);
}

export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, `${what} ${JSON.stringify(id)} was not found`);
}

/** Something else has this value already, or nothing would change. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}

/** Not possible in the present state. */
export function impossible(message: string): Refusal {
  return new Refusal(412, message);
}

export function errorBody(
  status: number,
  message: string,
): { readonly error: { readonly code: number; readonly message: string } } {
  return { error: { code: status, message } };
}
