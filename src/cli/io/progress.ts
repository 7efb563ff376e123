/** Prints progress on stderr: one redrawn line on a terminal, or one line per step. */

import type { Desired } from '../../core/state.ts';
import type { Planned } from '../../library/plan.ts';
import type { ApplyEvent } from '../../plan/result/outcome.ts';
import type { Wait } from '../../remote/client/retry.ts';
import type { Progress } from '../../remote/live/fetch.ts';
import { barText, emptyBar, nextBar } from '../../report/apply/apply-progress.ts';
import { progressLine } from '../../report/apply/step-line.ts';
import { waitText } from '../../report/apply/wait.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import { readingText } from '../../report/wording/words.ts';
import type { Session } from './session.ts';

interface LiveLine {
  readonly draw: (text: string) => void;
  readonly keep: (line: string) => void;
  readonly end: () => void;
}

/** Without a suitable terminal, only permanent lines are printed. */
export async function liveLine(session: Session): Promise<LiveLine> {
  const keep = (line: string) => session.say(`${line}\n`);
  if (!session.canRedraw) return { draw: () => undefined, keep, end: () => undefined };
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(streamOf(session), { showCursor: true });
  let current = '';
  return {
    draw: (text) => {
      current = text;
      update(text);
    },
    keep: (line) => {
      update.clear();
      keep(line);
      if (current !== '') update(current);
    },
    end: () => {
      current = '';
      update.clear();
    },
  };
}

function waitShown(session: Session, line: LiveLine) {
  return (wait: Wait) => (session.canRedraw ? line.draw : line.keep)(waitText(wait, Date.now()));
}

/** Never prints headers or bodies. */
export function traceRequest(session: Session) {
  return (attempt: {
    readonly call: { readonly endpoint: { readonly name: string; readonly method: string } };
    readonly number: number;
    readonly durationMs: number;
    readonly status?: number;
  }) => {
    const { name, method } = attempt.call.endpoint;
    session.trace(
      `${method} ${name} -> ${attempt.status ?? 'no answer'} in ${Math.round(attempt.durationMs)} ms${attempt.number > 1 ? ` (try ${attempt.number})` : ''}\n`,
    );
  };
}

export function readingShown(session: Session, line: LiveLine, before = '') {
  return {
    onProgress: (so: Progress) => line.draw(`${before}${readingText(so)}`),
    onRequest: traceRequest(session),
    onWait: waitShown(session, line),
  };
}

/** Calls `read`, and shows its progress. */
export async function whileReading<O, T>(
  session: Session,
  read: (options: O & ReturnType<typeof readingShown>) => Promise<T>,
  options: O,
  before?: string,
): Promise<T> {
  const line = await liveLine(session);
  return await read({ ...options, ...readingShown(session, line, before) }).finally(line.end);
}

/** The part of a stream that `log-update` uses. The session masks secrets. */
function streamOf(session: Session): NodeJS.WriteStream {
  const { columns } = session.io.stderr;
  return {
    isTTY: true,
    columns,
    rows: 24,
    write: (text: string) => {
      session.say(text);
      return true;
    },
  } as unknown as NodeJS.WriteStream;
}

/** Prints one line for each ended step. A terminal also shows a bar below these lines. */
export async function applyProgress(session: Session) {
  const line = await liveLine(session);
  const showWait = waitShown(session, line);
  const log = logLines(session);
  let bar = emptyBar;
  return {
    onEvent: (event: ApplyEvent) => {
      const text = progressLine(event, session.paintMessage);
      const isNews = event.type === 'interrupted' || (event.type === 'step-ended' && event.outcome.status !== 'done');
      if (!session.canRedraw) {
        if (text !== undefined) log.add(text);
        if (isNews) log.flush();
        return;
      }
      bar = nextBar(bar, event);
      if (text !== undefined) line.keep(text);
      line.draw(barText(bar, session.io.stderr.columns, session.paintMessage));
    },
    onWait: (wait: Wait) => {
      log.flush();
      showWait(wait);
    },
    end: () => {
      log.flush();
      line.end();
    },
  };
}

/** A write for each step takes a noticeable part of the CPU time of a long apply, which therefore prints ten times a second. */
const [mostWrites, pauseMs] = [100, 100];

/** Prints the first line at once, so that an interrupt stops the apply before its next step. Lines of the same moment are printed together. */
function logLines(session: Session) {
  let lines = '';
  let isWaiting = false;
  let writes = 0;
  const flush = () => {
    if (lines !== '') session.say(lines);
    lines = '';
  };
  const endWait = () => {
    isWaiting = false;
    flush();
  };
  return {
    add: (line: string) => {
      lines += `${line}\n`;
      if (isWaiting) return;
      flush();
      isWaiting = true;
      writes += 1;
      if (writes < mostWrites) setImmediate(endWait);
      else setTimeout(endWait, pauseMs).unref();
    },
    flush,
  };
}

/** Not an error, because a pipeline with --allow must be able to run again after the delete. */
export async function warnUnusedAllows(session: Session, planned: Planned, desired: Desired) {
  const { unusedAllows } = await import('../../library/plan.ts');
  for (const { address, near } of unusedAllows(planned, desired)) {
    const way = near === undefined ? '`docform get` lists all addresses' : `did you mean ${near}?`;
    session.warn(
      `--allow ${oneLine(address)} has no effect: the address is not in the configuration or the ledger; ${way}\n`,
    );
  }
}
