/** The canonical layout of a configuration file: nothing of what it says changes, and no comment is lost. */
import { meaningOf } from './format-check.ts';
import { type FormatOrder, ordered } from './format-order.ts';
import { parseLayout } from './format-parse.ts';
import { printLayout } from './format-print.ts';
import { UnformattableError } from './format-tree.ts';

export { type FormatOrder, formatOrder } from './format-order.ts';

/** Keys that say what a file is: they may stand together. */
const headKeys = ['version', 'organization', 'include'];

/** `refused`: why the file is left as it is. The text is known to be valid YAML. */
export function formatText(text: string, order: FormatOrder): { readonly text: string } | { readonly refused: string } {
  const plain = text.replace(/^\ufeff/, '');
  try {
    const formatted = layOut(plain, order);
    const meaning = meaningOf(plain);
    if (meaning === undefined || meaningOf(formatted) !== meaning)
      return { refused: 'its layout could not be changed without changing what it says' };
    if (layOut(formatted, order) !== formatted) return { refused: 'it has no layout that stays' };
    return { text: /\r\n/.test(plain) ? formatted.replaceAll('\n', '\r\n') : formatted };
  } catch (error) {
    if (error instanceof UnformattableError) return { refused: error.message };
    throw error;
  }
}

function layOut(text: string, order: FormatOrder): string {
  const parsed = parseLayout(text);
  const file = ordered(parsed, order);
  const hasNewFirst = parsed.root.entries[0]?.key?.value !== file.root.entries[0]?.key?.value;
  const isHead = ({ key }: { readonly key?: { readonly value?: string } }): boolean => headKeys.includes(key?.value ?? '');
  return printLayout(file, (before, after) => isHead(before) && isHead(after), hasNewFirst);
}
