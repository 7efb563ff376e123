/** The contract says "emoji" and shows no form: a character, or its code points in hexadecimal, joined by hyphens, as new spaces have it. */

const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;

const character =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)[\p{Emoji}\p{Emoji_Component}\u{E0020}-\u{E007F}]*$/u;

export function isEmoji(text: string): boolean {
  return codePoints.test(text) || character.test(text);
}
