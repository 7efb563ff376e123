/** Speaks to the control plane of a running reference platform: JSON below `/_platform/`, without a token, each request sent once. */
import type { Method } from '../contract/endpoint.ts';
import { TransportError, type WireResponse } from '../contract/transport.ts';
import { serverMessageOf } from './api-error.ts';
import { createHttpTransport, type HttpOptions } from './http.ts';

export interface ControlRequest {
  readonly method: Method;
  /** Below `/_platform/`, such as `clock/advance`. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Default for POST and PUT: an empty object. */
  readonly body?: unknown;
}

/** `unreachable`: nobody answers. `off`: whoever answers has no control plane. `refused`: it says no, with a status. */
export type ControlFault = 'unreachable' | 'off' | 'refused';

export class ControlError extends Error {
  readonly fault: ControlFault;
  readonly status: number | undefined;
  constructor(fault: ControlFault, message: string, status?: number) {
    super(message);
    this.name = 'ControlError';
    this.fault = fault;
    this.status = status;
  }
}

export interface PlatformControl {
  /** Address of the platform itself. */
  readonly url: string;
  /** Body of the answer; undefined where it has none. Throws ControlError. */
  readonly send: (request: ControlRequest) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface ControlOptions extends Pick<HttpOptions, 'timeoutMs' | 'proxyUrl' | 'userAgent'> {
  /** Of the platform, or of its control plane. */
  readonly url: string;
}

/** Nothing is sent yet. Throws BaseUrlError for an address that is neither https nor loopback. */
export function createControl(options: ControlOptions): PlatformControl {
  const url = options.url.replace(/(\/_platform)?\/*$/, '');
  const { transport, close } = createHttpTransport({ ...options, baseUrl: url, connections: 1 });
  const ask = async ({ method, path, query = {}, body }: ControlRequest): Promise<WireResponse> => {
    const written = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} };
    try {
      return await transport({ method, path: `/_platform/${path}`, query: Object.entries(query), ...written });
    } catch (error) {
      if (error instanceof TransportError) throw new ControlError('unreachable', `no answer from ${url}: ${error.message}`);
      throw error;
    }
  };
  return {
    url,
    close,
    send: async (request) => {
      const answer = await ask(request);
      if (answer.status < 300 && answer.isMalformed !== true) return answer.body;
      // An unknown name is refused with 404 as well: only its state tells whether there is a control plane.
      const isUnclear = [401, 404, 501].includes(answer.status) || answer.isMalformed === true || answer.status < 400;
      if (isUnclear && !isState(await ask({ method: 'GET', path: 'state' }))) throw new ControlError('off', `${url} has no control plane`);
      throw new ControlError('refused', serverMessageOf(answer.body) ?? 'the platform gives no reason', answer.status);
    },
  };
}

function isState({ status, body }: WireResponse): boolean {
  return status === 200 && typeof body === 'object' && body !== null && 'digest' in body;
}
