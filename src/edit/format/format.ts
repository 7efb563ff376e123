/** The canonical layout of a configuration file: nothing of what it says changes, and no comment is lost. */
import type { CST } from 'yaml';
import { headKeys } from '../top-keys.ts';
import { parseTree, tokensOf } from '../tree/parse.ts';
import { keyOf, type Member, OddYamlError } from '../tree/tree.ts';
import { meaningOf } from './format-check.ts';
import { canonicalText, withFileHead } from './format-file.ts';
import { type FormatOrder, ordered } from './format-order.ts';

export { type FormatOrder, formatOrder } from './format-order.ts';

/** `refused`: why the file is left as it is. The text is known to be valid YAML. */
export function formatText(text: string, order: FormatOrder): { readonly text: string } | { readonly refused: string } {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  try {
    const tokens = tokensOf(plain);
    const formatted = layOut(plain, tokens, order);
    if (formatted !== plain) {
      const again = tokensOf(formatted);
      const meaning = meaningOf(plain, tokens);
      if (meaning === undefined || meaningOf(formatted, again) !== meaning)
        return { refused: 'its layout could not be changed without changing what it says' };
      if (layOut(formatted, again, order) !== formatted) return { refused: 'it has no layout that stays' };
    }
    return { text: /\r\n/.test(text) ? formatted.replaceAll('\n', '\r\n') : formatted };
  } catch (error) {
    if (error instanceof OddYamlError) return { refused: error.message };
    throw error;
  }
}

function layOut(text: string, tokens: readonly CST.Token[], order: FormatOrder): string {
  const parsed = withFileHead(parseTree(text, tokens));
  const file = ordered(parsed, order);
  const hasNewFirst = parsed.root.members[0]?.key !== file.root.members[0]?.key;
  return canonicalText(file, (before, after) => isHead(before) && isHead(after), hasNewFirst);
}

function isHead(member: Member): boolean {
  return headKeys.includes(keyOf(member));
}
