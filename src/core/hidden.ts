/** Finds characters that are invisible or reorder text, except where their use is legitimate. */

/** Control characters but tab and line feed, default-ignorable characters, separators, blank letters, lone surrogates. */
const hidden =
  '(?![\\t\\n])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}\\u2800\\ufff9-\\ufffb]';

/** Scripts that use joiners between letters. */
const joining = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mandaic',
  'Mongolian',
  'Phags_Pa',
  'Adlam',
  'Hanifi_Rohingya',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Balinese',
  'Javanese',
  'Meetei_Mayek',
];
const joined = `[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;

/** Modifiers of emoji, letters and flags, which ordinary text uses. */
const rightful = [
  '(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // The flags of England, Scotland and Wales; other tags could spell anything.
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  `(?<=${joined})\\u200c(?=${joined})`,
  `(?<=${joined})\\u200d`,
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]',
].join('|');

interface Hidden {
  /** Offset in UTF-16 units. */
  readonly at: number;
  readonly character: string;
}

const anyHidden = new RegExp(hidden, 'u');

/** Most texts match this. Compiling the Unicode classes takes longer than the rest of a command. */
const everyday = /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2190-\u27bf]*$/;

function mayContainHidden(text: string): boolean {
  return !everyday.test(text) && anyHidden.test(text);
}

/** All hidden characters without a legitimate use, in order. */
export function* findHidden(text: string): Generator<Hidden> {
  if (!mayContainHidden(text)) return;
  const search = new RegExp(hidden, 'gu');
  const use = new RegExp(rightful, 'yu');
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    use.lastIndex = found.index;
    const used = use.exec(text);
    if (used === null) yield { at: found.index, character: found[0] };
    else search.lastIndex = found.index + used[0].length;
  }
}

export function hasHidden(text: string): boolean {
  return findHidden(text).next().done !== true;
}

/** The text with a visible replacement for each hidden character. */
export function replaceHidden(text: string, write: (character: string) => string): string {
  let written = '';
  let from = 0;
  for (const { at, character } of findHidden(text)) {
    written += text.slice(from, at) + write(character);
    from = at + character.length;
  }
  return written + text.slice(from);
}

/** `U+200B` */
export function codePointText(character: string): string {
  return `U+${codePointHex(character).toUpperCase().padStart(4, '0')}`;
}

/** `\u{200B}` */
export function visibleEscape(character: string): string {
  return `\\u{${codePointHex(character).toUpperCase()}}`;
}

/** `\u200b` as in JSON; two escapes for a surrogate pair. */
export function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** `\u200b` or `\U000e0041`, as in double-quoted YAML. */
export function yamlEscape(character: string): string {
  return character.length === 1 ? jsonEscape(character) : `\\U${codePointHex(character).padStart(8, '0')}`;
}

/** JSON with escapes for hidden characters. It parses to the same value. */
export function escapeHiddenInJson(json: string): string {
  return mayContainHidden(json) ? json.replace(new RegExp(hidden, 'gu'), jsonEscape) : json;
}

function codePointHex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
