/** Drift as text, by class. A change that affects many objects is printed once. */
import type { Impact } from '../../core/impact.ts';
import type { DriftClass } from '../../core/state.ts';
import type { Drift, DriftEntry, FieldDrift, FieldGroup } from '../../drift/entry.ts';
import { impactText } from '../impact.ts';
import { oneLine } from '../sanitize.ts';
import { type Painter, plain, type Role, someNames } from '../words.ts';
import { withoutCommands, wrappedLines } from '../wrap.ts';
import { type DriftReport, driftReportOf, entryEnd } from './report.ts';
import { changeTexts, classSymbols, ignoredText, movedText, unknownValue } from './words.ts';

export interface DriftTextOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  /** Width of the terminal. */
  readonly columns?: number;
  readonly paint?: Painter;
  /** Also prints ignored drift, all addresses of groups, and unused rules. */
  readonly isVerbose?: boolean;
}

const classRoles: { readonly [C in DriftClass]: Role } = {
  missing: 'delete',
  changed: 'update',
  misordered: 'move',
  unmanaged: 'create',
};

/** Deterministic: the same drift gives the same bytes. */
export function driftText(
  drift: Drift,
  { digest, impact, columns, paint = plain, isVerbose = false }: DriftTextOptions,
): string {
  const report = driftReportOf(drift, impact);
  const sections = [
    impactText(report.meaning.all, { paint, of: 'drift', ...(columns === undefined ? {} : { columns }) }),
    ...report.sections.map(({ heading, groups, entries }) =>
      section(heading, [
        ...groups.flatMap((group) => groupLines(group, report, paint, isVerbose)),
        ...entries.flatMap((entry) => entryLines(entry, report, paint)),
      ]),
    ),
    section(
      paint('bad', 'Unknown (these lists could not be read completely; docform reports no drift in them)'),
      report.unknown.map(([list, text]) => `  ? ${oneLine(list)}: ${text}`),
    ),
    isVerbose
      ? section(
          'Ignored',
          drift.ignored.map((entry) => `  ${oneLine(ignoredText(entry))}`),
        )
      : '',
    section(
      'Expired ignore rules',
      drift.expired.map(({ address, until, reason }) => `  ${oneLine(`${address} until ${until}: ${reason}`)}`),
    ),
    isVerbose
      ? section(
          'Unused ignore rules',
          drift.unused.map(({ address, reason }) => `  ${oneLine(`${address}: ${reason}`)}`),
        )
      : '',
    section(
      'Notes',
      drift.notes.map((note) => `  ${oneLine(note)}`),
    ),
    endText(report, digest, paint),
  ];
  const heading = paint('heading', `Drift for organization ${oneLine(drift.organization)}`);
  const legend = report.legend === '' ? '' : `${report.legend}\n`;
  const text = `${heading}\n${legend}\n${sections.filter((each) => each !== '').join('\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines].join('\n');
}

function entryLines(entry: DriftEntry, { reasons }: DriftReport, paint: Painter): readonly string[] {
  const { class: of, address, fields = [], order, note } = entry;
  const width = Math.max(0, ...fields.map(({ field }) => field.length));
  const { called, had, along } = entryEnd(entry);
  const end = `${called === undefined ? '' : `  ${called}`}${had === undefined ? '' : ` (${oneLine(had)})`}${along}`;
  const isNamed = fields.some(({ highRisk }) => highRisk !== undefined);
  const risks = isNamed ? [] : (reasons.get(address) ?? []);
  return [
    `  ${markText(isNamed || risks.length > 0, paint)}${paint(classRoles[of], classSymbols[of])} ${oneLine(address)}${end}`,
    ...risks.flatMap((highRisk) => highRiskLines({ highRisk }, paint)),
    ...fields.flatMap((field) => [
      `      ${oneLine(field.field).padEnd(width)}  ${changeText(field)}`,
      ...highRiskLines(field, paint),
    ]),
    ...(order?.moved.map((moved) => `      ${movedText(moved)}`) ?? []),
    ...(note === undefined ? [] : [`      note: ${oneLine(note)}`]),
  ];
}

function groupLines(
  group: FieldGroup,
  { reasons }: DriftReport,
  paint: Painter,
  isVerbose: boolean,
): readonly string[] {
  const { kind, field, addresses, highRisk } = group;
  const risks = highRisk === undefined ? new Set(addresses.flatMap((address) => reasons.get(address) ?? [])) : [];
  const isHighRisk = highRisk !== undefined || [...risks].length > 0;
  const names = someNames(addresses, isVerbose ? addresses.length : 3);
  return [
    `  ${markText(isHighRisk, paint)}${paint(classRoles.changed, classSymbols.changed)} ${oneLine(field)} of ${addresses.length} × ${kind}: ${changeText(group)}`,
    `      ${names}`,
    ...highRiskLines(group, paint),
    ...[...risks].flatMap((risk) => highRiskLines({ highRisk: risk }, paint)),
  ];
}

function changeText(field: FieldDrift): string {
  const { before = `(${unknownValue})`, after } = changeTexts(field);
  return `${before} → ${after}`;
}

function markText(isHighRisk: boolean, paint: Painter): string {
  return isHighRisk ? `${paint('bad', '!')} ` : '';
}

function highRiskLines({ highRisk }: Pick<FieldDrift, 'highRisk'>, paint: Painter): readonly string[] {
  return highRisk === undefined ? [] : [`      ${paint('bad', `high-risk: ${oneLine(highRisk)}`)}`];
}

function endText({ drift, highRisk, summary }: DriftReport, digest: string, paint: Painter): string {
  return [
    ...(highRisk === undefined ? [] : [paint('bad', highRisk)]),
    ...(drift.entries.length === 0 ? [] : [paint('faint', `Drift digest: ${oneLine(digest)}`)]),
    paint('heading', summary),
  ].join('\n');
}
