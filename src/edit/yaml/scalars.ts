/** Writes new scalars: without quotes if YAML 1.1 and YAML 1.2 both read the text as a string. */
import { Document, Scalar } from 'yaml';
import { hasHidden, withHidden, yamlEscape } from '../../core/hidden.ts';

/** Words that YAML 1.1 reads as booleans or null. */
const words = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Common texts that never need quotes. */
const plain = /^[A-Za-z][\w@.+/-]*(?: [A-Za-z0-9][\w.-]*)*$/;
/** Codes such as `1f3e0`: some of them are numbers, so all of them are quoted. */
const code = /^\d[0-9a-f]*[a-f][0-9a-f]*$/;
/** Texts without spaces at the start or end, which block scalars would hide. */
const block = /^\S(?:[\s\S]*\S)?\n?$/;

const options = {
  lineWidth: 0,
  blockQuote: 'literal',
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/** In one line. `isInFlow`: within `{ }` or `[ ]`. */
export function scalarText(value: string | number | boolean | null, isInFlow: boolean): string {
  if (typeof value !== 'string') return String(value);
  if (plain.test(value) && !words.test(value)) return value;
  if (hasHidden(value) || value.includes('\n') || code.test(value)) return quoted(value);
  const text = isInFlow ? flowText(value) : documentOf(value).toString(options).slice(0, -1);
  // A text that starts like a new document becomes a block scalar there.
  return text.includes('\n') ? quoted(value) : text;
}

function flowText(value: string): string {
  const document = documentOf([value]);
  (document.contents as { flow?: boolean }).flow = true;
  return document.toString({ ...options, flowCollectionPadding: false }).slice(1, -2);
}

/** Whether a new text is written as a literal block. */
export function isSeveralLines(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n') && block.test(value) && !hasHidden(value);
}

/** Escapes invisible characters, so that reviewers see them. */
function quoted(value: string): string {
  return withHidden(JSON.stringify(value), yamlEscape);
}

function documentOf(value: unknown): Document {
  // `compat` quotes texts that YAML 1.1 reads as something else, such as `no`, `12:30` or a date.
  return new Document(typeof value === 'string' ? new Scalar(value) : value, { version: '1.2', compat: 'yaml-1.1' });
}
