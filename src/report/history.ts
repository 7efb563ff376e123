/** Recorded applies as text and JSON. */
import type { RunRecord } from '../core/state.ts';
import { jsonText, oneLine } from './wording/sanitize.ts';

export function historyText(runs: readonly RunRecord[]): string {
  if (runs.length === 0) return 'No apply is recorded yet.\n';
  const names = runs.map(({ who }) => oneLine(who));
  const width = Math.max(...names.map((name) => name.length));
  const lines = runs.map((run, at) => {
    const digest = run.digest === undefined ? '' : `  plan ${oneLine(run.digest).slice(0, 'sha256:'.length + 12)}`;
    const link = run.link === undefined ? '' : `\n    ${oneLine(run.link)}`;
    const revision = run.revision === undefined ? '' : `  commit ${shortRevision(oneLine(run.revision))}`;
    const scope = run.scope === undefined ? '' : `  ${oneLine(run.scope)}`;
    const facts = `${(names[at] ?? '').padEnd(width)}${digest}${revision}${scope}`;
    return `${oneLine(run.startedAt)}  ${stateOf(run).padEnd(10)}  ${facts}`.trimEnd() + link;
  });
  return `${lines.join('\n')}\n`;
}

/** Without the end of the hash, but with `-modified`. */
function shortRevision(revision: string) {
  return revision.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1');
}

/** `done in 3 s`. The end of a killed run is unknown. A run without a status is still running, or no run has followed. */
function stateOf({ startedAt, endedAt, status = 'unfinished' }: RunRecord) {
  if (endedAt === undefined) return oneLine(status);
  const seconds = Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  return `${oneLine(status)} in ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`;
}

export function historyJson(runs: readonly RunRecord[]): string {
  return jsonText({ schemaVersion: 1, kind: 'history', runs });
}
