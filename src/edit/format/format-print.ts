/** Writes what the formatter has parsed: two spaces of indentation, one space between things, nothing folded. */
import type { Aside, CollectionLayout, Entry, FileLayout, Layout, Remark, ScalarLayout } from './format-tree.ts';

/** The longest line that a map or list between brackets may make. */
const mostColumns = 120;

/** `isApart`: which neighbours at the top stand together unless their author parts them. */
export function printLayout(file: FileLayout, isTogether: (before: Entry, after: Entry) => boolean, hasNewFirst: boolean): string {
  const { head, mark, root, tail } = file;
  const heading = isMarkFirst(file) ? [...mark, ...remarkLines(head, '', true)] : [...remarkLines(head, '', true), ...mark];
  const lines = [...heading];
  let last: Entry | undefined;
  let wasLong = false;
  for (const entry of root.entries) {
    const { lead, body } = entryParts(entry, 0, root.is === 'list', lines.length === 0);
    const printed = [...lead, ...body];
    const isLong = body.length > 1;
    const needsSpace = last === undefined ? hasNewFirst && heading.length > 0 : (isLong || wasLong) && !isTogether(last, entry);
    const isClosed = last === undefined || !endsKept(last.value);
    if (needsSpace && isClosed && printed[0] !== '') lines.push('');
    lines.push(...(isClosed || printed[0] !== '' ? printed : printed.slice(1)));
    [last, wasLong] = [entry, isLong];
  }
  if (root.entries.length === 0 && root.isFlow) lines.push(flowText(root) ?? '');
  lines.push(...remarkLines([...root.after, ...tail], '', lines.length === 0));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Whether an empty line behind it would be part of its last text. */
function endsKept(value: Layout): boolean {
  if (value.is === 'block-text') return value.isKept;
  if (value.is === 'scalar' || value.after.length > 0) return false;
  const last = value.entries.at(-1);
  return last !== undefined && endsKept(last.value);
}

/** Directives have to stand before `---`; comments stay on the side where they were. */
function isMarkFirst({ mark }: FileLayout): boolean {
  return mark.length > 1;
}

function remarkLines(remarks: readonly Remark[], pad: string, isFirst: boolean): readonly string[] {
  return remarks.flatMap(({ text, isSpaced }, at) => (isSpaced && !(isFirst && at === 0) ? ['', pad + text] : [pad + text]));
}

interface EntryParts {
  /** Comments and empty lines above it. */
  readonly lead: readonly string[];
  readonly body: readonly string[];
}

function entryParts(entry: Entry, indent: number, isItem: boolean, isFirst: boolean): EntryParts {
  const { before, isSpaced, key, aside } = entry;
  const pad = ' '.repeat(indent);
  const head = isItem || key === undefined ? `${pad}-` : `${pad}${keyText(key)}`;
  const line = inlineText(entry.value, head.length + 1);
  const isBelow = isItem && line === undefined && entry.value.is !== 'block-text';
  const { value, hoisted } = isBelow ? withoutFirstRemarks(entry.value) : { value: entry.value, hoisted: [] };
  const lead = isBelow ? [...before, ...(aside === undefined ? [] : [{ text: aside.text, isSpaced: false }]), ...hoisted] : before;
  const rest = isBelow || aside === undefined ? '' : asideText(aside);
  const body = line === undefined ? blockLines(value, head, rest, indent, isItem) : [`${head}${line === '' ? '' : ` ${line}`}${rest}`];
  const gap = isSpaced && (!isFirst || before.length > 0) && lead.length === before.length ? [''] : [];
  return { lead: [...remarkLines(lead, pad, isFirst), ...gap], body };
}

/** What stands between a dash and the first key of a map, or the next dash, goes above the dash. */
function withoutFirstRemarks(value: Layout): { readonly value: Layout; readonly hoisted: readonly Remark[] } {
  if (value.is !== 'map' && value.is !== 'list') return { value, hoisted: [] };
  const [first, ...rest] = value.entries;
  if (first === undefined) return { value, hoisted: [] };
  const inner = value.is === 'list' ? withoutFirstRemarks(first.value) : { value: first.value, hoisted: [] };
  const entries = [{ ...first, before: [], value: inner.value }, ...rest];
  return { value: { ...value, entries }, hoisted: [...first.before, ...inner.hoisted] };
}

function entryLines(entry: Entry, indent: number, isItem: boolean, isFirst: boolean): readonly string[] {
  const { lead, body } = entryParts(entry, indent, isItem, isFirst);
  return [...lead, ...body];
}

function keyText(key: ScalarLayout): string {
  const text = withProps(key.props, key.text);
  // A colon may be part of the name of an alias.
  return key.text.startsWith('*') ? `${text} :` : `${text}:`;
}

function asideText({ gap, text }: Aside): string {
  return `${' '.repeat(gap)}${text}`;
}

function withProps(props: string, text: string): string {
  return [props, text].filter((part) => part !== '').join(' ');
}

/** undefined: it stands on lines of its own. */
function inlineText(value: Layout, column: number): string | undefined {
  if (value.is === 'scalar') return withProps(value.props, value.text);
  if (value.is === 'block-text' || !value.isFlow) return undefined;
  const text = flowText(value);
  if (text === undefined) return undefined;
  const isEmpty = value.entries.length === 0;
  return isEmpty || column + [...text].length <= mostColumns ? text : undefined;
}

/** undefined: a comment stands in it. */
function flowText(value: Layout): string | undefined {
  if (value.is === 'scalar') return withProps(value.props, value.flowText);
  if (value.is === 'block-text' || value.after.length > 0) return undefined;
  const parts = value.entries.map(flowEntryText);
  if (parts.includes(undefined)) return undefined;
  const [open, close] = value.is === 'list' ? ['[', ']'] : parts.length === 0 ? ['{', '}'] : ['{ ', ' }'];
  return withProps(value.props, `${open}${parts.join(', ')}${close}`);
}

function flowEntryText({ before, aside, key, value }: Entry): string | undefined {
  const text = flowText(value);
  if (text === undefined || before.length > 0 || aside !== undefined) return undefined;
  if (key === undefined) return text;
  const name = withProps(key.props, key.flowText);
  if (text === '') return name;
  return `${name}${key.text.startsWith('*') ? ' ' : ''}: ${text}`;
}

function blockLines(value: Layout, head: string, rest: string, indent: number, isItem: boolean): readonly string[] {
  if (value.is === 'scalar') return [];
  const pad = ' '.repeat(indent + 2);
  if (value.is === 'block-text') {
    const lines = value.lines.map((line) => (line === '' ? '' : pad + line));
    return [`${head} ${withProps(value.props, value.header)}${rest}`, ...lines];
  }
  const lines = [
    ...value.entries.flatMap((entry, at) => entryLines(entry, indent + 2, value.is === 'list', at === 0)),
    ...remarkLines(value.after, pad, value.entries.length === 0),
  ];
  const first = value.entries[0];
  const canShareLine = isItem && value.props === '' && rest === '' && first !== undefined && first.before.length === 0;
  // The first line of what stands in an item goes on behind its dash.
  if (canShareLine && firstIsPlain(value)) return [`${head} ${(lines[0] ?? '').slice(indent + 2)}`, ...lines.slice(1)];
  return [`${head}${value.props === '' ? '' : ` ${value.props}`}${rest}`, ...lines];
}

/** An anchor of the first key would be taken for one of the whole map. */
function firstIsPlain({ is, entries }: CollectionLayout): boolean {
  return is === 'list' || entries[0]?.key?.props === '';
}
