/** Tells whether what was worked out of the state would be the same now: it notes what was looked at, and when each of that has changed. */

/** What was worked out, and all that was looked at for it. */
export interface Watched<T> {
  readonly value: T;
  readonly seen: Seen;
}

export interface Watching {
  watch<T>(work: () => T): Watched<T>;
  /** Nothing that was looked at has changed. What relies on it has then looked at the same. */
  holds(watched: Watched<unknown>): boolean;
  /** The time is looked at: what was worked out from it holds no longer. */
  seePresent(): void;
}

/** Parts of the state that are found by a key: the objects of a kind by what they stand in, or by their id, or single facts. */
export interface Parts {
  see(key: string): void;
  change(key: string): void;
}

interface Seen {
  readonly number: number;
  /** The count of changes up to which all that it relies on has been found to hold. */
  heldAt: number;
  isOfPresent: boolean;
  /** A part that was looked at has changed, and that is for good. */
  isOver: boolean;
  /** What it relies on. */
  readonly within: Seen[];
}

interface Part {
  /** Who has looked at it since it changed last: a change tells them, so that nobody has to ask all that they looked at. */
  readonly seenBy: Seen[];
  /** Number of who looked at it last. */
  lastSeenBy: number;
}

/** Looks that are remembered at most; then all that was worked out is let go. */
const mostLooks = 1_000_000;

export class Versions implements Watching {
  /** By key; only what somebody has looked at. */
  readonly #tables: Map<string, Part>[] = [];
  #looks = 0;
  /** It only grows, so that what has once changed never holds again. */
  #changes = 0;
  #allChangedAt = 0;
  #watches = 0;
  #open: Seen | undefined;

  parts(): Parts {
    const table = new Map<string, Part>();
    this.#tables.push(table);
    return {
      see: (key) => {
        if (this.#open !== undefined) this.#look(this.#open, table, key);
      },
      change: (key) => {
        this.#changes += 1;
        const part = table.get(key);
        if (part === undefined) return;
        for (const seen of part.seenBy) end(seen);
        part.seenBy.length = 0;
      },
    };
  }

  /** Anything may have changed. */
  changeAll(): void {
    this.#changes += 1;
    this.#allChangedAt = this.#changes;
    this.#looks = 0;
    for (const table of this.#tables) table.clear();
  }

  watch<T>(work: () => T): Watched<T> {
    const around = this.#open;
    this.#watches += 1;
    const seen: Seen = { number: this.#watches, heldAt: this.#changes, isOfPresent: false, isOver: false, within: [] };
    this.#open = seen;
    try {
      return { value: work(), seen };
    } finally {
      this.#open = around;
      this.#rely(seen);
    }
  }

  holds({ seen }: Watched<unknown>): boolean {
    const isSo = this.#isAsBefore(seen);
    if (isSo) this.#rely(seen);
    return isSo;
  }

  seePresent(): void {
    if (this.#open !== undefined) this.#open.isOfPresent = true;
  }

  #rely(on: Seen): void {
    this.#open?.within.push(on);
    if (on.isOfPresent) this.seePresent();
  }

  #isAsBefore(seen: Seen): boolean {
    if (seen.isOver || seen.isOfPresent || seen.heldAt < this.#allChangedAt) return false;
    if (seen.heldAt === this.#changes) return true;
    if (seen.within.every((one) => this.#isAsBefore(one))) seen.heldAt = this.#changes;
    else end(seen);
    return !seen.isOver;
  }

  #look(seen: Seen, table: Map<string, Part>, key: string): void {
    const part = table.get(key) ?? newPart(table, key);
    if (part.lastSeenBy === seen.number) return;
    part.lastSeenBy = seen.number;
    part.seenBy.push(seen);
    this.#looks += 1;
    if (this.#looks > mostLooks) this.changeAll();
  }
}

/** Nothing is asked of it any more, nor of what it relies on. */
function end(seen: Seen): void {
  seen.isOver = true;
  seen.within.length = 0;
}

function newPart(table: Map<string, Part>, key: string): Part {
  const part: Part = { seenBy: [], lastSeenBy: 0 };
  table.set(key, part);
  return part;
}
