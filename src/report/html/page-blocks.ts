/** Changes and effects of a plan as blocks of a page, which has room for everything. */
import { listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { isStateOnly } from '../../plan/result/change.ts';
import { type BlockOf, code, type Item, line } from '../blocks/block.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { namesOf } from '../plan/across-sites.ts';
import { groupsAlike, type PlanReport, placeOf } from '../plan/plan-report.ts';
import { changeItem, type Group, namedLine, type ReportedChange } from '../plan/reported-change.ts';
import { quoted } from '../wording/sanitize.ts';

/** Changes of the platform, and then changes that only affect the ledger, by place. */
export function placeBlocks(report: PlanReport): readonly BlockOf<'changes'>[] {
  const records = groupBy(
    report.changes().filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeOf(address),
  );
  const places = [...report.places(), ...[...records.values()].map(groupsAlike)];
  const causeOf = causesAmong(places.flat(2));
  return places.map((groups) => {
    const tops = new Set(groups.flat().map(({ address }) => placeOf(address)));
    const [first = ''] = tops;
    const place = tops.size === 1 ? first : listOf(first);
    return {
      is: 'changes',
      heading: code(place),
      groups: [groups.map((group) => groupItem(group, place, causeOf(group[0])))],
    };
  });
}

function groupItem(group: Group, place: string, cause: string | undefined): Item {
  const [change] = group;
  const { action, address, span } = change;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const isOneFile = new Set(group.map((each) => each.span?.file)).size === 1;
  const { list, items } = namesOf(group);
  const head =
    group.length === 1
      ? namedLine(change, below(address, place))
      : line`${group.length} of ${code(below(list, place) || list)}`;
  // `key  "Title"  id  docform.yaml:12`
  const names = group.map(({ span: at }, index) => {
    const { key, title, id } = items[index] ?? {};
    const source = isOnePlace ? '' : `${isOneFile ? '' : at?.file}:${at?.line}`;
    return code(withoutMissing(key, title && quoted(title), id, source).join('  '), 'data');
  });
  const item: Item = {
    ...changeItem(group.map(inFull) as unknown as Group, head, { cause }),
    word: action,
    names: group.length === 1 ? [] : names,
  };
  if (span === undefined || !(isOnePlace || isOneFile)) return item;
  return { ...item, source: isOnePlace ? `${span.file}:${span.line}` : span.file };
}

/** Of longer values, only the parts around differences are shown. */
const longestValue = 2_000;

function inFull(change: ReportedChange): ReportedChange {
  const isShort = (value: unknown) => value === undefined || JSON.stringify(value).length <= longestValue;
  const shownFields = change.shownFields.map((field) =>
    isShort(field.before) && isShort(field.after) ? { ...field, isShownInFull: true as const } : field,
  );
  return { ...change, shownFields };
}

function below(address: string, place: string) {
  if (address === place) return '';
  return address.startsWith(`${place}/`) ? address.slice(place.length + 1) : address;
}
