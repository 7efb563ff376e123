/** Queues writes so that they happen one after another; lines that wait next to each other share one write. */

export interface WriteQueue<Line> {
  /** Settles with the write that holds the line. */
  readonly append: (line: Line) => Promise<void>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Resolves once nothing is under way any more; never rejects. */
  readonly idle: () => Promise<void>;
}

/** `write` is given all lines that waited; it is called again only after it settled. */
export function createWriteQueue<Line>(write: (lines: readonly Line[]) => Promise<void>): WriteQueue<Line> {
  let last: Promise<void> = Promise.resolve();
  let gathering: { readonly lines: Line[]; readonly written: Promise<void> } | undefined;

  /** What is queued later must not join lines that were queued earlier. */
  function run(work: () => Promise<void>): Promise<void> {
    gathering = undefined;
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    run,
    idle: () => last,
    append: (line) => {
      if (gathering === undefined) {
        const lines: Line[] = [];
        const written = run(() => {
          if (gathering?.lines === lines) gathering = undefined;
          return write(lines);
        });
        gathering = { lines, written };
      }
      gathering.lines.push(line);
      return gathering.written;
    },
  };
}
