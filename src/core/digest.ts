/** SHA-256 of text, and the ids that Git gives files, without node: modules, so that pure code may use them. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 as content security policies name it. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}

/** The id that Git gives a file of this text. */
export function gitBlobId(text: string): string {
  const content = utf8ToBytes(text);
  const head = utf8ToBytes(`blob ${content.length}\0`);
  const whole = new Uint8Array(head.length + content.length);
  whole.set(head);
  whole.set(content, head.length);
  return bytesToHex(sha1(whole));
}
