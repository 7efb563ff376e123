/** Finds changes of a plan, and their impact, without a source position or with a wrong one. */
import { parse } from 'yaml';
import type { Planned } from '../../src/index.ts';
import type { Case } from './case.ts';

/** Number of lines before the text of a case in its file. */
const added = 2;

export function unplaced({ plan }: Planned, { desired, files }: Case): readonly string[] {
  const texts: { readonly [file: string]: string } = { ...files, 'docform.yaml': `${'\n'.repeat(added)}${desired}` };
  const all = Object.values(texts).flatMap((text) => Object.keys((parse(text) as object | null) ?? {}));
  const lineOf = ({ file, line }: { readonly file: string; readonly line: number }): string =>
    texts[file]?.split('\n')[line - 1] ?? '';
  const isSaid = (address: string): boolean => all.includes(address.split('/')[0] ?? '');
  return [
    ...plan.changes.flatMap(({ address, span }) =>
      span === undefined && isSaid(address) ? [`${address} has no place`] : [],
    ),
    ...plan.impact.flatMap(({ address, source }) =>
      source === undefined && isSaid(address) ? [`${address} means something nowhere`] : [],
    ),
    ...plan.changes.flatMap(({ address, action, span, fields }) => {
      const line = span === undefined ? undefined : lineOf(span);
      if (line === undefined) return [];
      const [first] = fields;
      const isList = !plan.changes.some((other) => other.address === address && other.action !== 'delete');
      if (action === 'delete' && isList)
        return listWords(address).some((word) => line.includes(word)) ? [] : [`${address} did not leave ${line}`];
      return action === 'update' && fields.length === 1 && first?.span !== undefined && lineOf(first.span) !== line
        ? [`${address} has another line than its field`]
        : [];
    }),
  ];
}

/** Keys that can contain the list of an address, or one of its parents. */
function listWords(address: string): readonly string[] {
  const parts = address.split('/').slice(0, -1);
  return [
    ...parts.map((part) => (part === 'sections' || part === 'groups' ? 'structure' : part)),
    'structure',
    'spaces',
  ];
}
