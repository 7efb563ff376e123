/** What stands for an emoji: the character itself, or its code points in hexadecimal, as the platform writes those of new spaces. */
import { invalid } from '../errors.ts';

const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;
const character =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)[\p{Emoji}\p{Emoji_Component}\u{E0020}-\u{E007F}]*$/u;

export function requireEmoji(text: string): void {
  if (!codePoints.test(text) && !character.test(text)) throw invalid(`body.emoji: ${JSON.stringify(text)} is no emoji`);
}
