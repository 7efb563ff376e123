/** Answers of reads, kept until something is written that they were made of, by this process or another: those of requests, and those of listed objects. */
import type { PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import type { Context, KeptTexts, RowAnswer } from './context.ts';
import type { Store } from './objects.ts';
import type { Kind, Row } from './records.ts';
import type { Watched } from './versions.ts';

/** By the key of a request. */
export interface KeptAnswers extends KeptTexts {
  /** The answer to this very request of this very caller, if it would be given again. */
  find(key: string): PlainAnswer | undefined;
  /** It was answered before, though perhaps otherwise. */
  hasAnswered(key: string): boolean;
  /** Keeps an answer with all that it was made of: rights, too. */
  keep(key: string, answer: Watched<PlainAnswer>): void;
}

/** Characters of text that are kept at most, of either sort; then all are dropped. */
const mostCharacters = 16 * 1024 * 1024;

export function createKeptAnswers(store: Pick<Store, 'holds' | 'watch'>): KeptAnswers {
  const answers = new Map<string, Watched<PlainAnswer>>();
  let characters = 0;
  return {
    ...keptTexts(store),
    find: (key) => {
      const known = answers.get(key);
      return known !== undefined && store.holds(known) ? known.value : undefined;
    },
    hasAnswered: (key) => answers.has(key),
    keep: (key, answer) => {
      if (!store.holds(answer)) return;
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
export function keyOf({ authorization = '', origin, path, search }: PlainRequest): string {
  return `${authorization}\n${origin}\n${path}?${search.toString()}`;
}

/** By object: one that is written is another one from then on. */
type Texts = WeakMap<Row, Watched<string>>;

function keptTexts(store: Pick<Store, 'holds' | 'watch'>): KeptTexts {
  let known = new Map<RowAnswer<Kind, unknown>, Map<string, Texts>>();
  let characters = 0;
  const textsOf = (answer: RowAnswer<Kind, unknown>, { origin, callerId }: Context): Texts => {
    const byCaller = known.get(answer) ?? new Map<string, Texts>();
    known.set(answer, byCaller);
    const caller = `${callerId}\n${origin}`;
    const found: Texts = byCaller.get(caller) ?? new WeakMap();
    byCaller.set(caller, found);
    return found;
  };
  return {
    textOf: <K extends Kind>(context: Context, answer: RowAnswer<K, unknown>) => {
      if (characters > mostCharacters) {
        known = new Map();
        characters = 0;
      }
      const texts = textsOf(answer as RowAnswer<Kind, unknown>, context);
      return (row: Row<K>) => {
        const found = texts.get(row);
        if (found !== undefined && store.holds(found)) return found.value;
        const made = store.watch(() => JSON.stringify(answer(context, row)));
        texts.set(row, made);
        characters += made.value.length;
        return made.value;
      };
    },
  };
}
