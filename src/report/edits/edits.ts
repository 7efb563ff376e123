/** Results of commands that edit the configuration (forget, mv, set, undo, drift --write), as text and JSON. */
import { withoutMissing } from '../../core/defined.ts';
import type { Loss } from '../../plan/result/change.ts';
import type { DriftEntry } from '../../review/drift/entry.ts';
import { blocksText } from '../blocks/text.ts';
import { driftCounts, driftSymbol } from '../drift/drift-report.ts';
import { lossDocument, lossLists } from '../parts/losses.ts';
import { type EditPlace, placeText } from '../wording/place-words.ts';
import { jsonText, oneLine, orNull, textLines, visible } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { count, dryRunText, type Painter, placeDocument, plain } from '../wording/words.ts';

/** The facts that all these reports contain. */
interface Edit {
  readonly files: readonly string[];
  readonly diff: string;
  readonly isDryRun: boolean;
}

export interface ForgottenReport extends Edit {
  readonly forgotten: readonly {
    readonly address: string;
    readonly kind: string;
    readonly id?: string;
    readonly isDeclared: boolean;
    readonly isProtected: boolean;
    readonly fields: readonly string[];
  }[];
  /** Addresses that `prune: all` deletes from now on. */
  readonly pruned: readonly string[];
}

interface EditTextOptions {
  readonly paint?: Painter;
  readonly next?: string | undefined;
}

export function forgetText(
  { forgotten, pruned, diff, isDryRun }: ForgottenReport,
  { paint = plain, next }: EditTextOptions = {},
): string {
  return textLines(
    forgotten.map(({ address, id, isDeclared, isProtected, fields }) => {
      const where = withoutMissing(isDeclared && 'configuration', id && 'ledger').join(' and ');
      const known = id === undefined ? '' : ` (${oneLine(id)})`;
      return [
        `  ${paint('record', '=')} ${oneLine(address)}${known}: removed from ${where}${isProtected ? ' (was protected)' : ''}`,
        fields.length > 0 && `      no longer managed: ${fields.map(oneLine).join(', ')}`,
      ];
    }),
    diff !== '' && ['', diffText(diff)],
    '',
    pruned.map((address) =>
      paint('bad', `The next apply will delete ${oneLine(address)}, because its list has \`prune: all\``),
    ),
    paint(
      'heading',
      isDryRun
        ? dryRunText
        : `docform no longer manages ${count(forgotten.length, 'object')}. The platform has not changed.`,
    ),
    next && `Next: ${next}`,
  );
}

function diffText(diff: string) {
  return visible(diff).trimEnd();
}

export function forgetJson({ forgotten, ...report }: ForgottenReport): string {
  const objects = forgotten.map(({ id = null, ...each }) => ({ ...each, id }));
  return jsonText({ schemaVersion: 1, kind: 'forget', forgotten: objects, ...report });
}

export interface HandoverReport extends Edit {
  readonly from: string;
  readonly to: string;
  readonly moved: readonly { readonly address: string; readonly id: string | null }[];
}

export function handoverText(
  { from, to, moved, diff, isDryRun }: HandoverReport,
  { paint = plain }: EditTextOptions = {},
): string {
  const done =
    moved.length === 0
      ? `Nothing to move: ${oneLine(to)} has the objects.`
      : `Moved ${count(moved.length, 'object')} from ${oneLine(from)} to ${oneLine(to)}. The platform has not changed.`;
  return textLines(
    diff !== '' && [diffText(diff), ''],
    moved.map(({ address, id }) => `  ${oneLine(address)}${id === null ? '' : ` (${oneLine(id)})`}`),
    '',
    paint('heading', isDryRun ? dryRunText : done),
    !isDryRun && 'Next: run `docform plan` in both configurations, then commit both in one commit',
  );
}

export function handoverJson(report: HandoverReport): string {
  return jsonText({ schemaVersion: 1, kind: 'handover', ...report });
}

interface RenameReport extends Edit {
  readonly from: string;
  readonly to: string;
}

export function renameText(
  { from, to, files, diff, isDryRun }: RenameReport,
  { paint = plain, verb = 'Renamed' }: EditTextOptions & { readonly verb?: 'Renamed' | 'Moved' } = {},
): string {
  const done = `${verb} ${oneLine(from)} to ${oneLine(to)} in ${count(files.length, 'file')}.`;
  return textLines(
    diffText(diff),
    '',
    paint('heading', isDryRun ? dryRunText : done),
    !isDryRun && 'Next: run `docform plan`, then commit the files',
  );
}

export function renameJson(report: RenameReport): string {
  return jsonText({ schemaVersion: 1, kind: 'mv', ...report });
}

interface SetReport extends Edit {
  readonly address: string;
  /** Null: the whole resource. */
  readonly field: string | null;
}

export function setText({ address, field, files, diff, isDryRun }: SetReport, { paint = plain }: EditTextOptions = {}) {
  const place = oneLine(field === null ? address : `${address}/${field}`);
  const done =
    files.length === 0 ? `${place} has this value already.` : `Set ${place} in ${files.map(oneLine).join(', ')}.`;
  return textLines(
    diff !== '' && [diffText(diff), ''],
    paint('heading', isDryRun ? dryRunText : done),
    !isDryRun && files.length > 0 && 'Next: run `docform plan`, then commit the file',
  );
}

export function setJson(report: SetReport): string {
  return jsonText({ schemaVersion: 1, kind: 'set', ...report });
}

export interface UndoReport extends Edit {
  readonly applied: { readonly host: string; readonly organization: string; readonly at: string; readonly who: string };
  readonly lost: readonly Loss[];
}

export function undoText({ applied, files, diff, lost, isDryRun }: UndoReport): string {
  const { host, organization, at, who } = applied;
  const isWritten = files.length > 0 && !isDryRun;
  return textLines(
    `Undo of the apply to organization ${oneLine(organization)} on ${oneLine(host)}, ${oneLine(at)} by ${oneLine(who)}`,
    diff !== '' && ['', diffText(diff)],
    '',
    lost.length > 0 && [blocksText(lossLists(lost, true), {}, true).trimEnd(), ''],
    files.length === 0 && 'No changes to the configuration.',
    isDryRun && dryRunText,
    isWritten && [
      `Wrote ${files.map(oneLine).join(', ')}. The platform has not changed.`,
      'Next: review `docform plan`, then run `docform apply`',
    ],
  );
}

export function undoJson({ applied: { host, organization, at, who }, ...report }: UndoReport): string {
  const [applied, lost] = [{ host, organization, at, who }, report.lost.map(lossDocument)];
  return jsonText({ schemaVersion: 2, kind: 'undo', applied, ...report, lost });
}

export interface DriftWritingReport extends Edit {
  readonly host: string;
  readonly organization: string;
  readonly accepted: readonly DriftEntry[];
  readonly notAccepted: readonly EditPlace[];
  readonly unmanaged: readonly DriftEntry[];
  /** Fields that the configuration no longer contains. */
  readonly released: readonly { readonly address: string; readonly field: string }[];
  readonly left: number;
}

export function driftWritingText(
  { accepted, notAccepted, unmanaged, files, left, released, diff, isDryRun }: DriftWritingReport,
  { paint = plain, next }: EditTextOptions,
): string {
  const verb = isDryRun ? 'Would accept' : 'Accepted';
  const head = accepted.length === 0 ? 'Nothing was accepted.' : `${verb} ${count(accepted.length, 'difference')}:`;
  const others = unmanaged.map(({ address }) => address);
  return textLines(
    isDryRun && diff !== '' && [diffText(diff), ''],
    paint('heading', head),
    accepted.map((entry) => `  ${driftSymbol(entry)} ${oneLine(entry.address)}`),
    released.map(
      ({ address, field }) =>
        `  ${oneLine(address)} ${oneLine(field)}: no longer managed, because the platform has no value and the field cannot be cleared`,
    ),
    !isDryRun && files.map((file) => `Wrote ${oneLine(file)}`),
    notAccepted.length > 0 && paint('heading', 'Not accepted'),
    notAccepted.map(({ address, field, reason, span }) => {
      const place = span === undefined ? '' : ` (${placeText(span)})`;
      return `  ! ${oneLine(address)}${field === undefined ? '' : ` ${oneLine(field)}`}${place}: ${oneLine(reason)}`;
    }),
    others.length > 0 &&
      `Left out ${count(others.length, 'unmanaged object')}: ${someNames(others, 3)}. To accept unmanaged objects, name their addresses or add --unmanaged.`,
    left > 0 && `${count(left, 'difference')} left. To list them, run \`docform drift\`.`,
    isDryRun && dryRunText,
    next && `Next: ${next}`,
  );
}

export function driftWritingJson({ accepted, ...report }: DriftWritingReport): string {
  const { ignored, ...counts } = driftCounts({ entries: accepted, ignored: [] });
  return jsonText({
    schemaVersion: 1,
    kind: 'drift --write',
    ...report,
    counts,
    accepted: accepted.map(({ class: of, address, id }) => orNull({ class: of, address, id })),
    notAccepted: report.notAccepted.map(({ address, field, reason, span }) => ({
      ...orNull({ address, field, reason }),
      source: placeDocument(span),
    })),
    unmanaged: report.unmanaged.map(({ address, id }) => orNull({ address, id })),
  });
}
