/** The types of fields, and the equivalent forms of their values. */
import { emojiCharacter, emojiCodePoints } from '../contract/emoji.ts';
import { type KindName, mapOrEmpty, type Value } from '../core/state.ts';

export type Within = 'self' | 'parent' | 'site';

export type FieldType =
  | {
      readonly is: 'text';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: string;
      readonly format?: 'uri' | 'email' | 'date' | 'emoji' | 'condition' | 'pem' | 'color';
    }
  | { readonly is: 'boolean' }
  /** `isOpen`: the platform can have further values, which only cause a warning. */
  | { readonly is: 'choice'; readonly values: readonly string[]; readonly isOpen?: true }
  /** A reference by key. `within`: to a child of this resource, to a resource in its parent, or to a resource of the same site. `under`: written as a map with this one key. */
  | { readonly is: 'ref'; readonly to: KindName; readonly within?: Within; readonly under?: string }
  /** `set`: order is irrelevant. `atomic`: compared as a whole, in order. */
  | {
      readonly is: 'list';
      readonly compare: 'set' | 'atomic';
      readonly of: FieldType;
      readonly min?: number;
      readonly max?: number;
      readonly mayRepeat?: true;
    }
  /** A map of which only declared keys are compared. `keysRefer`: its keys are keys of this kind. */
  | { readonly is: 'keyed'; readonly keysRefer: KindName; readonly of: 'scalar' }
  /** A map compared as a whole. */
  | { readonly is: 'claims' }
  /** A map with these keys, compared as a whole. A text stands for a map in which each key of `short` has the text. `isOneOf`: it has exactly one of the keys. */
  | { readonly is: 'record'; readonly members: Members; readonly short?: readonly string[]; readonly isOneOf?: true }
  /** Texts by language, compared as a whole. */
  | { readonly is: 'texts'; readonly max: number };

/** The keys of a record. `usual`: the value of a record without the key. */
export interface Members {
  readonly [name: string]: {
    readonly type: Exclude<FieldType, { is: 'ref' }>;
    readonly required?: true;
    /** A text is the id of an object of this kind. */
    readonly idOf?: KindName;
    readonly usual?: Value;
  };
}

/** Texts of a type are equivalent if their compared forms are equal. */
export function comparableText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCodePoints(text);
  if (type.format === 'color') return fullColor(text);
  // Digests in the ledger include the final newline.
  return type.format === 'pem' ? `${normalizePem(text).trimEnd()}\n` : text;
}

type RecordType = Extract<FieldType, { is: 'record' }>;

/** The map. A text stands for every member of `short`. */
export function expandRecord({ short = [] }: RecordType, value: Value): { readonly [name: string]: Value } {
  return typeof value === 'string' ? Object.fromEntries(short.map((name) => [name, value])) : mapOrEmpty(value);
}

/** The text if it stands for the whole map. */
export function shortenRecord({ members, short = [] }: RecordType, record: { readonly [name: string]: Value }): Value {
  const [text] = short.map((name) => record[name]);
  if (typeof text !== 'string' || Object.keys(record).length !== short.length) return record;
  const comparableForm = (name: string, value: Value | undefined) => {
    const type = members[name]?.type;
    return type !== undefined && typeof value === 'string' ? comparableText(type, value) : value;
  };
  return short.every((name) => comparableForm(name, record[name]) === comparableForm(name, text)) ? text : record;
}

/** `#ABC` and `#aabbcc` are the same color. */
function fullColor(text: string) {
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** The form in configurations and output. */
export function canonicalText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCharacter(text) ?? text;
  return type.format === 'pem' ? normalizePem(text) : text;
}

/** Removes differences that Git and editors make: line endings, trailing spaces and final newlines. */
export function normalizePem(text: string): string {
  const lines = normalizeLineEndings(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const [first, last] = [lines.findIndex((line) => line !== ''), lines.findLastIndex((line) => line !== '')];
  // Includes the empty part after a final newline.
  return first === -1 ? '' : lines.slice(first, last + 2).join('\n');
}

/** Git can check out text files with CRLF on Windows. */
export function normalizeLineEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
