/** Reads what stands between the values of a YAML text: comments, empty lines, anchors and tags. */
import type { CST } from 'yaml';
import type { Aside, Remark } from './format-tree.ts';

export type Token = CST.SourceToken;

export interface Between {
  /** On lines of their own. */
  readonly remarks: readonly Remark[];
  /** Behind what came before, on its line. */
  readonly aside?: Aside;
  /** Anchor and tag, as they are written. */
  readonly props: string;
  /** An empty line at the end. */
  readonly isSpaced: boolean;
}

/** `isLineStart`: whether what comes before has ended its line. */
export function between(tokens: readonly Token[], isLineStart: boolean): Between {
  const remarks: Remark[] = [];
  const props: string[] = [];
  let aside: Aside | undefined;
  let isAtStart = isLineStart;
  let isSpaced = false;
  let gap = 0;
  /** At the dash of an item: below it there is no room for an empty line. */
  let isSpacedAtDash: boolean | undefined;
  for (const { type, source } of tokens) {
    if (type === 'newline') {
      for (const _ of source.matchAll(/\n/g)) {
        if (isAtStart) isSpaced = true;
        isAtStart = true;
      }
    } else if (type === 'space') gap = source.length;
    else if (type === 'comment') {
      const text = source.trimEnd();
      if (isAtStart || aside !== undefined) {
        remarks.push({ text, isSpaced });
        isSpaced = false;
        if (isSpacedAtDash === true) isSpacedAtDash = false;
      } else aside = { text, gap: Math.max(1, gap) };
      isAtStart = false;
    } else {
      if (type === 'anchor' || type === 'tag') props.push(source);
      if (type === 'seq-item-ind') isSpacedAtDash = isSpaced;
      isAtStart = false;
    }
    if (type !== 'space') gap = 0;
  }
  return { remarks, props: props.join(' '), isSpaced: isSpacedAtDash ?? isSpaced, ...(aside === undefined ? {} : { aside }) };
}

/**
 * Where what is indented less begins in the comments behind the last entry of a block: it belongs to what comes after the block.
 * Tokens begin at the start of a line.
 */
export function dedentedAt(tokens: readonly Token[], indent: number): number {
  let column = 0;
  let lineStart = 0;
  for (const [at, { type, source }] of tokens.entries()) {
    if (type === 'newline') {
      column = 0;
      lineStart = at + 1;
    } else if (type === 'space') column += source.length;
    else if (type === 'comment' && column < indent) return blankBefore(tokens, lineStart);
  }
  return tokens.length;
}

/** Empty lines before it go with it. */
function blankBefore(tokens: readonly Token[], lineStart: number): number {
  let at = lineStart;
  while (at > 0 && (tokens[at - 1]?.type === 'newline' || tokens[at - 1]?.type === 'space')) at -= 1;
  // The end of the line of the comment before it stays with that.
  return at > 0 && at < lineStart ? at + 1 : at;
}

/** Where the line ends that a key or dash without a value stands in; anchors and tags below it are still its own. */
export function emptyEnd(tokens: readonly Token[], isItem: boolean): number {
  const from = isItem ? tokens.findLastIndex(({ type }) => type === 'seq-item-ind') : 0;
  const props = tokens.findLastIndex(({ type }) => type === 'anchor' || type === 'tag');
  const end = tokens.findIndex(({ type }, at) => type === 'newline' && at > from && at > props);
  return end === -1 ? tokens.length : end + 1;
}
