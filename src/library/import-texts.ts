/** The texts of an import: a new configuration, or the one that is there with what differs put into it; read again, and nothing is written yet. */

import { directoryOf, joinPath } from '../config/glob.ts';
import { defaultLimits } from '../config/limits.ts';
import { type Address, topContainer } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import type { Declaration, Desired } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { resourcesAt } from '../declaration/resources.ts';
import { configurationFiles, type Split, textFiles } from '../edit/compose/configuration-files.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { type Merged, merged } from '../import/merged.ts';
import { type Selected, select } from '../import/select.ts';
import { shapes } from '../kinds/index.ts';
import { withPlainLines, writtenText } from '../kinds/text-forms.ts';
import { someNames } from '../report/words.ts';
import { type ConfigurationOptions, type RootedOptions, rereading, type Validation } from './configuration.ts';
import type { Imported } from './import.ts';
import { fileExists, otherText, uneditable } from './import-refusals.ts';
import { rewriteConfiguration } from './rewriting.ts';

export interface ImportTexts {
  /** By path as seen from the directory; only those that are new or change. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same files as they are; a new one is missing. */
  readonly before: ReadonlyMap<string, string>;
  readonly diff: string;
  /** What the texts declare. */
  readonly desired: Desired;
  readonly pending: readonly string[];
  readonly gone: readonly string[];
}

export interface ImportPlace {
  /** Which configuration is meant; `file`: the main one, as seen from the directory. */
  readonly options: RootedOptions;
  readonly organization: string;
  /** How a new configuration is laid out. */
  readonly split?: Split;
  /** Is told of every value that no output may show, before any error could repeat it. */
  readonly onSecret?: (secret: string) => void;
}

/** A new configuration. Files that are there with the same text are as good as written. */
export async function newTexts(place: ImportPlace, selected: Selected): Promise<ImportTexts> {
  const { options, organization, split } = place;
  const all = newConfiguration(selected, {
    organization,
    file: options.file,
    ...(split === undefined ? {} : { split }),
  });
  const validation = await validateTexts({ ...options, organization }, all);
  const desired = readBack(place, validation);
  const wrong = misread(desired, selected);
  if (wrong.length > 0) throw otherText(`${someNames(wrong, 3)} would not be read as it is`);
  const texts = await absent(place, all);
  // Of the YAML alone: other texts, such as certificates, are named and not shown.
  const yaml = new Map([...texts].filter(([path]) => validation.sources.has(path)));
  return { texts, before: new Map(), diff: unifiedDiff(new Map(), yaml), desired, pending: [], gone: [] };
}

/** Of the configuration that is there, only what differs. */
export async function patchedTexts(
  place: ImportPlace,
  { validation, desired }: { readonly validation: Validation; readonly desired: Desired },
  selected: Selected,
  imported: Imported,
): Promise<ImportTexts> {
  const { options } = place;
  const merged = mergedWith(desired, selected, imported);
  const { fileOf, beside } = newTextFiles(merged, desired, options.file);
  const present = await presentTexts(options);
  const kept = changedTexts(merged, validation).flatMap((each): readonly KeptText[] => {
    const before = present(each.path);
    return typeof before === 'string' && each.isFrom(before) ? [{ ...each, before }] : [];
  });
  const after = { ...merged, resources: withKeptTexts(merged.resources, kept), fileOf };
  const rewritten = await rewriteConfiguration({ options, validation, after, beside });
  const [refused, ...others] = rewritten.refused;
  if (refused !== undefined) throw uneditable(refused, others.length);
  const texts = new Map([
    ...rewritten.texts,
    ...(await absent(place, beside)),
    ...kept.map(({ path, text }) => [path, text] as const),
  ]);
  const next = kept.length === 0 ? rewritten.desired : readBack(place, await validateTexts(options, texts));
  const before = new Map([...validation.sources, ...kept.map((each) => [each.path, each.before] as const)]);
  return { texts, before, diff: rewritten.diff, desired: next, pending: merged.pending, gone: merged.gone };
}

/** Texts that stand in files of their own and differ: those files change, and the lines that name them stay. */
function withKeptTexts(resources: Desired['resources'], kept: readonly ChangedText[]): Desired['resources'] {
  return resources.map((resource) => {
    const own = kept
      .filter(({ address }) => address === resource.address)
      .map(({ field, was }) => [field, was] as const);
    return own.length === 0 ? resource : { ...resource, fields: { ...resource.fields, ...Object.fromEntries(own) } };
  });
}

/** Those that are not there yet. Throws where one is there with other text. */
async function absent(
  { options }: ImportPlace,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const present = await presentTexts(options);
  return new Map(
    [...files].filter(([path, text]) => {
      const found = present(path);
      if (found !== undefined && (found === null || withPlainLines(found) !== text)) throw fileExists(path);
      return found === undefined;
    }),
  );
}

/** Reads files as they are; null: there is one, and it is no text. What may not be written either is as good as not there. */
async function presentTexts({ directory, file }: RootedOptions): Promise<(path: string) => string | null | undefined> {
  const { filesOnDisk } = await import('../config/load.ts');
  const { read } = filesOnDisk(directory, file);
  return (path) => {
    const found = read(path, defaultLimits.totalBytes);
    if (!('fault' in found)) return found.text;
    return found.fault === 'too-big' || found.fault === 'not-text' ? null : undefined;
  };
}

function readBack({ onSecret }: ImportPlace, { desired, problems, secrets }: Validation): Desired {
  for (const secret of secrets) onSecret?.(secret);
  const [problem] = problems;
  if (desired === undefined) throw otherText(`${problem?.code ?? ''} ${problem?.message ?? ''}`.trim());
  return desired;
}

export type { Merged, Selected, Split };

/** Of what was read, what was asked for; `addresses` empty: everything. `desired`: what is declared by now. */
export function chosenOf(
  { adopted }: Pick<Imported, 'adopted'>,
  addresses: readonly Address[],
  desired?: Desired,
): Selected {
  return select({ adopted, addresses, shapes, ...(desired === undefined ? {} : { desired }) });
}

/** What a configuration that is there shall declare once this is put into it. */
export function mergedWith(
  desired: Desired,
  selected: Selected,
  { live, ledger }: Pick<Imported, 'live' | 'ledger'>,
): Merged {
  return merged({ desired, selected, live, ledger, shapes });
}

interface NewConfiguration {
  readonly organization: string;
  /** Path of the main file, from where problems are seen. */
  readonly file: string;
  readonly split?: Split;
}

/** Texts by path, the main file first. */
export function newConfiguration(declaration: Declaration, options: NewConfiguration): ReadonlyMap<string, string> {
  return configurationFiles({ declaration, shapes, ...options });
}

interface TextFiles {
  /** As ComposeOptions takes it. */
  readonly fileOf: (address: Address, field: string) => string | undefined;
  /** Texts by path, as seen from where the configuration is. */
  readonly beside: ReadonlyMap<string, string>;
}

/** Files for texts of what is new in a configuration that is there; each stands below the file whose list it joins. */
export function newTextFiles(after: Pick<Declaration, 'resources'>, desired: Desired, file: string): TextFiles {
  const declared = resourcesAt(desired.resources);
  const homes = new Map(desired.resources.map(({ kind, span }) => [kind, span.file]));
  const found = textFiles(after, shapes);
  const paths = new Map<string, string>();
  const beside = new Map<string, string>();
  for (const { address, kind } of after.resources) {
    for (const field of Object.keys(shapes.get(kind)?.fields ?? {})) {
      const text = found.get(`${address} ${field}`);
      if (text === undefined || declared.get(address)?.fields[field] !== undefined) continue;
      paths.set(`${address} ${field}`, text.path);
      beside.set(joinPath(directoryOf(homes.get(kind) ?? file), text.path), text.text);
    }
  }
  return { fileOf: (address, field) => paths.get(`${address} ${field}`), beside };
}

export interface ChangedText {
  readonly address: Address;
  readonly field: string;
  /** Path that stands where the field is declared, as seen from where the configuration is. */
  readonly path: string;
  readonly was: string;
  readonly text: string;
  /** Whether the text of a file is the one that was. */
  readonly isFrom: (text: string) => boolean;
}

interface KeptText extends ChangedText {
  /** The text of the file, to the character. */
  readonly before: string;
}

/** Texts that differ and may stand in files: those that are there with the text that was, are the ones. */
export function changedTexts(
  after: Pick<Declaration, 'resources'>,
  { desired, sources }: Pick<Validation, 'desired' | 'sources'>,
): readonly ChangedText[] {
  const declared = resourcesAt(desired?.resources ?? []);
  return after.resources.flatMap(({ address, kind, fields }) =>
    Object.entries(shapes.get(kind)?.fields ?? {}).flatMap(([field, { fromFile, type }]): readonly ChangedText[] => {
      const [was, text] = [declared.get(address)?.fields[field], fields[field]];
      const span = declared.get(address)?.fieldSpans[field];
      if (!fromFile || typeof was !== 'string' || typeof text !== 'string' || was === text || span === undefined)
        return [];
      const line = sources.get(span.file)?.split(/\r\n|\n/)[span.line - 1] ?? '';
      const written = line.slice(span.column - 1, span.column - 1 + span.length).replace(/^(["'])(.*)\1$/, '$2');
      const isFrom = (whole: string): boolean => writtenText(type, withPlainLines(whole)) === was;
      return [{ address, field, path: joinPath(directoryOf(span.file), written), was, text, isFrom }];
    }),
  );
}

/** As `validate`, with these texts in the place of the files. */
export async function validateTexts(
  options: ConfigurationOptions & { readonly file: string },
  texts: ReadonlyMap<string, string>,
): Promise<Validation> {
  const [{ relativePath }, { secretsIn }] = await Promise.all([
    import('../config/load.ts'),
    import('../config/secrets.ts'),
  ]);
  const file = relativePath(options.directory, options.file);
  const loaded = (await rereading(options, file))(texts);
  return { ...loaded, file, secrets: loaded.desired === undefined ? [] : secretsIn(loaded.desired, shapes) };
}

/** Addresses that are not declared as they were meant to be; a text can be right and still say something else. */
export function misread(desired: Pick<Desired, 'resources' | 'orders'>, meant: Declaration): readonly Address[] {
  const [read, wanted] = [factsOf(desired), factsOf(meant)];
  return [...new Set([...read.keys(), ...wanted.keys()])]
    .filter((address) => !isEqual(read.get(address), wanted.get(address)))
    .sort();
}

function factsOf({ resources, orders }: Pick<Declaration, 'resources' | 'orders'>): ReadonlyMap<Address, Value> {
  const facts = resources.map(({ address, fields, pin = null, protect = null, replace = null, isExternal = false }) => {
    const said = { fields, pin, protect, replace, isExternal, order: orders[address] ?? null };
    return [address, said as unknown as Value] as const;
  });
  return new Map([...facts, [topContainer, { order: orders[topContainer] ?? null }]]);
}
