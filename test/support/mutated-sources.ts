/** A copy of the project in which every sentence of `src/report` has other letters, of the same width. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryWith } from './directory.ts';
import { filesBelow, projectDirectory, wordy } from './sources.ts';

/** Changes the case of the last letter of each longer word. Words without spaces are no sentences: they can be values of an enumeration. */
function otherWords(text: string): string {
  return text.replace(/(?<![\\\w$])[a-z]{4,}(?![\w$])/g, (word) => word.slice(0, -1) + word.slice(-1).toUpperCase());
}

/** The texts of a literal, without the expressions in a template. */
function mutatedLiteral(literal: string): string {
  const [quote] = literal;
  if (quote !== "'" && quote !== '"' && quote !== '`') return literal;
  const parts = quote === '`' ? literal.split(/(\$\{[^{}]*\}?)/) : [literal];
  // Markup stays, and so does code between two nested templates.
  const isText = !parts.some((part, at) => at % 2 === 0 && /[{}<;]|=[=>]|\breturn\b/.test(part));
  if (!isText || !/[a-z] | [a-z]/.test(literal)) return literal;
  return parts.map((part, at) => (at % 2 === 0 ? otherWords(part) : part)).join('');
}

/** The directory of the copy, and the number of changed literals. */
export function mutatedSources() {
  const directory = directoryWith({});
  cpSync(join(projectDirectory, 'src'), join(directory, 'src'), { recursive: true });
  for (const path of filesBelow('test', '.ts').filter((each) => !each.endsWith('.test.ts')))
    cpSync(join(projectDirectory, path), join(directory, path));
  for (const name of ['node_modules', 'docs', 'schemas', 'package.json', 'test/cases'])
    symlinkSync(join(projectDirectory, name), join(directory, name));
  let changed = 0;
  for (const path of filesBelow('src/report', '.ts')) {
    const text = readFileSync(join(projectDirectory, path), 'utf8');
    const mutated = text.replace(wordy, (literal, offset: number) => {
      // A literal after `from` names a file, and a key of an import is no text.
      const result = /\bfrom\s*$|\bimport\(\s*$/.test(text.slice(Math.max(0, offset - 12), offset))
        ? literal
        : mutatedLiteral(literal);
      if (result !== literal) changed += 1;
      return result;
    });
    writeFileSync(join(directory, path), mutated);
  }
  return { directory, changed };
}
