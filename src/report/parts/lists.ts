/** Lists of reports below their headings, such as notes. */
import { type Item, type List, literal, painted } from '../blocks/block.ts';

/** Losses and lists that could not be read stand out. */
export function reportList(of: string, heading: string, items: readonly Item[]): List {
  const role = of === 'unknown' ? 'bad' : of === 'lost' ? 'delete' : 'heading';
  return {
    is: 'list',
    of,
    heading: painted(role, literal(heading)),
    items: of === 'unknown' ? items.map((item) => ({ ...item, symbol: '?' })) : items,
  };
}
