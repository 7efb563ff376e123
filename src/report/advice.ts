/** What to do about a request that failed, by what came back. */

export interface FailedRequest {
  readonly message: string;
  readonly status?: number | undefined;
}

const byStatus: { readonly [status: number]: string } = {
  401: 'the token is not accepted: check DOCFORM_TOKEN (or --token-file), and that it belongs to this platform',
  403: "the token's user may not do this, or the organization's plan lacks the feature: give the user the role it needs, or use another token",
  404: 'it is not there, or not visible to this token: check the organization id, then plan again',
  409: 'something else holds this name or path, or it changed meanwhile: plan again',
  412: 'the platform refuses this in its present state: plan again, or change it by hand first',
  429: 'the rate limit is used up: run it again later, lower --concurrency, or raise --max-wait',
};

export function adviceOf({ status, message }: FailedRequest): string | undefined {
  if (status === undefined) return connectionAdvice(message);
  if (status >= 500) return 'the platform is in trouble: run it again later; nothing that is done is done twice';
  if (status === 400 || status === 422)
    return 'the platform refuses the values: compare them with its limits, or report this if the configuration looks right';
  return byStatus[status];
}

function connectionAdvice(message: string): string | undefined {
  if (/CERT|SELF_SIGNED|TLS|SSL|ALTNAME/.test(message)) {
    return "the platform's certificate is not trusted: check the API address; NODE_EXTRA_CA_CERTS names the certificates of an authority of your own";
  }
  if (/refused|not found|lookup|took too long|no whole answer|closed|reset|connection failed/.test(message)) {
    return 'check the API address (--api-url or DOCFORM_API_URL), that the platform is running, and proxies in between';
  }
  return undefined;
}
