/** The contract says "emoji" and shows no form: a character, or its code points in hexadecimal, joined by hyphens, as new spaces have it. */

const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;

const character =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)[\p{Emoji}\p{Emoji_Component}\u{E0020}-\u{E007F}]*$/u;

export function isEmoji(text: string): boolean {
  return codePoints.test(text) || character.test(text);
}

/** `📝` of `1f4dd` and of `📝`; undefined: the code points stand for no emoji. */
export function emojiCharacter(text: string): string | undefined {
  if (character.test(text)) return text;
  const points = codePoints.test(text) ? text.split('-').map((code) => Number.parseInt(code, 16)) : [];
  if (points.length === 0 || points.some((point) => point > 0x10ffff)) return undefined;
  const drawn = String.fromCodePoint(...points);
  return character.test(drawn) ? drawn : undefined;
}

/** `1f4dd` of both forms, without what only chooses a picture in colour: the same emoji has the same code points, however it is written. */
export function emojiCodePoints(text: string): string {
  const points = codePoints.test(text)
    ? text.split('-').map((code) => Number.parseInt(code, 16))
    : [...text].map((each) => each.codePointAt(0) ?? 0);
  const telling = points.filter((point) => point !== 0xfe0f);
  return (telling.length === 0 ? points : telling).map((point) => point.toString(16)).join('-');
}
