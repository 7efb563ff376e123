/** Joins equal updates of several sites, such as a color that a template changes, and names the changes of a group. */
import { keyIn, listOf, topLevelAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { PackedItem } from '../parts/packed.ts';
import { type Group, type ReportedChange, referencesIn } from './reported-change.ts';

/** Equal updates of fewer sites stay with their site. */
const leastSites = 3;

/** The address with an asterisk in place of the site. */
function patternOf(address: string): string {
  const top = topLevelAddress(address);
  return `${listOf(top)}/*${address.slice(top.length)}`;
}

/** High-risk and blocked updates stay alone, and so do updates that could follow from another change. */
function isPlainUpdate(change: ReportedChange): boolean {
  const { action, address, risks, blocked } = change;
  const isOfSite = address.startsWith('sites/');
  return (
    isOfSite && action === 'update' && risks.length === 0 && blocked === undefined && referencesIn(change).length === 0
  );
}

/** The groups of equal updates in several sites. */
export function alikeAcrossSites(changes: readonly ReportedChange[]): readonly Group[] {
  const alike = groupBy(changes.filter(isPlainUpdate), ({ address, groupKey }) => `${patternOf(address)} ${groupKey}`);
  return [...alike.values()].filter((group) => group.length >= leastSites);
}

interface GroupNames {
  /** `sites/docs/sections`, or an address with an asterisk in place of the site. */
  readonly list: string;
  /** The list as the start of an address: `sites/docs/sections/`. */
  readonly start: string;
  readonly items: readonly PackedItem[];
}

/** The list of the changes of a group, and their keys in it. */
export function namesOf(group: Group): GroupNames {
  const [{ address }] = group;
  const list = listOf(address);
  if (group.every((change) => listOf(change.address) === list))
    return {
      list,
      start: `${list}/`,
      items: group.map(({ key, displayTitle, displayId: id }) => ({ key, title: displayTitle, id })),
    };
  const pattern = patternOf(address);
  return {
    list: pattern,
    start: pattern,
    items: group.map((change) => ({ key: keyIn(topLevelAddress(change.address)) })),
  };
}
