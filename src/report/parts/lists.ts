/** Lists of reports below their headings, such as notes, and items for changes that a report only names. */
import type { Change } from '../../plan/result/change.ts';
import { code, type Item, type List, line, literal, painted } from '../blocks/block.ts';
import { actionWords } from '../wording/words.ts';

/** Losses and lists that could not be read stand out. */
export function reportList(of: string, heading: string, items: readonly Item[]) {
  const role = of === 'unknown' ? 'bad' : of === 'lost' ? 'delete' : 'heading';
  return {
    is: 'list',
    of,
    heading: painted(role, literal(heading)),
    items: of === 'unknown' ? items.map((item) => ({ ...item, symbol: '?' })) : items,
  } as const satisfies List;
}

/** `~ teams/docs  skipped`, with an optional problem. */
export function addressItem({ action, address }: Pick<Change, 'action' | 'address'>, problem?: string) {
  const { role, symbol } = actionWords[action];
  const end = problem === undefined ? [] : line`  ${painted('bad', code(problem, 'data'))}`;
  return { role, symbol, head: line`${code(address)}${end}` } satisfies Item;
}
