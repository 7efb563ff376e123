/** Writes what stands behind a colon or dash in its line, between brackets or not. */
import { isSeveralLines, scalarText } from '../scalar-text.ts';
import { hasComments, isIntact, mostColumns, ownComments, type Style, withProps } from './print-style.ts';
import type { AliasNode, Aside, CollectionNode, CollectionPlace, Member, ScalarNode, Tree } from './tree.ts';

interface Brackets {
  /** It has to stand between brackets, whatever it is: what it stands in does. */
  readonly isForced: boolean;
  /** New keys and texts get double quotes, as their neighbours have. */
  readonly isQuoted: boolean;
}

const free: Brackets = { isForced: false, isQuoted: false };

/** Lines below a `|`. */
export function isBlockText({ hasTabLines }: Style, { block, source, value }: ScalarNode): boolean {
  return block !== undefined || (source === undefined && isSeveralLines(value) && !hasTabLines);
}

/** undefined: it stands on lines of its own. */
export function inlineText(style: Style, value: Tree, column: number): string | undefined {
  if (value.is === 'alias') return aliasText(value);
  if (value.is === 'scalar') return isBlockText(style, value) ? undefined : withProps(value.props, scalarIn(style, value, false, false));
  if (value.members.length === 0) return withProps(value.props, value.is === 'list' ? '[]' : '{}');
  if (!value.isFlow) return undefined;
  const text = bracketText(style, value, free);
  if (text === undefined) return undefined;
  // What was one line, however long, or was broken by its author, stays so when it is edited.
  const isGiven = style.text !== undefined && value.source !== undefined && value.source.layout !== 'mixed';
  return isGiven || column + [...text].length <= mostColumns ? text : undefined;
}

export function aliasText({ name, props }: AliasNode): string {
  return withProps(props, `*${name}`);
}

export function keyLine(style: Style, key: ScalarNode | AliasNode, isInFlow = false, isQuoted = false): string {
  // A colon may be part of the name of an alias.
  return key.is === 'alias' ? `${aliasText(key)} ` : withProps(key.props, scalarIn(style, key, isInFlow, isQuoted));
}

function scalarIn({ text }: Style, { source, written, block, value, props }: ScalarNode, isInFlow: boolean, isQuoted: boolean): string {
  const mayStay = !isInFlow || typeof value !== 'string' || props.includes('!') || !/[,[\]{}]/.test(written ?? '');
  if (written !== undefined && mayStay) return written;
  const own = text === undefined || source === undefined || block !== undefined ? '' : text.slice(source.textStart, source.end);
  if (/^["']/.test(own) && !own.includes('\n')) return own;
  return isQuoted ? JSON.stringify(value) : scalarText(value, isInFlow);
}

/** undefined: it cannot stand between brackets, as a comment stands in it. */
function flowText(style: Style, value: Tree, brackets: Brackets): string | undefined {
  if (value.is === 'alias') return aliasText(value);
  if (value.is === 'scalar') {
    if (isBlockText(style, value) && !brackets.isForced) return undefined;
    return withProps(value.props, scalarIn(style, value, true, brackets.isQuoted));
  }
  return value.isFlow || brackets.isForced ? bracketText(style, value, brackets) : undefined;
}

function bracketText(style: Style, value: CollectionNode, given: Brackets): string | undefined {
  const { source } = value;
  const isGiven = style.text !== undefined && source !== undefined && source.layout !== 'block';
  if (isGiven && source.members === value.members && source.props === value.props) return style.text?.slice(source.start, source.end);
  const isQuoted = given.isQuoted || (isGiven && areQuoted(style, source));
  const brackets = { isForced: given.isForced || isGiven, isQuoted };
  if (isGiven && source.layout === 'lines' && value.members.length > 0) return linesText(style, value, source, brackets);
  if (hasComments(value)) return undefined;
  const parts = value.members.map((member) => memberText(style, member, brackets));
  if (parts.includes(undefined)) return undefined;
  const [open, close] = value.is === 'list' ? ['[', ']'] : parts.length === 0 ? ['{', '}'] : ['{ ', ' }'];
  return withProps(value.props, `${open}${parts.join(', ')}${close}`);
}

function memberText(style: Style, member: Member, brackets: Brackets): string | undefined {
  const { key, value, source } = member;
  // In lines it would have another end, and may be plain where brackets need quotes.
  if (isIntact(style, member) && source?.isInFlow) return style.text?.slice(source.start, source.end);
  const text = flowText(style, value, brackets);
  if (text === undefined || key === undefined) return text;
  const name = keyLine(style, key, true, brackets.isQuoted);
  return text === '' ? name.trimEnd() : `${name}: ${text}`;
}

/** Each member in a line of its own stays so, with its comments. */
function linesText(style: Style, { members, props }: CollectionNode, source: CollectionPlace, brackets: Brackets): string | undefined {
  const text = style.text ?? '';
  const pad = ' '.repeat(source.column);
  const last = source.members.at(-1)?.source?.end ?? source.tail;
  const isEnded = text.slice(last, source.tail).trimStart().startsWith(',');
  const lines: string[] = [];
  for (const [at, member] of members.entries()) {
    const { gap, lead, aside } = member;
    const words = memberText(style, member, brackets);
    if (words === undefined || (!isIntact(style, member) && ownComments({ ...member, gap: [], lead: [] }).length > 0)) return undefined;
    const comma = at < members.length - 1 || isEnded ? ',' : '';
    const line = `${pad}${words}${comma}${aside === undefined ? '' : asideText(style, aside)}`;
    lines.push([...gap, ...lead, line].join('\n'));
  }
  const opening = text.slice(source.textStart, source.top);
  return withProps(props, opening + lines.join('\n') + text.slice(source.tail, source.end));
}

export function asideText(style: Style, { gap, text }: Aside): string {
  return (style.text === undefined || gap === '' ? ' '.repeat(Math.max(1, gap.length)) : gap) + text;
}

function areQuoted({ text = '' }: Style, { members }: CollectionPlace): boolean {
  return members.length > 0 && members.every((member) => isQuotedMember(text, member));
}

function isQuotedMember(text: string, { key, value }: Member): boolean {
  if (key !== undefined) return text[key.source?.textStart ?? -1] === '"';
  return value.is === 'map' && value.members.length > 0 && value.members.every((member) => isQuotedMember(text, member));
}
