/** Speaks to the control plane of a running reference platform: JSON below `/_platform/`, without a token, each request sent once. */
import type { Method } from '../contract/endpoint.ts';
import { TransportError, type WireResponse } from '../contract/transport.ts';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import { serverMessageOf } from './api-error.ts';
import { defaultPlatformUrl, parseBaseUrl } from './base-url.ts';
import { createHttpTransport, type HttpOptions } from './http.ts';

export interface ControlRequest {
  readonly method: Method;
  /** Below `/_platform/`, such as `clock/advance`. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Default for POST and PUT: an empty object. */
  readonly body?: unknown;
}

export interface PlatformControl {
  /** Address of the platform itself. */
  readonly url: string;
  /** Body of the answer; undefined where it has none. Throws DocformError: E-PLATFORM where nobody answers, E-CONTROL-OFF where whoever answers has no control plane, E-CONTROL where it says no. */
  readonly send: (request: ControlRequest) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface ControlOptions extends Pick<HttpOptions, 'timeoutMs' | 'proxyUrl' | 'userAgent'> {
  /** Of the platform, or of its control plane. */
  readonly url: string;
}

const start = 'docform platform serve --control';

/** Nothing is sent yet. Throws DocformError for an address that is neither https nor loopback. */
export function createControl(options: ControlOptions): PlatformControl {
  const url = options.url.replace(/(\/_platform)?\/*$/, '');
  const hint = `give --url or DOCFORM_PLATFORM_URL like ${defaultPlatformUrl}`;
  parseBaseUrl(url, { name: 'the address of the platform', code: 'E-USAGE', hint });
  const { transport, close } = createHttpTransport({ ...options, baseUrl: url, connections: 1 });
  const ask = async ({ method, path, query = {}, body }: ControlRequest): Promise<WireResponse> => {
    const written = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} };
    try {
      return await transport({ method, path: `/_platform/${path}`, query: Object.entries(query), ...written });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const hint = `start a platform with \`${start}\`, or name its address with --url or DOCFORM_PLATFORM_URL`;
      throw new DocformError({ code: 'E-PLATFORM', message: `no answer from ${url}: ${error.message}`, hint });
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
      if (isUnclear && !isState(await ask({ method: 'GET', path: 'state' })))
        throw new DocformError({
          code: 'E-CONTROL-OFF',
          message: `${url} has no control plane`,
          hint: `start the platform with \`${start}\``,
        });
      const { status } = answer;
      const message = serverMessageOf(answer.body) ?? 'the platform gives no reason';
      throw new DocformError({ code: 'E-CONTROL', message, status, exit: status === 403 ? exitCode.denied : exitCode.failed });
    },
  };
}

function isState({ status, body }: WireResponse): boolean {
  return status === 200 && typeof body === 'object' && body !== null && 'digest' in body;
}
