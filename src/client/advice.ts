/** Chooses the help line of a failed request by its status or its transport failure. */
import type { TransportFailure } from '../contract/transport.ts';

export interface FailedRequest {
  readonly status?: number | undefined;
  readonly failure?: TransportFailure | undefined;
}

const byStatus: { readonly [status: number]: string } = {
  401: 'the token is not accepted: check DOCFORM_TOKEN (or --token-file), and that it belongs to this platform',
  403: "the token's user may not do this, or the organization's plan lacks the feature: give the user the role it needs, or use another token",
  404: 'it is not there, or not visible to this token: check the organization id and the address (--api-url or DOCFORM_API_URL); docform doctor looks at both',
  409: 'something else holds this name or path, or it changed meanwhile: plan again',
  412: 'the platform refuses this in its present state: plan again, or change it by hand first',
  429: 'the rate limit is used up: run it again later, lower --concurrency, or raise --max-wait',
};

const byFailure: { readonly [failure in TransportFailure]?: string } = {
  certificate:
    "the platform's certificate is not trusted: check the API address; NODE_EXTRA_CA_CERTS names the certificates of an authority of your own",
  connection:
    'check the API address (--api-url or DOCFORM_API_URL), that the platform is running, and proxies in between',
  timeout: 'check the API address (--api-url or DOCFORM_API_URL), that the platform is running, and proxies in between',
  'unknown-host': 'check the API address (--api-url or DOCFORM_API_URL), and that this machine can look up host names',
  proxy: "check HTTPS_PROXY and that the proxy is running, or name the platform's host in NO_PROXY",
  'proxy-authentication': 'put user and password into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT',
  'proxy-refused': "ask for access to the platform's host through this proxy, or name the host in NO_PROXY",
};

export function adviceOf({ status, failure }: FailedRequest): string | undefined {
  if (status === undefined) return failure === undefined ? undefined : byFailure[failure];
  if (status >= 500) return 'the platform is in trouble: run it again later; nothing that is done is done twice';
  if (status === 400 || status === 422)
    return 'the platform refuses the values: compare them with its limits, or report this if the configuration looks right';
  return byStatus[status];
}
