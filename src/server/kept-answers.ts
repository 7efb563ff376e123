/** Answers of reads, kept until something is written that they were made of, by this process or another; the same question is then not worked out twice. */
import type { PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import type { Store } from './objects.ts';
import type { Watched } from './versions.ts';

export interface KeptAnswers {
  /** The answer to this very request of this very caller, if it would be given again. */
  find(request: PlainRequest): PlainAnswer | undefined;
  /** Keeps an answer that nothing but a write can change, with all that it was made of: rights, too. */
  keep(request: PlainRequest, answer: Watched<PlainAnswer>): void;
}

/** Characters of text that are kept at most; then all are dropped. */
const mostCharacters = 16 * 1024 * 1024;

export function createKeptAnswers(store: Pick<Store, 'holds'>): KeptAnswers {
  const answers = new Map<string, Watched<PlainAnswer>>();
  let characters = 0;
  return {
    find: (request) => {
      const known = answers.get(keyOf(request));
      return known !== undefined && store.holds(known) ? known.value : undefined;
    },
    keep: (request, answer) => {
      const key = keyOf(request);
      const lengthOf = (one: Watched<PlainAnswer> | undefined): number =>
        one === undefined ? 0 : key.length + (one.value.body?.length ?? 0);
      characters += lengthOf(answer) - lengthOf(answers.get(key));
      answers.set(key, answer);
      if (characters <= mostCharacters) return;
      answers.clear();
      characters = 0;
    },
  };
}

/** Rights, addresses and pages all follow from these. */
function keyOf({ authorization = '', origin, path, search }: PlainRequest): string {
  return `${authorization}\n${origin}\n${path}?${search.toString()}`;
}
