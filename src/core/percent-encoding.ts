/** Checks the percent-encoding of URLs with a user name or password. */

/** False for a bare `%`, or an escape that is not UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A `/`, `#` or `?` in a password cuts the URL short: the `@` then ends up behind the host. */
export function isCutShort({ pathname, hash, search }: URL): boolean {
  return /@/.test(pathname + hash) || /^[^=]*@/.test(search);
}
