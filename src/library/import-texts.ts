/** The texts of an import: a new configuration, or the one that is there with what differs put into it; nothing is written yet. */
import { defaultLimits } from '../config/limits.ts';
import type { Desired } from '../core/state.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { someNames } from '../report/words.ts';
import type { RootedOptions, Validation } from './configuration.ts';
import type { Imported } from './import.ts';
import {
  type ChangedText,
  type Chosen,
  changedTexts,
  mergedWith,
  misread,
  newConfiguration,
  newTextFiles,
  type Split,
  validateTexts,
} from './import-files.ts';
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
export async function newTexts(place: ImportPlace, chosen: Chosen): Promise<ImportTexts> {
  const { options, organization, split } = place;
  const all = newConfiguration(chosen, { organization, file: options.file, ...(split === undefined ? {} : { split }) });
  const validation = await validateTexts({ ...options, organization }, all);
  const desired = readBack(place, validation);
  const wrong = misread(desired, chosen);
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
  chosen: Chosen,
  imported: Imported,
): Promise<ImportTexts> {
  const { options } = place;
  const merged = mergedWith(desired, chosen, imported);
  const { fileOf, beside } = newTextFiles(merged, desired, options.file);
  const present = await presentTexts(options);
  const kept = changedTexts(merged, validation).filter(({ path, was }) => present(path) === was);
  const after = { ...merged, resources: withKeptTexts(merged.resources, kept), fileOf };
  const rewritten = await rewriteConfiguration({ options, validation, after, beside });
  const [refused, ...others] = rewritten.refused;
  if (refused !== undefined) throw uneditable(refused, others.length);
  const texts = new Map([...rewritten.texts, ...(await absent(place, beside)), ...kept.map(({ path, text }) => [path, text] as const)]);
  const next = kept.length === 0 ? rewritten.desired : readBack(place, await validateTexts(options, texts));
  const before = new Map([...validation.sources, ...kept.map(({ path, was }) => [path, was] as const)]);
  return { texts, before, diff: rewritten.diff, desired: next, pending: merged.pending, gone: merged.gone };
}

/** Texts that stand in files of their own and differ: those files change, and the lines that name them stay. */
function withKeptTexts(resources: Desired['resources'], kept: readonly ChangedText[]): Desired['resources'] {
  return resources.map((resource) => {
    const own = kept.filter(({ address }) => address === resource.address).map(({ field, was }) => [field, was] as const);
    return own.length === 0 ? resource : { ...resource, fields: { ...resource.fields, ...Object.fromEntries(own) } };
  });
}

/** Those that are not there yet. Throws where one is there with other text. */
async function absent({ options }: ImportPlace, files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const present = await presentTexts(options);
  return new Map(
    [...files].filter(([path, text]) => {
      const found = present(path);
      if (found !== undefined && found !== text) throw fileExists(path);
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
