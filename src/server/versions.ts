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
  /** The count of changes up to which it has been found to hold. */
  heldAt: number;
  isOfPresent: boolean;
  readonly parts: Part[];
  /** What it relies on. */
  readonly within: Seen[];
}

interface Part {
  /** The count of changes when it changed last. */
  changedAt: number;
  /** Number of who looked at it last. */
  seenBy: number;
}

/** Parts that are remembered at most; then all that was worked out is let go. */
const mostParts = 200_000;

export class Versions implements Watching {
  /** By key; only what somebody has looked at. */
  readonly #tables: Map<string, Part>[] = [];
  #partCount = 0;
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
        if (this.#open !== undefined) note(this.#open, table.get(key) ?? this.#newPart(table, key));
      },
      change: (key) => {
        this.#changes += 1;
        const part = table.get(key);
        if (part !== undefined) part.changedAt = this.#changes;
      },
    };
  }

  /** Anything may have changed. */
  changeAll(): void {
    this.#changes += 1;
    this.#allChangedAt = this.#changes;
    this.#partCount = 0;
    for (const table of this.#tables) table.clear();
  }

  watch<T>(work: () => T): Watched<T> {
    const around = this.#open;
    this.#watches += 1;
    const seen: Seen = { number: this.#watches, heldAt: this.#changes, isOfPresent: false, parts: [], within: [] };
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
    const { heldAt } = seen;
    if (heldAt === this.#changes) return !seen.isOfPresent;
    if (seen.isOfPresent || heldAt < this.#allChangedAt) return false;
    for (const { changedAt } of seen.parts) if (changedAt > heldAt) return false;
    for (const one of seen.within) if (!this.#isAsBefore(one)) return false;
    seen.heldAt = this.#changes;
    return true;
  }

  #newPart(table: Map<string, Part>, key: string): Part {
    if (this.#partCount >= mostParts) this.changeAll();
    this.#partCount += 1;
    const part = { changedAt: 0, seenBy: 0 };
    table.set(key, part);
    return part;
  }
}

function note(seen: Seen, part: Part): void {
  if (part.seenBy === seen.number) return;
  part.seenBy = seen.number;
  seen.parts.push(part);
}
