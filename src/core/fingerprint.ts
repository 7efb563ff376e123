/** Short fingerprints of text: fast, to tell whether a value is still the one from before; never to keep a secret or stop a forger. */

/** 52 bits as 13 hexadecimal digits, the same on every machine. Two differing texts share one about once in 4.5 * 10^15 pairs. */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef ^ text.length;
  let low = 0x41c6ce57 ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (low >>> 0).toString(16).padStart(8, '0') + ((high >>> 12) & 0xfffff).toString(16).padStart(5, '0');
}
