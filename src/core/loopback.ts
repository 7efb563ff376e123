/** Tells this very machine from every other host, by name or address. */

/** `localhost`, 127.0.0.0/8 and ::1, in brackets as in an address or without. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
