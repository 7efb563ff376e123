/** What things are called, as far as a plan tells: beside their keys. */
import type { Address } from '../../core/address.ts';
import type { ImpactTopic } from '../../core/impact.ts';
import type { NavigationEntry } from '../../core/navigation.ts';
import type { ChangeView, PlanView } from '../../plan/plan-view.ts';
import { isName, titleOf } from '../alike-changes.ts';

export type Titles = ReadonlyMap<Address, string>;

/** What such facts are about is what they name. */
const named: ReadonlySet<string> = new Set<ImpactTopic>(['opened', 'shut', 'dark', 'share-link']);

/** As they are called afterwards; of what goes, as it was. */
export function titlesIn({ changes, impact, navigation = [] }: PlanView): Titles {
  const titles = new Map<Address, string>();
  const add = (address: Address, title: unknown): void => {
    if (typeof title === 'string' && title !== '' && !titles.has(address)) titles.set(address, title);
  };
  const addEntry = ({ address, title, entries }: NavigationEntry): void => {
    add(address, title);
    entries.forEach(addEntry);
  };
  for (const { address, before, after } of navigation)
    for (const side of [after, before]) {
      add(address, side?.title);
      side?.entries.forEach(addEntry);
    }
  for (const change of changes) add(change.address, renamedTo(change) ?? titleOf(change));
  for (const { address, subject, topic } of impact) if (named.has(topic)) add(address, subject);
  for (const { objects } of changes) for (const { address, title } of objects) add(address, title);
  return titles;
}

function renamedTo({ fields }: ChangeView): unknown {
  return fields.find(({ field }) => isName(field))?.after;
}
