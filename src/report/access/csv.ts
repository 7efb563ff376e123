/** Access as CSV: one line for each person and space, and for each audience of a site. */

import type { MemberFact, ShownSpace, SiteFact } from '../../access/facts.ts';
import { audiences } from '../../access/facts.ts';
import { type Cell, csvLines } from '../sanitize.ts';
import {
  type AccessReport,
  holderName,
  isOpenItself,
  levelText,
  linksText,
  permissionsAt,
  personName,
  reasonText,
  unknownName,
} from './words.ts';

const headings = ['who', 'role', 'disabled', 'sso', 'kind', 'title', 'address', 'id', 'level', 'reason', 'detail'];

/** In pieces, because the table of a large organization can exceed the maximum string length. */
export function* accessCsv(report: AccessReport): Generator<string> {
  yield csvLines([headings]);
  for (const space of report.access.spaces) yield csvLines(spaceRows(report, space));
  for (const site of report.access.sites) yield csvLines(siteRows(report, site));
  yield csvLines(openRows(report));
  yield csvLines(
    report.access.unknown.map((unknown) => [
      ...['', ...noFacts, 'unknown', unknownName(report, unknown), '', unknown.of],
      ...['unknown', 'unknown', unknown.why],
    ]),
  );
}

type Row = readonly Cell[];

/** Role, disabled and SSO of a row without a person. */
const noFacts: Row = ['', '', ''];

function person(report: AccessReport, member: MemberFact): Row {
  const role = member.role === null ? 'guest' : member.role;
  return [personName(report, member), role, member.isDisabled, member.isSso];
}

function spaceRows(report: AccessReport, space: AccessReport['access']['spaces'][number]): readonly Row[] {
  const { access } = report;
  const address = access.addressOf('space', space.id);
  return space.groups.flatMap((group) => {
    const why = reasonText(access, space, group);
    return group.members.map((member) => [
      ...person(report, member),
      ...['space', space.title, address, space.id, group.level, group.reason, why],
    ]);
  });
}

function siteRows(report: AccessReport, site: SiteFact): readonly Row[] {
  const { access } = report;
  const isOpen = site.isPublished !== false;
  const audience = isOpen ? (audiences[site.visibility] ?? site.visibility) : 'only people with an account';
  const own: Row = ['site', site.title, access.addressOf('site', site.id), site.id];
  const level = isOpen ? 'read' : 'none';
  const notes = [...(isOpen ? [] : ['not published']), linksText(site)].filter((note) => note !== undefined);
  const shown = site.spaces ?? [];
  return [
    [audience, ...noFacts, ...own, level, `visibility ${site.visibility}`, notes.join(', ')],
    ...(permissionsAt(access, site.id) ?? []).map((each): Row => {
      return [holderName(report, each), ...noFacts, ...own, levelText(each), 'permission', `${each.to} permission`];
    }),
    ...distinct(shown).map(({ space, title, conditions }) => {
      const address = space === undefined ? undefined : access.addressOf('space', space);
      const detail = [`shown by ${site.title}`, ...conditions.map((condition) => `if ${condition}`)].join(', ');
      return [audience, ...noFacts, 'space', title, address, space, level, `visibility ${site.visibility}`, detail];
    }),
  ];
}

/** A space that a site shows twice with equal conditions is one line. */
function distinct(shown: readonly ShownSpace[]): readonly ShownSpace[] {
  return [
    ...new Map(shown.map((each) => [JSON.stringify([each.space ?? each.title, each.conditions]), each])).values(),
  ];
}

function openRows({ access }: AccessReport): readonly Row[] {
  return access.spaces
    .filter(isOpenItself)
    .map(({ id, title, visibility = '' }) => [
      ...[audiences[visibility] ?? visibility, ...noFacts, 'space', title, access.addressOf('space', id), id],
      ...['read', `visibility ${visibility}`, 'open without a site'],
    ]);
}
