/** Where comments go: above what they speak of, behind it, or into what follows. */
import type { Between, Token } from './format-tokens.ts';
import type { Aside, CollectionLayout, Entry, Remark } from './format-tree.ts';

/** The first paragraph is about the file; what stands right above the first entry, and is not that, is about the entry. */
export function headOf(
  { remarks, isSpaced }: Between,
  hasEntries: boolean,
): { readonly head: readonly Remark[]; readonly own: readonly Remark[] } {
  const last = remarks.findLastIndex((remark, at) => at > 0 && remark.isSpaced);
  if (!hasEntries || isSpaced || last < 1) return { head: remarks, own: [] };
  return { head: remarks.slice(0, last), own: remarks.slice(last) };
}

/** An empty line stands before the first comment, or before the entry where that has none, or between both. */
export function spaced(lead: Between, more: readonly Remark[], isSpacedBefore: boolean): Pick<Entry, 'before' | 'isSpaced'> {
  const isSpacedFirst = isSpacedBefore || (lead.remarks.length === 0 && lead.isSpaced);
  const [first, ...rest] = [...lead.remarks, ...more];
  if (first === undefined) return { before: [], isSpaced: isSpacedFirst };
  const isApart = lead.remarks.length > 0 && more.length === 0 && lead.isSpaced;
  return { before: [{ ...first, isSpaced: first.isSpaced || isSpacedFirst }, ...rest], isSpaced: isApart };
}

export function withFirst(layout: CollectionLayout, remarks: readonly Remark[]): CollectionLayout {
  const [first, ...rest] = layout.entries;
  return first === undefined ? layout : { ...layout, entries: [{ ...first, before: [...remarks, ...first.before] }, ...rest] };
}

/** The empty line before them stands before the first. */
export function spacedFirst(remarks: readonly Remark[], isSpacedBefore: boolean): readonly Remark[] {
  return remarks.map((remark, at) => (at === 0 && isSpacedBefore ? { ...remark, isSpaced: true } : remark));
}

/** Comments on lines of their own behind a value stand before what follows. */
export function commentTokens({ remarks }: Between): readonly Token[] {
  return remarks.flatMap(({ text, isSpaced }) => [
    ...(isSpaced ? [tokenOf('newline', '\n')] : []),
    tokenOf('comment', text),
    tokenOf('newline', '\n'),
  ]);
}

export function tokenOf(type: Token['type'], source: string): Token {
  return { type, source, offset: 0, indent: 0 } as Token;
}

export function asRemarks(aside: Aside | undefined): readonly Remark[] {
  return aside === undefined ? [] : [{ text: aside.text, isSpaced: false }];
}
