/** Finds credentials in the URLs of a text, and replaces each by its SHA-256. */
import { sha256Hex } from './digest.ts';
import type { Value } from './state.ts';

/** `user:password@`, also with characters that a URL would encode. Digits up to a slash are a port. */
const userInformation = /(?<=:\/\/)(?:[^\s"\\/?#]*|[^\s"\\/?#:@]*:(?!\d*[/?#])[^\s"\\]*?)(?=@)/g;

/** `access_token=`, `X-Amz-Signature=` and similar names, in a query or in a fragment. */
const tokenParameter =
  /(?<=[?&#;](?:[\w.~%-]*(?:token|secret|password|passwd|pwd|api[-_]?key|access[-_]?key|signature|credential|jwt)|key|sig|auth|code|sas|pass)=)[^\s"\\&#;]+/gi;

const maskedIn = /(?::\/\/|[?&#;][\w.~%-]+=)sha256:[0-9a-f]{64}/;
/** Masked already, or the words of a hint. */
const masked = /^(?:\*+|sha256:[0-9a-f]{64}|USER:PASSWORD)$/;

/** The same text if it contains no credentials, or if they are masked already. */
export function maskCredentials(text: string): string {
  if (!/@|=/.test(text) || !/:\/\/|[?&#]/.test(text)) return text;
  return text.replace(userInformation, credentialDigest).replace(tokenParameter, credentialDigest);
}

/** Stars in place of credentials, so that all other characters keep their columns. */
export function starCredentials(text: string): string {
  const starsFor = (credential: string) => '*'.repeat(credential.length);
  return text.replace(userInformation, starsFor).replace(tokenParameter, starsFor);
}

/** Every text in the value, without credentials. */
export function maskCredentialsInValue(value: Value): Value {
  if (typeof value === 'string') return maskCredentials(value);
  if (Array.isArray(value)) return value.map(maskCredentialsInValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskCredentialsInValue(inner)]));
}

/** Whether the text contains credentials, or digests in their place. */
export function hasCredentials(text: string): boolean {
  return maskedIn.test(text) || maskCredentials(text) !== text;
}

function credentialDigest(credential: string) {
  return credential === '' || masked.test(credential) ? credential : `sha256:${sha256Hex(credential)}`;
}
