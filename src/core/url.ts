/** Checks of hosts and of the percent-encoding of URLs. */

/** `localhost`, 127.0.0.0/8 and ::1, with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

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
