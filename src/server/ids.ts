/** Generates ids. The same seed and counter always give the same id. */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
/** Six characters of 62 hold 32 bits, so the first lane alone makes ids unique. */
const charactersPerLane = 6;
const length = 20;

function mixed(value: number) {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export function idAt(seed: number, counter: number): string {
  let text = '';
  for (const lane of lanes) {
    let bits = mixed(mixed(counter + lane) ^ mixed(seed ^ lane));
    for (let at = 0; at < charactersPerLane && text.length < length; at += 1) {
      text += alphabet[bits % alphabet.length];
      bits = Math.floor(bits / alphabet.length);
    }
  }
  return text;
}
