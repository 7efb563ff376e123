/** The two forms of emoji: a character, and hexadecimal code points joined by hyphens, as in new spaces. */

const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;

const character =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)[\p{Emoji}\p{Emoji_Component}\u{E0020}-\u{E007F}]*$/u;

export function isEmoji(text: string): boolean {
  return codePoints.test(text) || character.test(text);
}

/** `📝` from `1f4dd` or `📝`; undefined: not an emoji. */
export function emojiCharacter(text: string): string | undefined {
  if (character.test(text)) return text;
  const points = codePoints.test(text) ? text.split('-').map((code) => Number.parseInt(code, 16)) : [];
  if (points.length === 0 || points.some((point) => point > 0x10ffff)) return undefined;
  const drawn = String.fromCodePoint(...points);
  return character.test(drawn) ? drawn : undefined;
}

/** `1f4dd` from both forms, without variation selectors, so that equal emoji have equal code points. */
export function emojiCodePoints(text: string): string {
  const points = codePoints.test(text)
    ? text.split('-').map((code) => Number.parseInt(code, 16))
    : [...text].map((each) => each.codePointAt(0) ?? 0);
  const telling = points.filter((point) => point !== 0xfe0f);
  return (telling.length === 0 ? points : telling).map((point) => point.toString(16)).join('-');
}
