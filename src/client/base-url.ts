/** Checks the URL of the platform: https, or http to a loopback address. */
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import { isLoopback } from '../core/url.ts';

/** The default URL of `docform platform serve`. */
export const defaultPlatformUrl = 'http://127.0.0.1:4010';

export interface AddressWords {
  readonly name: string;
  readonly code: string;
  readonly hint: string;
}

const ofApi: AddressWords = {
  name: 'the API URL',
  code: 'E-API-URL',
  hint: 'set --api-url or DOCFORM_API_URL to https://HOST, or to `local` for the reference platform in this process',
};

/** Throws DocformError for a URL that must not get a token. Messages repeat only the scheme, because the URL may hold a secret. */
export function parseBaseUrl(text: string, { name, code, hint }: AddressWords = ofApi): URL {
  const refused = (why: string) => new DocformError({ code, message: `${name} ${why}`, hint, exit: exitCode.usage });
  if (!URL.canParse(text)) throw refused('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused(`must start with https://, not ${url.protocol}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('must start with https://; http is allowed only for loopback addresses');
  }
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') throw refused('must not contain a query or fragment');
  return url;
}

/** The URL without a final `/v1`, which every request path starts with: users copy it along with the URL. */
export function withoutVersion(baseUrl: URL): string {
  return `${baseUrl.origin}${pathPrefix(baseUrl).replace(/\/v1$/, '')}`;
}

export function pathPrefix(baseUrl: URL): string {
  return baseUrl.pathname.replace(/(?<!\/)\/+$/, '');
}
