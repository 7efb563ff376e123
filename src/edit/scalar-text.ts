/** Scalars as YAML: plain where that is read back as the same text, quoted where it looks like something else. */
import { Document, Scalar } from 'yaml';
import { hasHidden, withHidden, yamlEscape } from '../core/hidden.ts';

/** Words that another reader, or a person, may take for true, false or nothing. */
const words = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Texts that are plain everywhere: most of them. */
const plain = /^[A-Za-z][\w@.+/-]*(?: [A-Za-z0-9][\w.-]*)*$/;
/** A code such as `1f3e0`: some of its kind are numbers, so all of them are quoted. */
const code = /^\d[0-9a-f]*[a-f][0-9a-f]*$/;
/** Texts whose first and last line say by themselves where the block begins and ends. */
const block = /^\S(?:[\s\S]*\S)?\n?$/;

const options = { lineWidth: 0, blockQuote: 'literal', doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const;

/** In one line. `isInFlow`: within `{ }` or `[ ]`. */
export function scalarText(value: string | number | boolean | null, isInFlow: boolean): string {
  if (typeof value !== 'string') return String(value);
  if (plain.test(value) && !words.test(value)) return value;
  if (hasHidden(value) || value.includes('\n') || code.test(value)) return quoted(value);
  const text = isInFlow ? flowText(value) : documentOf(value).toString(options).slice(0, -1);
  // A text that begins like a new document becomes a block there.
  return text.includes('\n') ? quoted(value) : text;
}

function flowText(value: string): string {
  const document = documentOf([value]);
  (document.contents as { flow?: boolean }).flow = true;
  return document.toString({ ...options, flowCollectionPadding: false }).slice(1, -2);
}

/** Several lines are a literal block, which stands in no flow. */
export function isSeveralLines(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n') && block.test(value) && !hasHidden(value);
}

/** What nobody would see is written as `\u…`, so that a review shows it. */
function quoted(value: string): string {
  return withHidden(JSON.stringify(value), yamlEscape);
}

function documentOf(value: unknown): Document {
  // Quoted, whatever a reader of YAML 1.1 would make something else of: `no`, `12:30`, a date.
  return new Document(typeof value === 'string' ? new Scalar(value) : value, { version: '1.2', compat: 'yaml-1.1' });
}
