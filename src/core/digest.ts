/** Digests and short fingerprints of text, without node: modules so that pure code can use them. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The id of a file with this text in Git. A repository uses one of two hashes; `like` is any id in this repository. */
export function gitBlobId(text: string, like: string): string {
  const bytes = utf8ToBytes(text);
  const blob = new Uint8Array([...utf8ToBytes(`blob ${bytes.length}\0`), ...bytes]);
  return bytesToHex((like.length === 64 ? sha256 : sha1)(blob));
}

/** SHA-256 in the format of content security policies. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}

/** Fast, and not for security: 52 bits as 13 hexadecimal digits. Two different texts collide once in 4.5 * 10^15 pairs. */
export function fingerprint(text: string): string {
  const bits = hashBits(text);
  return (
    (bits % lowRange).toString(16).padStart(8, '0') +
    Math.floor(bits / lowRange)
      .toString(16)
      .padStart(5, '0')
  );
}

/** Compares a text with a fingerprint, without formatting a second one. */
export function isFingerprintOf(text: string, known: string): boolean {
  const bits = hashBits(text);
  return (
    known.length === 13 &&
    hasHexDigits(known, 0, 8, bits % lowRange) &&
    hasHexDigits(known, 8, 13, Math.floor(bits / lowRange))
  );
}

const digits = '0123456789abcdef';

/** Compares the digits from the last to the first. */
function hasHexDigits(known: string, start: number, end: number, value: number): boolean {
  let rest = value;
  for (let at = end - 1; at >= start; at -= 1) {
    if (known.charCodeAt(at) !== digits.charCodeAt(rest & 15)) return false;
    rest >>>= 4;
  }
  return true;
}

const lowRange = 2 ** 32;

/** The first eight digits are the lower 32 bits, the other five the upper 20. */
function hashBits(text: string): number {
  let high = 0xdeadbeef ^ text.length;
  let low = 0x41c6ce57 ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return ((high >>> 12) & 0xfffff) * lowRange + (low >>> 0);
}
