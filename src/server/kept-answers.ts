/** Answers of reads, kept until anything is written, by this process or another; the same question is then not worked out twice. */
import type { PlainAnswer, PlainRequest } from './exchange.ts';
import type { Store } from './objects.ts';

export interface KeptAnswers {
  /** The answer to this very request of this very caller, if nothing was written since it was given. */
  find(request: PlainRequest): PlainAnswer | undefined;
  /** Keeps an answer that nothing but a write can change; at once, in the same turn in which the state was read. */
  keep(request: PlainRequest, answer: PlainAnswer): void;
}

/** Characters of text that are kept at most; then all are dropped. */
const mostCharacters = 16 * 1024 * 1024;

export function createKeptAnswers(store: Pick<Store, 'stamp'>): KeptAnswers {
  const answers = new Map<string, PlainAnswer>();
  let stamp: string | undefined;
  let characters = 0;
  const clear = (): void => {
    answers.clear();
    characters = 0;
  };
  return {
    find: (request) => {
      const present = store.stamp();
      if (present === stamp) return answers.get(keyOf(request));
      clear();
      stamp = present;
      return undefined;
    },
    // What was read after the last `find` is what its stamp stands for, or something was written since, and the next `find` drops it.
    keep: (request, answer) => {
      const key = keyOf(request);
      characters += key.length + (answer.body?.length ?? 0);
      if (characters > mostCharacters) clear();
      else answers.set(key, answer);
    },
  };
}

/** Rights, addresses and pages all follow from these. */
function keyOf({ authorization = '', origin, path, search }: PlainRequest): string {
  return `${authorization}\n${origin}\n${path}?${search.toString()}`;
}
