/** A problem: something wrong in the configuration, with the place where it stands. */

/** A place in a configuration file. `line` and `column` count from 1; `length` is in characters. */
export interface SourceSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The place of what stands in no file. */
export const nowhere: SourceSpan = { file: '', line: 1, column: 1, length: 1 };

/** What is wrong with a configuration: where it stands, and what to do. Lines and columns count from 1. */
/** A place where something begins. */
export type Place = Pick<SourceSpan, 'file' | 'line' | 'column'>;

/** Something wrong in a configuration, and where it stands. */
export interface Problem {
  /** Stable code, such as `E-REF-UNKNOWN`. */
  readonly code: string;
  readonly message: string;
  readonly span: SourceSpan;
  /** What stands under the caret, such as `no team has this key`. */
  readonly label?: string;
  readonly hint?: string;
  /** What can be done about it: this YAML in the place of what stands at its span, or right before it. */
  readonly fix?: { readonly is: 'instead' | 'before'; readonly text: string };
  /** Other places that take part, such as the first definition of a duplicate. */
  readonly related?: readonly { readonly message: string; readonly span: SourceSpan }[];
}

export type Fix = NonNullable<Problem['fix']>;
