/** Answers editor requests about one text, with the data of the whole configuration. */
import type { Known } from '../config/load-configuration.ts';
import type { Address } from '../core/address.ts';
import type { KnownLedger } from '../core/state.ts';
import { shapes } from '../kinds/index.ts';
import { completionsAt } from '../language/completions.ts';
import { fixOf } from '../language/fixes.ts';
import { hoverAt } from '../language/hover.ts';
import { addressesOf } from '../language/meaning.ts';
import { placesOf } from '../language/places.ts';
import type { LanguageSchema } from '../language/schema-at.ts';
import { standingAt } from '../language/typed.ts';
import { explainedPaths } from '../language/words.ts';
import { configurationSchema } from './configuration.ts';

/** `offset`: in UTF-16 units. */
interface TextPlace {
  readonly text: string;
  readonly offset: number;
}

/** Paragraphs about kinds and fields, by path: `sites.visibility`. */
export function explained(): ReturnType<typeof explainedPaths> {
  return explainedPaths(shapes);
}

export type EditorLanguage = Awaited<ReturnType<typeof editorLanguage>>;

export async function editorLanguage() {
  const language = {
    shapes,
    schema: (await configurationSchema()) as unknown as LanguageSchema,
  };
  /** Both offsets are 0 if there is no word. */
  const wordAt = <R>(
    { text, offset }: TextPlace,
    read: (path: NonNullable<ReturnType<typeof standingAt>>) => R,
    otherwise: R,
  ) => {
    const path = standingAt(text, offset);
    const [start = 0, end = 0] = path?.scalar.range ?? [];
    return { ...(path === undefined ? otherwise : read(path)), start, end };
  };
  return {
    completions: ({ text, offset }: TextPlace, known: Known) => completionsAt({ ...language, known }, text, offset),
    /** Paragraphs of Markdown. */
    hover: (place: TextPlace, known: Known, ledger: KnownLedger) =>
      wordAt(place, (path) => ({ paragraphs: hoverAt({ ...language, known, ledger }, path) }), { paragraphs: [] }),
    /** Resources that the word refers to, best match first. */
    named: (place: TextPlace, known: Known) =>
      wordAt(place, (path) => ({ addresses: addressesOf({ ...language, known }, path) }), { addresses: [] }),
    places: (known: Known, address: Address, withDeclaration: boolean) =>
      placesOf(known, address, withDeclaration, shapes),
    fix: fixOf,
  };
}
