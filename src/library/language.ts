/** Answers editor requests about one text, with the data of the whole configuration. */
import { grammarOf } from '../config/grammar.ts';
import type { Known } from '../config/load-configuration.ts';
import type { Address } from '../core/address.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { KnownLedger } from '../core/state.ts';
import { type LineEdit, lineEdits } from '../edit/text-diff.ts';
import { shapes } from '../kinds/index.ts';
import { type Completion, completionsAt } from '../language/completions.ts';
import { fixOf, offsetOf, type TextEdit } from '../language/fixes.ts';
import { hoverAt } from '../language/hover.ts';
import { addressesOf, placesOf } from '../language/places.ts';
import type { LanguageSchema } from '../language/schema-at.ts';
import { standingAt } from '../language/typed.ts';
import { configurationSchema } from './configuration.ts';

interface TextPlace {
  readonly text: string;
  readonly offset: number;
}

export interface EditorLanguage {
  readonly completions: (place: TextPlace, known: Known) => readonly Completion[];
  /** Paragraphs of Markdown. */
  readonly hover: (
    place: TextPlace,
    known: Known,
    ledger: KnownLedger,
  ) => { readonly paragraphs: readonly string[] } & Word;
  /** Resources that the word refers to, best match first. */
  readonly named: (place: TextPlace, known: Known) => { readonly addresses: readonly Address[] } & Word;
  readonly places: (known: Known, address: Address, withDeclaration: boolean) => readonly SourceSpan[];
  readonly fix: (problem: Problem, text: string) => { readonly title: string; readonly edit: TextEdit } | undefined;
  readonly edits: (before: string, after: string) => readonly LineEdit[];
  readonly offset: (text: string, span: SourceSpan) => number;
}

/** Offsets. Both are 0 if there is no word. */
interface Word {
  readonly start: number;
  readonly end: number;
}

export type { Completion, Known, LineEdit };

/** `isThere`: includes unsaved files of an editor. */
export async function configurationAbove(
  directory: string,
  isThere: (file: string) => boolean,
): Promise<string | undefined> {
  return (await import('../config/load.ts')).findConfiguration(directory, { isThere });
}

export async function pathFrom(directory: string, file: string): Promise<string> {
  return (await import('../config/load.ts')).relativePath(directory, file);
}

export async function editorLanguage(): Promise<EditorLanguage> {
  const language = {
    shapes,
    grammar: grammarOf(shapes),
    schema: (await configurationSchema()) as unknown as LanguageSchema,
  };
  const wordAt = <R>(
    { text, offset }: TextPlace,
    read: (path: NonNullable<ReturnType<typeof standingAt>>) => R,
    otherwise: R,
  ): R & Word => {
    const path = standingAt(text, offset);
    const [start = 0, end = 0] = path?.scalar.range ?? [];
    return { ...(path === undefined ? otherwise : read(path)), start, end };
  };
  return {
    completions: ({ text, offset }, known) => completionsAt({ ...language, known }, text, offset),
    hover: (place, known, ledger) =>
      wordAt(place, (path) => ({ paragraphs: hoverAt({ ...language, known, ledger }, path) }), { paragraphs: [] }),
    named: (place, known) =>
      wordAt(place, (path) => ({ addresses: addressesOf({ ...language, known }, path) }), { addresses: [] }),
    places: (known, address, withDeclaration) => placesOf(known, address, withDeclaration, shapes),
    fix: fixOf,
    edits: lineEdits,
    offset: offsetOf,
  };
}
