/** Reads the meaning and the remedy of each code, for `docform explain`. */
export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** `text`: assets/codes.md, with a heading and two paragraphs for each code. */
export function explanationsIn(text: string): { readonly [code: string]: Explanation } {
  const sections = text.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [code = '', meaning = '', remedy = ''] = section.trim().split(/\n+/);
      return [code, { meaning, remedy }];
    }),
  );
}
