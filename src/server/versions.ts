/** Tells whether what was worked out of the state would be the same now: it notes what was looked at, and what has changed since. */

/** What was worked out, and the versions of all that was looked at. */
export interface Watched<T> {
  readonly value: T;
  readonly seen: ReadonlyMap<string, number>;
}

/** Parts of the state are told by name: kinds of objects, and single facts. */
export interface Watching {
  watch<T>(work: () => T): Watched<T>;
  /** Nothing that was looked at has changed. What relies on it has then looked at the same. */
  holds(watched: Watched<unknown>): boolean;
}

export class Versions implements Watching {
  readonly #versions = new Map<string, number>();
  #ofAll = 0;
  #seen: Map<string, number> | undefined;

  /** A part is looked at. */
  see(part: string): void {
    this.#seen?.set(part, this.#versionOf(part));
  }

  /** A part changes; no name: any may have. Versions only grow, so that one that was seen never comes again. */
  change(part?: string): void {
    if (part === undefined) this.#ofAll += 1;
    else this.#versions.set(part, (this.#versions.get(part) ?? 0) + 1);
  }

  watch<T>(work: () => T): Watched<T> {
    const around = this.#seen;
    const seen = new Map<string, number>();
    this.#seen = seen;
    try {
      return { value: work(), seen };
    } finally {
      this.#seen = around;
      for (const [part, version] of seen) around?.set(part, version);
    }
  }

  holds({ seen }: Watched<unknown>): boolean {
    for (const [part, version] of seen) if (version !== this.#versionOf(part)) return false;
    for (const part of seen.keys()) this.see(part);
    return true;
  }

  #versionOf(part: string): number {
    return this.#ofAll + (this.#versions.get(part) ?? 0);
  }
}
