/** Refuses invisible characters in files, unless they are written as an escape. */
import { codePointText, hiddenIn, yamlEscape } from '../core/hidden.ts';
import type { ProblemList } from './problem-list.ts';

/** In texts, keys and comments alike: a comment can hide what stands behind it. */
export function reportHidden(file: string, text: string, problems: ProblemList): void {
  let line = 1;
  let start = 0;
  for (const { at, character } of hiddenIn(text)) {
    if (character === '\r' && text[at + 1] === '\n') continue;
    for (let end = text.indexOf('\n', start); end !== -1 && end < at; end = text.indexOf('\n', start)) {
      start = end + 1;
      line += 1;
    }
    problems.add(
      'E-INVISIBLE-CHARACTER',
      { file, line, column: at - start + 1, length: character.length },
      {
        message: `invisible character ${codePointText(character)}`,
        label: 'here',
        hint: `remove the character, or write ${yamlEscape(character)} in double quotes`,
        fix: { is: 'instead', text: '' },
      },
    );
  }
}
