/** The address of the platform: https, or plain http to this very machine. */

export class BaseUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BaseUrlError';
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Throws BaseUrlError where a token must not be sent. The address itself may hold a secret, so no message repeats more than its scheme. */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new BaseUrlError('the API address is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new BaseUrlError(`the API address must start with https://, not ${url.protocol}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new BaseUrlError('the API address must start with https://; plain http is for loopback addresses only');
  }
  if (url.username !== '' || url.password !== '') throw new BaseUrlError('the API address must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') throw new BaseUrlError('the API address must not hold a query or fragment');
  return url;
}

/** The address without the `/v1` that stands at the beginning of every path: whoever copied it from a request has it twice. */
export function withoutVersion(baseUrl: URL): string {
  return `${baseUrl.origin}${pathPrefix(baseUrl).replace(/\/v1$/, '')}`;
}

/** Path prefix of the address, without a slash at its end. */
export function pathPrefix(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '');
}
