/** Finds credentials in the URLs of a text, and replaces each by its SHA-256. */
import { sha256Hex } from './digest.ts';

/** `user:password@`, also with characters that a URL would encode. Digits up to a slash are a port. */
const userInformation = /(?<=:\/\/)(?:[^\s"\\/?#]*|[^\s"\\/?#:@]*:(?!\d*[/?#])[^\s"\\]*?)(?=@)/g;

/** `access_token=`, `X-Amz-Signature=` and similar names, in a query or in a fragment. */
const tokenParameter =
  /(?<=[?&#;](?:[\w.~%-]*(?:token|secret|password|passwd|pwd|api[-_]?key|access[-_]?key|signature|credential|jwt)|key|sig|auth|code|sas|pass)=)[^\s"\\&#;]+/gi;

const masked = /^sha256:[0-9a-f]{64}$/;

/** The same text if it contains no credentials, or if they are masked already. */
export function withoutCredentials(text: string): string {
  if (!/@|=/.test(text) || !/:\/\/|[?&#]/.test(text)) return text;
  return text.replace(userInformation, digestOf).replace(tokenParameter, digestOf);
}

export function hasCredentials(text: string): boolean {
  return withoutCredentials(text) !== text;
}

function digestOf(credential: string) {
  return credential === '' || masked.test(credential) ? credential : `sha256:${sha256Hex(credential)}`;
}
