/** A YAML text as what a formatter moves about: entries with the comments that belong to them, and values that know how they may be written. */

/** A comment on lines of its own. */
export interface Remark {
  readonly text: string;
  /** An empty line stands before it. */
  readonly isSpaced: boolean;
}

/** A comment behind something, with the spaces before it, by which people align. */
export interface Aside {
  readonly text: string;
  readonly gap: number;
}

export interface Entry {
  readonly before: readonly Remark[];
  /** An empty line stands between it and its comments, or before it where it has none. */
  readonly isSpaced: boolean;
  /** Missing: an item of a list. */
  readonly key?: ScalarLayout;
  readonly value: Layout;
  readonly aside?: Aside;
}

/** A text in one line. `props`: anchor and tag, as written. */
export interface ScalarLayout {
  readonly is: 'scalar';
  readonly props: string;
  readonly text: string;
  /** Between brackets, where more has to be quoted. */
  readonly flowText: string;
  /** What it says; missing for what is no text. */
  readonly value?: string;
}

/** Lines below a `|` or `>`. */
export interface BlockTextLayout {
  readonly is: 'block-text';
  readonly props: string;
  readonly header: string;
  /** Without their indentation. */
  readonly lines: readonly string[];
  /** Empty lines at its end are part of it. */
  readonly isKept: boolean;
}

export interface CollectionLayout {
  readonly is: 'map' | 'list';
  readonly isFlow: boolean;
  readonly props: string;
  readonly entries: readonly Entry[];
  /** Comments behind the last entry. */
  readonly after: readonly Remark[];
}

export type Layout = ScalarLayout | BlockTextLayout | CollectionLayout;

export interface FileLayout {
  /** Comments at the top that belong to the file; directives and `---` stand in `mark`. */
  readonly head: readonly Remark[];
  readonly mark: readonly string[];
  readonly root: CollectionLayout;
  /** Comments at the end. */
  readonly tail: readonly Remark[];
}

/** Something that the formatter leaves alone rather than guess. */
export class UnformattableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnformattableError';
  }
}
