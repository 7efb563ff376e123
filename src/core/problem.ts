/** Problems in the configuration, and positions in its files. */

/** A place in a configuration file. `line` and `column` count from 1; `length` is in characters. */
export interface SourceSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The block that extends the template which contains the text. */
  readonly usedBy?: {
    readonly template: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  };
}

export function fileStart(file: string): SourceSpan {
  return { file, line: 1, column: 1, length: 1 };
}

/** The position of a problem outside all files. */
export const nowhere = fileStart('');

/** A position without a length. Lines and columns count from 1. */
export type Place = Pick<SourceSpan, 'file' | 'line' | 'column' | 'usedBy'>;

/** Limited to the text, which can have changed since the problem was found. */
export function offsetOf(text: string, { line, column }: Pick<SourceSpan, 'line' | 'column'>): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) return text.length;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** An error in the configuration: its position and its remedy. */
export interface Problem {
  /** A stable code, such as `E-REF-UNKNOWN`. */
  readonly code: string;
  readonly message: string;
  readonly span: SourceSpan;
  /** The text under the caret, such as `no team has this key`. */
  readonly label?: string;
  readonly hint?: string;
  /** A fix: YAML that replaces the text at its span, or is inserted before it. */
  readonly fix?: { readonly is: 'instead' | 'before'; readonly text: string };
  /** Related positions, such as the first definition of a duplicate. */
  readonly related?: readonly { readonly message: string; readonly span: SourceSpan }[];
}

export type Fix = NonNullable<Problem['fix']>;
