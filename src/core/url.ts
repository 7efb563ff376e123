/** Checks of hosts and of the percent-encoding of URLs. */

/** `localhost`, 127.0.0.0/8 and ::1, with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** undefined for a bare `%`, or an escape that is not UTF-8. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Uses the result of `decoded`: a bundler removes a call without effects whose result is not used. */
export function canPercentDecode(text: string): boolean {
  return percentDecode(text) !== undefined;
}

/** A `/`, `#` or `?` in a password cuts the URL short: the `@` then ends up behind the host. */
export function isCutInPassword({ pathname, hash, search }: URL): boolean {
  return /@/.test(pathname + hash) || /^[^=]*@/.test(search);
}
