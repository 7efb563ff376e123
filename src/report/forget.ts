/** Prints what was forgotten, as text for people and as JSON for machines. */
import { jsonText, oneLine, visible } from './sanitize.ts';
import { count, type Painter, plain } from './words.ts';

export interface ForgottenReport {
  readonly forgotten: readonly {
    readonly address: string;
    readonly kind: string;
    readonly id?: string;
    readonly isDeclared: boolean;
    readonly isProtected: boolean;
  }[];
  /** Addresses that `prune: all` deletes from now on. */
  readonly pruned: readonly string[];
  /** Files of the configuration that change. */
  readonly files: readonly string[];
  /** How they change. */
  readonly diff: string;
  readonly isDryRun: boolean;
}

export function forgetText(report: ForgottenReport, options: { readonly paint?: Painter; readonly next?: string } = {}): string {
  const { forgotten, pruned, diff, isDryRun } = report;
  const paint = options.paint ?? plain;
  const lines = forgotten.map(({ address, id, isDeclared, isProtected }) => {
    const where = [...(isDeclared ? ['configuration'] : []), ...(id === undefined ? [] : ['ledger'])].join(' and ');
    return `  ${paint('record', '=')} ${oneLine(address)}${id === undefined ? '' : ` (${oneLine(id)})`}: out of ${where}${isProtected ? '; it was protected' : ''}`;
  });
  const end = isDryRun
    ? 'Nothing was changed (--dry-run).'
    : `Forgotten: ${count(forgotten.length, 'object')}. On the platform nothing changes, and docform leaves ${forgotten.length === 1 ? 'it' : 'them'} alone from now on.`;
  return [
    ...lines,
    ...(diff === '' ? [] : ['', visible(diff).trimEnd()]),
    '',
    ...pruned.map((address) => paint('bad', `${oneLine(address)} is deleted by the next applies: its list says \`prune: all\``)),
    paint('heading', end),
    ...(options.next === undefined ? [] : [`Next: ${options.next}`]),
    '',
  ].join('\n');
}

export function forgetJson({ forgotten, ...report }: ForgottenReport): string {
  const objects = forgotten.map(({ id, ...each }) => ({ ...each, id: id ?? null }));
  return jsonText({ schemaVersion: 1, kind: 'forget', forgotten: objects, ...report });
}
