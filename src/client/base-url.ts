/** The address of the platform: https, or plain http to this very machine. */
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import { isLoopback } from '../core/loopback.ts';

/** Where `docform platform serve` listens unless it is told otherwise. */
export const defaultPlatformUrl = 'http://127.0.0.1:4010';

/** Whose address it is, and what to say where it is none. */
export interface AddressWords {
  readonly name: string;
  readonly code: string;
  readonly hint: string;
}

const ofApi: AddressWords = {
  name: 'the API address',
  code: 'E-API-URL',
  hint: 'give --api-url or DOCFORM_API_URL as https://HOST, or `local` for the reference platform in this process',
};

/** Throws DocformError where a token must not be sent. The address itself may hold a secret, so no message repeats more than its scheme. */
export function parseBaseUrl(text: string, { name, code, hint }: AddressWords = ofApi): URL {
  const refused = (why: string) => new DocformError({ code, message: `${name} ${why}`, hint, exit: exitCode.usage });
  if (!URL.canParse(text)) throw refused('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(`must start with https://, not ${url.protocol}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('must start with https://; plain http is for loopback addresses only');
  }
  if (url.username !== '' || url.password !== '') throw refused('must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') throw refused('must not hold a query or fragment');
  return url;
}

/** The address without the `/v1` that stands at the beginning of every path: whoever copied it from a request has it twice. */
export function withoutVersion(baseUrl: URL): string {
  return `${baseUrl.origin}${pathPrefix(baseUrl).replace(/\/v1$/, '')}`;
}

/** Path prefix of the address, without a slash at its end. */
export function pathPrefix(baseUrl: URL): string {
  return baseUrl.pathname.replace(/(?<!\/)\/+$/, '');
}
