/** What an undo brings back and what it cannot, as text for people and as JSON for machines. */
import { jsonText, oneLine, visible } from './sanitize.ts';
import { count } from './words.ts';

/** What cannot be brought back, or not by that alone. */
interface Lost {
  readonly address: string;
  readonly field?: string;
  readonly why: string;
}

export interface UndoNote {
  readonly file: string;
  readonly lost: readonly Lost[];
}

/** More of what is lost than this is told in the file only. */
const mostLost = 5;

/** After an apply: how it is taken back, and the first things that this cannot do. `command`: the whole of it. */
export function keptUndoText({ file, lost }: UndoNote, command: string): string {
  const lines = lost.slice(0, mostLost).map(({ address, field, why }) => {
    return `  ${oneLine(address)}${field === undefined ? '' : `, ${oneLine(field)}`}: ${oneLine(why)}`;
  });
  const rest = lost.length > mostLost ? [`  and ${lost.length - mostLost} more, named in the file`] : [];
  const limits = lost.length === 0 ? '' : `; ${count(lost.length, 'thing')} it cannot bring back, or not alone:`;
  return `${[`To take this back: ${oneLine(command)} (${oneLine(file)})${limits}`, ...lines, ...rest].join('\n')}\n`;
}

export interface UndoneReport {
  /** Of the apply: where, and when. */
  readonly applied: { readonly host: string; readonly organization: string; readonly applied: string };
  /** Files of the configuration that change. */
  readonly files: readonly string[];
  readonly diff: string;
  /** One line each. */
  readonly lost: readonly string[];
  readonly isDryRun: boolean;
}

export function undoneText({ applied, files, diff, lost, isDryRun }: UndoneReport): string {
  const { host, organization, applied: when } = applied;
  return [
    `Takes back what was applied to organization ${oneLine(organization)} on ${oneLine(host)}, ${oneLine(when)}`,
    ...(diff === '' ? [] : ['', visible(diff).trimEnd()]),
    '',
    ...(lost.length === 0 ? [] : ['Cannot be brought back, or not by this alone:', ...lost.map((each) => `  ${oneLine(each)}`), '']),
    ...(files.length === 0 ? ['Nothing to change in the configuration.'] : []),
    ...(isDryRun ? ['Nothing was changed (--dry-run).'] : []),
    ...(files.length > 0 && !isDryRun
      ? [`Changed: ${files.map(oneLine).join(', ')}. Nothing was sent.`, 'Next: docform plan shows what it means, docform apply does it']
      : []),
    '',
  ].join('\n');
}

export function undoneJson(report: UndoneReport): string {
  return jsonText({ schemaVersion: 1, kind: 'undo', ...report });
}
