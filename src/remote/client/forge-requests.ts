/** Sends requests to a forge (GitHub, GitLab): the token goes to its host only, redirects are not followed, retries are safe. */

import type { Call, Method } from '../../contract/endpoint.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { createHttpTransport, type HttpOptions, parseBaseUrl } from './http.ts';
import { createWaiting, defaultRetryPolicy, sendWithRetries, systemTiming } from './retry.ts';

interface ForgeCall {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
}

export interface ForgeRequests {
  /** Throws ApiError if the forge refuses the request or its response cannot be read. */
  readonly send: (
    call: ForgeCall,
  ) => Promise<{ readonly headers: { readonly [name: string]: string }; readonly body: unknown }>;
  readonly close: () => Promise<void>;
}

export interface ForgeRequestOptions extends Omit<HttpOptions, 'connections'> {
  readonly maxWaitMs: number;
}

/** Sends nothing. Throws DocformError for a URL that is neither https nor loopback. */
export function createForgeRequests({ maxWaitMs, ...options }: ForgeRequestOptions): ForgeRequests {
  const hint = 'set GITHUB_API_URL or CI_API_V4_URL to https://HOST';
  parseBaseUrl(options.baseUrl, { name: 'the forge URL', code: 'E-USAGE', hint });
  const { transport, close } = createHttpTransport({ ...options, connections: 1 });
  const waiting = createWaiting({ maxWaitMs });
  return {
    send: async ({ name, method, path, query, body }) => {
      const endpoint: Call['endpoint'] = {
        name,
        section: 'forge',
        method,
        path,
        success: 200,
        isIdempotent: method !== 'POST',
      };
      const call: Call = {
        endpoint,
        path: {},
        ...withoutUndefined({ query, body }),
      };
      const answer = await sendWithRetries(
        { transport, policy: defaultRetryPolicy, waiting, timing: systemTiming },
        call,
      );
      return { headers: answer.headers, body: answer.body };
    },
    close,
  };
}
