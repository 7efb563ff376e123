/** What is open at the end of a piece of a line: quotes, brackets, a comment. */

export interface LineState {
  readonly isComment: boolean;
  readonly quote?: { readonly mark: string; readonly at: number };
  readonly open: readonly string[];
}

/** Quotes and hashes mean something only where a word begins. */
export function lineState(line: string): LineState {
  const open: string[] = [];
  let quote: { readonly mark: string; readonly at: number } | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const isStart = at === 0 || /[\s,[{:-]/.test(line[at - 1] ?? '');
    if (quote !== undefined) {
      if (character === '\\' && quote.mark === '"') at += 1;
      else if (character === quote.mark) quote = undefined;
    } else if (isStart && (character === '"' || character === "'")) quote = { mark: character, at };
    else if (character === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return { isComment: true, open };
    else if (character === '{' || character === '[') {
      if (isStart || open.length > 0) open.push(character);
    } else if (character === '}' || character === ']') open.pop();
  }
  return { isComment: false, open, ...(quote === undefined ? {} : { quote }) };
}
