/** Scalars as they are read (what they say, and whether they may stay as they are written), and as new ones are written: plain where that is read back as the same. */
import { CST, Document, Scalar } from 'yaml';
import { hasHidden, withHidden, yamlEscape } from '../../core/hidden.ts';
import { lineEnd } from './scan.ts';
import { type BlockText, type Lines, OddYamlError, type ScalarNode, type ScalarValue, type TextRange } from './tree.ts';

/** What the core schema of YAML 1.2 reads as something else than text. */
const noText =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN|)$/;

function plainValue(source: string): ScalarValue {
  if (!noText.test(source)) return source;
  const word = source.toLowerCase();
  if (word === '' || word === '~' || word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  if (word.endsWith('.inf')) return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(word);
}

/** What has a tag stays as it is, as the tag may mean its form. */
export function scalarOf(token: CST.FlowScalar, props: string, place: TextRange): ScalarNode {
  const { type, source } = token;
  const text = CST.resolveAsScalar(token, true, () => undefined)?.value ?? '';
  const isPlain = type === 'scalar';
  const isTagged = /(?:^| )!/.test(props);
  const value = isPlain && !isTagged ? plainValue(text) : text;
  const node: ScalarNode = { is: 'scalar', props, value, source: place };
  if (source.includes('\n')) {
    if (isTagged) throw new OddYamlError('a value with a tag stands on several lines');
    return node;
  }
  // Who wrote it without quotes may have it so. What is hidden is for the validator to tell.
  return isPlain || isTagged || hasHidden(source) ? { ...node, written: source } : node;
}

export function emptyScalar(props: string, place: TextRange): ScalarNode {
  return { is: 'scalar', props, value: null, written: '', source: place };
}

/** Behind its last line that counts; line breaks at the end count where its header says `+`, but for the last one. */
export function blockTextEnd(text: string, token: CST.BlockScalar): number {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const start = lineEnd(text, header?.offset ?? token.offset);
  const isKept = header !== undefined && 'source' in header && header.source.includes('+');
  const { source } = token;
  let end = source.length - (/\r?\n$/.exec(source)?.[0].length ?? 0);
  if (!isKept) {
    const words = lastWord(source);
    end = words === 0 ? 0 : lineEnd(source, words);
    if (words > 0 && source[end - 1] === '\r') end -= 1;
  }
  return end === 0 ? start - (text[start - 1] === '\r' ? 1 : 0) : start + 1 + end;
}

/** Behind the last character that is no space and no line break. */
function lastWord(source: string): number {
  let end = source.length;
  while (end > 0 && ' \t\r\n'.includes(source[end - 1] ?? '')) end -= 1;
  return end;
}

export function blockScalarOf(token: CST.BlockScalar, props: string, place: TextRange): ScalarNode {
  const value = CST.resolveAsScalar(token, true, () => undefined)?.value ?? '';
  return { is: 'scalar', props, value, block: linesOf(token), source: place };
}

function linesOf(token: CST.BlockScalar): BlockText {
  const written = token.props.flatMap((prop) => (prop.type === 'block-scalar-header' ? [prop.source] : []))[0] ?? '|';
  const isKept = written.includes('+');
  const all = token.source.replace(/\r?\n$/, '').split(/\r?\n/);
  const stated = /\d/.exec(written)?.[0];
  const first = all.find((line) => line.trim() !== '') ?? '';
  const indent =
    stated === undefined ? first.length - first.trimStart().length : Math.max(0, token.indent) + Number(stated);
  const lines = all.map((line) => (line.trim() === '' && line.length <= indent ? '' : line.slice(indent)));
  const last = isKept ? lines.length - 1 : lines.findLastIndex((line) => line !== '');
  // A first line that is indented itself hides where the text begins.
  const [style = '|', ...chomping] = written.replace(/\d/, '');
  const hasIndent = stated !== undefined && /^\s/.test(lines.find((line) => line !== '') ?? '');
  return { style, chomping: chomping.join(''), hasIndent, lines: lines.slice(0, last + 1), isKept };
}

/** Its header and lines, indented by `step`; a new text of several lines is a literal one. */
export function blockTextOf(
  { block, value }: ScalarNode,
  step: number,
): { readonly header: string; readonly lines: Lines } {
  if (block !== undefined)
    return { header: `${block.style}${block.hasIndent ? step : ''}${block.chomping}`, lines: block.lines };
  const text = String(value);
  return { header: text.endsWith('\n') ? '|' : '|-', lines: text.replace(/\n$/, '').split('\n') };
}

/** Words that another reader, or a person, may take for true, false or nothing. */
const words = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Texts that are plain everywhere: most of them. */
const plain = /^[A-Za-z][\w@.+/-]*(?: [A-Za-z0-9][\w.-]*)*$/;
/** A code such as `1f3e0`: some of its kind are numbers, so all of them are quoted. */
const code = /^\d[0-9a-f]*[a-f][0-9a-f]*$/;
/** Texts whose first and last line say by themselves where the block begins and ends. */
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
