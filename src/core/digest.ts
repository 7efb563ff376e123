/** SHA-256 digests and Git object ids of text, without node: modules so that pure code can use them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 in the format of content security policies. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}
