/** HTML templates that escape all values and make deceptive characters visible. */

const isMarkup = Symbol('markup');

export interface Html {
  readonly [isMarkup]: true;
  readonly text: string;
}

/** Template values; undefined, null and booleans print nothing. */
export type Part = Html | string | number | boolean | undefined | null | readonly Part[];

/** Creates markup. Strings are escaped in attributes and in text. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    [isMarkup]: true,
    text: literals.reduce((text, literal, at) => `${text}${escapePart(parts[at - 1])}${literal}`),
  };
}

/** Controls, separators, direction marks and characters without width, except the joiners of emoji. */
const deceptive =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** The text with each deceptive character replaced by its number: ⟨U+202E⟩. */
function replaceDeceptive(text: string): string {
  return text.replace(
    deceptive,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escapePart(part: Part): string {
  if (part === undefined || part === null || typeof part === 'boolean') return '';
  if (typeof part === 'string')
    return replaceDeceptive(part).replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
  if (typeof part === 'number') return String(part);
  return 'length' in part ? part.map(escapePart).join('') : part.text;
}

/** Isolates text so that its direction does not affect the text around it. */
export function isolateDirection(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** A style or script of docform, unescaped. Throws if it contains its end tag. */
export function unescapedAsset(text: string): Html {
  if (/<\/|<!--/.test(text)) throw new Error('a style or script ends the tag that it stands in');
  return unescapedMarkup(text);
}

/** Markup of docform, unescaped. */
export function unescapedMarkup(text: string): Html {
  return { [isMarkup]: true, text };
}

/** Text with backticks as code elements. */
export function proseWithCode(text: string): Html {
  return html`${text.split('`').map((piece, at) => (at % 2 === 0 ? piece : html`<code>${piece}</code>`))}`;
}
