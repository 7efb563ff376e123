/** Prints documents and scalars of the `yaml` package. */
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isSeq,
  type Node,
  Scalar,
  type ScalarTag,
  type Tags,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { hasHidden, replaceHidden, yamlEscape } from '../../core/hidden.ts';

interface PrintStyle {
  readonly indent: number;
  /** Lists are indented in maps. */
  readonly indentSeq: boolean;
  /** New texts get double quotes, as in JSON. */
  readonly isJson?: boolean;
}

export const canonicalStyle: PrintStyle = { indent: 2, indentSeq: true };

/** For new documents and parsed ones: strings that were not parsed are printed by `scalarText`. */
export function printTags(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag !== 'object' || tag.collection !== undefined) return tag;
    return { ...tag, stringify: tag.tag === 'tag:yaml.org,2002:str' ? stringText(tag) : sourceText(tag) };
  });
}

/** Numbers stay as written, such as `0x1F`. */
function sourceText(tag: ScalarTag): NonNullable<ScalarTag['stringify']> {
  return (item, ...rest) => (item.range && item.source) || (tag.stringify?.(item, ...rest) ?? String(item.value));
}

function stringText(tag: ScalarTag): NonNullable<ScalarTag['stringify']> {
  return (item, given, onComment, onChompKeep) => {
    const context = { ...given, options: { ...given.options, lineWidth: 0 } };
    const raw = rawTexts.get(item);
    if (raw !== undefined) return raw;
    // The package always writes 2.
    const usual = () =>
      (tag.stringify?.(item, context, onComment, onChompKeep) ?? '').replace(
        /^([|>])2/,
        `$1${context.indentStep.length}`,
      );
    // The package writes out what the author escaped.
    if (item.range && item.type === Scalar.QUOTE_DOUBLE) return replaceHidden(usual(), yamlEscape);
    if (item.range || typeof item.value !== 'string' || item.tag !== undefined) return usual();
    const { inFlow } = context;
    if (isBlockText(item.value) && inFlow !== true && context.implicitKey !== true) {
      item.type = Scalar.BLOCK_LITERAL;
      return usual();
    }
    return quotedDocuments.has(context.doc) ? JSON.stringify(item.value) : scalarText(item.value, inFlow === true);
  };
}

const quotedDocuments = new WeakSet<Document>();
/** Scalars that are printed as they were written. */
export const rawTexts = new WeakMap<Scalar, string>();

export function printDocument(document: Document, text: string, { indent, indentSeq, isJson }: PrintStyle): string {
  if (isJson) quotedDocuments.add(document);
  visit(document, {
    Pair: (_, { key, value }) => {
      // An emptied block is brackets, with the comment behind them.
      if (!isCollection(value) || value.items.length > 0 || !isNode(key) || !key.comment) return;
      [value.comment, key.comment] = [key.comment, null];
    },
    Collection: (_, node) => {
      if (node.flow) setFlowLayout(node as YAMLMap | YAMLSeq, text);
    },
  });
  return document.toString({
    indent,
    indentSeq,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

/** Maps have spaces inside their brackets, lists have none; brackets that were several lines stay so. */
function setFlowLayout(node: YAMLMap | YAMLSeq, text: string) {
  const isLong = isSeveralLines(node, text);
  const prototype = isMap(node) ? YAMLMap.prototype : YAMLSeq.prototype;
  const padding = isMap(node) ? ' ' : '';
  node.toString = (context, ...rest) => {
    if (context === undefined) return prototype.toString.call(node);
    const options = { ...context.options, lineWidth: isLong ? 1 : 0 };
    return prototype.toString.call(node, { ...context, flowCollectionPadding: padding, options }, ...rest);
  };
}

export function isSeveralLines({ range }: Node, text: string): boolean {
  return range ? text.slice(range[0], range[1]).includes('\n') : false;
}

/** The indentation that a text uses. */
export function styleOf(document: Document, text: string): PrintStyle {
  const columnOf = (node: unknown) => {
    const start = (node as Node | undefined)?.range?.[0];
    return start === undefined ? undefined : start - (text.lastIndexOf('\n', start - 1) + 1);
  };
  const steps: { map?: number; list?: number } = {};
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isCollection(value) || value.flow || value.items.length === 0) return;
      const [first] = value.items;
      const inner = isSeq(value) ? columnOf(value) : columnOf(isPair(first) ? first.key : undefined);
      const by = (inner ?? 0) - (columnOf(key) ?? 0);
      if (isSeq(value)) steps.list ??= by;
      else if (by > 0) steps.map ??= by;
    },
  });
  return { indent: steps.map ?? (steps.list || 2), indentSeq: steps.list !== 0, isJson: /^\s*\{/.test(text) };
}

/** The text of a new document. */
export function newDocumentText(contents: Node): string {
  const document = new Document(undefined, { version: '1.2', customTags: printTags });
  document.contents = contents;
  return printDocument(document, '', canonicalStyle);
}

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

function flowText(value: string) {
  const document = documentOf([value]);
  (document.contents as { flow?: boolean }).flow = true;
  return document.toString({ ...options, flowCollectionPadding: false }).slice(1, -2);
}

/** Whether a new text is written as a literal block. */
function isBlockText(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n') && block.test(value) && !hasHidden(value);
}

/** Escapes invisible characters, so that reviewers see them. */
function quoted(value: string) {
  return replaceHidden(JSON.stringify(value), yamlEscape);
}

function documentOf(value: unknown) {
  // `compat` quotes texts that YAML 1.1 reads as something else, such as `no`, `12:30` or a date.
  return new Document(typeof value === 'string' ? new Scalar(value) : value, { version: '1.2', compat: 'yaml-1.1' });
}
