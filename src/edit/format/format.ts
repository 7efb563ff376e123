/** The canonical layout of a configuration file: nothing of what it says changes, and no comment is lost. */
import { parseTree } from '../tree/parse.ts';
import { type Member, OddYamlError } from '../tree/tree.ts';
import { meaningOf } from './format-check.ts';
import { canonicalText, withFileHead } from './format-file.ts';
import { type FormatOrder, ordered } from './format-order.ts';

export { type FormatOrder, formatOrder } from './format-order.ts';

/** Keys that say what a file is: they may stand together. */
const headKeys: readonly unknown[] = ['version', 'organization', 'include'];

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
    if (error instanceof OddYamlError) return { refused: error.message };
    throw error;
  }
}

function layOut(text: string, order: FormatOrder): string {
  const parsed = withFileHead(parseTree(text.replace(/\r\n?/g, '\n')));
  const file = ordered(parsed, order);
  const hasNewFirst = parsed.root.members[0]?.key !== file.root.members[0]?.key;
  return canonicalText(file, (before, after) => isHead(before) && isHead(after), hasNewFirst);
}

function isHead({ key }: Member): boolean {
  return key?.is === 'scalar' && headKeys.includes(key.value);
}
