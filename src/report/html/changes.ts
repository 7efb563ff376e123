/** The list of changes as HTML, by place and group. */

import { listOf } from '../../core/address.ts';
import { present } from '../../core/defined.ts';
import { groupBy } from '../../core/group-by.ts';
import { html } from '../../markup/html.ts';
import { isStateOnly } from '../../plan/change.ts';
import { code, htmlOf, itemHtml, line } from '../lines.ts';
import { causesAmong, groupsAlike, placeOf } from '../places.ts';
import type { PlanReport } from '../plan-report.ts';
import { changeItem, type Group, namedLine, type ReportedChange } from '../reported-change.ts';
import { oneLine, quoted } from '../sanitize.ts';
import { keysHtml, type Section, sourceOf } from './parts.ts';

export function changesSection(report: PlanReport): readonly Section[] {
  const changes = report.changes();
  if (changes.length === 0) return [];
  const records = groupBy(
    changes.filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeOf(address),
  );
  const places = [...report.places(), ...[...records.values()].map(groupsAlike)];
  const causeOf = causesAmong(places.flat(2));
  const body = html`${filter(report)}${places.map((groups) => placeHtml(groups, causeOf))}
<p class="none" hidden>No change matches.</p>`;
  return [{ id: 'changes', title: 'Changes', count: changes.length, body }];
}

/** Filters by action with CSS alone, and by name with the script. */
function filter({ counts, plan }: PlanReport) {
  if (counts.length < 2 && plan.changes.length < 12) return html``;
  return html`<form class="filter" role="search" aria-label="Changes">
<fieldset><legend>Show</legend><label><input type="radio" name="kind" id="kind-all" checked> all</label>${counts.map(
    ({ action, number, word }) =>
      html` <label><input type="radio" name="kind" id="kind-${action}"> ${word} (${number})</label>`,
  )}</fieldset>
<label class="scripted">Name or key <input type="search" id="find" autocomplete="off" spellcheck="false"></label>
<p id="found" class="dim" role="status"></p>
</form>
`;
}

type CauseOf = ReturnType<typeof causesAmong>;

function placeHtml(groups: readonly Group[], causeOf: CauseOf) {
  const changes = groups.flat();
  const place = placeOf(changes[0]?.address ?? '');
  const actions = [...new Set(changes.map(({ action }) => action))];
  return html`<div class="place ${actions.map((action) => `has-${action}`).join(' ')}"><h3><code>${oneLine(place)}</code></h3>
<ul class="changes">${groups.map((group) => groupHtml(group, place, causeOf))}</ul></div>
`;
}

function groupHtml(group: Group, place: string, causeOf: CauseOf) {
  const [change] = group;
  const { action, address, span } = change;
  const isOne = group.length === 1;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const isOneFile = new Set(group.map((each) => each.span?.file)).size === 1;
  const list = listOf(address);
  const head = isOne
    ? namedLine(change, below(address, place))
    : line`${group.length} of ${code(below(list, place) || list)}`;
  const item = changeItem(group.map(inFull) as unknown as Group, [], { cause: causeOf(change) });
  return html`<li class="${action}"><b>${action}</b><div>${htmlOf(head)}${itemHtml(item)}${
    !isOne &&
    // `key  "Title"  id  docform.yaml:12`
    keysHtml(
      group.map(({ key, displayTitle: title, displayId: id, span: at }) => {
        const source = isOnePlace ? '' : `${isOneFile ? '' : at?.file}:${at?.line}`;
        return present(key, title && quoted(title), id, source).join('  ');
      }),
    )
  }</div>${isOnePlace ? sourceOf(span) : isOneFile && span && html`<small>${oneLine(span.file)}</small>`}`;
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
