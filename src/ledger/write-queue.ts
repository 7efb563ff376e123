/** Queues writes so that they happen one after another; lines that wait next to each other share one write. */
import { nextTurn } from '../core/sleep.ts';

export interface WriteQueue<Line> {
  /** Settles with the write that holds the line. */
  readonly append: (line: Line) => Promise<void>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Resolves once nothing is under way any more; never rejects. */
  readonly idle: () => Promise<void>;
}

/**
 * `write` is given all lines that waited, and how to ask whether another write waits for it; it is called again only after it settled. With nothing under way
 * it waits for the end of the turn: of what happens in one, such as the end of a step and the beginnings of those that waited for it, the lines are one write.
 */
export function createWriteQueue<Line>(
  write: (lines: readonly Line[], isFollowed: () => boolean) => Promise<void>,
): WriteQueue<Line> {
  let last: Promise<void> = Promise.resolve();
  let gathering: { readonly lines: Line[]; readonly written: Promise<void> } | undefined;
  let pending = 0;
  const isFollowed = (): boolean => pending > 1;

  /** What is queued later must not join lines that were queued earlier. */
  function run(work: () => Promise<void>): Promise<void> {
    gathering = undefined;
    pending += 1;
    const done = last.then(work).finally(() => {
      pending -= 1;
    });
    last = done.catch(() => undefined);
    return done;
  }

  return {
    run,
    idle: () => last,
    append: (line) => {
      if (gathering === undefined) {
        const lines: Line[] = [];
        const isFirst = pending === 0;
        const written = run(async () => {
          if (isFirst) await nextTurn();
          if (gathering?.lines === lines) gathering = undefined;
          return write(lines, isFollowed);
        });
        gathering = { lines, written };
      }
      gathering.lines.push(line);
      return gathering.written;
    },
  };
}
