/** Client of the control plane of a running reference platform: JSON below `/_platform/`, no token, no retries. */
import type { Method } from '../../contract/endpoint.ts';
import type { WireResponse } from '../../contract/transport.ts';
import { TransportError } from '../../contract/transport-error.ts';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { serverMessageOf } from './api-error.ts';
import { createHttpTransport, defaultPlatformUrl, type HttpOptions, parseBaseUrl } from './http.ts';

export interface ControlRequest {
  readonly method: Method;
  /** Below `/_platform/`, such as `clock/advance`. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Default for POST and PUT: an empty object. */
  readonly body?: unknown;
}

export interface PlatformControl {
  readonly url: string;
  /** The response body, if any. Throws DocformError: E-PLATFORM without an answer, E-CONTROL-OFF without a control plane, E-CONTROL if it refuses. */
  readonly send: (request: ControlRequest) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface ControlOptions extends Pick<HttpOptions, 'timeoutMs' | 'proxyUrl' | 'userAgent'> {
  /** The URL of the platform, or of its control plane. */
  readonly url: string;
}

const start = 'docform platform serve --control';

/** Sends nothing. Throws DocformError for a URL that is neither https nor loopback. */
export function createControl(options: ControlOptions): PlatformControl {
  const url = options.url.replace(/(\/_platform)?\/*$/, '');
  const hint = `set --url or DOCFORM_PLATFORM_URL to a URL such as ${defaultPlatformUrl}`;
  parseBaseUrl(url, { name: 'the platform URL', code: 'E-USAGE', hint });
  const { transport, close } = createHttpTransport({ ...options, baseUrl: url, connections: 1 });
  const ask = async ({ method, path, query = {}, body }: ControlRequest) => {
    const written = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} };
    try {
      return await transport({ method, path: `/_platform/${path}`, query: Object.entries(query), ...written });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const hint = `start a platform with \`${start}\`, or set its URL with --url or DOCFORM_PLATFORM_URL`;
      throw new DocformError({ code: 'E-PLATFORM', message: `no answer from ${url}: ${error.message}`, hint });
    }
  };
  return {
    url,
    close,
    send: async (request) => {
      const answer = await ask(request);
      if (answer.status < 300 && answer.isMalformed !== true) return answer.body;
      // An unknown name is a 404 too, so its state decides whether there is a control plane.
      const isUnclear = [401, 404, 501].includes(answer.status) || answer.isMalformed === true || answer.status < 400;
      if (isUnclear && !isState(await ask({ method: 'GET', path: 'state' })))
        throw new DocformError({
          code: 'E-CONTROL-OFF',
          message: `${url} has no control plane`,
          hint: `start the platform with \`${start}\``,
        });
      const { status } = answer;
      const message = serverMessageOf(answer.body) ?? 'no reason given';
      throw new DocformError({
        code: 'E-CONTROL',
        message,
        status,
        exit: status === 403 ? exitCode.denied : exitCode.failed,
      });
    },
  };
}

function isState({ status, body }: WireResponse) {
  return status === 200 && typeof body === 'object' && body !== null && 'digest' in body;
}
