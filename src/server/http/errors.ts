/** Refusals that rules and routes throw, and their answers. */
import type { PlainAnswer } from '../../contract/exchange.ts';

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415;

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

export function invalid(message: string): Refusal {
  return new Refusal(400, message);
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, message);
}

export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, `${what} ${JSON.stringify(id)} was not found`);
}

/** Another object has this value already, or the request would change nothing. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}

export function impossible(message: string): Refusal {
  return new Refusal(412, message);
}

export function errorBody(status: number, message: string): string {
  return JSON.stringify({ error: { code: status, message } });
}

/** The answer to a refused request. Any other error is a fault of the platform, whose message stays inside. */
export function errorAnswer(error: unknown, onFault: (error: unknown) => void): PlainAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (error instanceof Refusal)
    return {
      status: error.status,
      headers: { ...headers, ...error.headers },
      body: errorBody(error.status, error.message),
    };
  onFault(error);
  return { status: 500, headers, body: errorBody(500, 'the platform failed on this request') };
}
