/** Composes the texts of an import, as a new configuration or as changes of the existing one. Writes nothing. */

import { defaultLimits, directoryOf, joinPath } from '../config/files/file-reader.ts';
import { filesOnDisk, relativePath } from '../config/files/load.ts';
import { type Address, listOf, topContainer } from '../core/address.ts';
import { isEqual } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { DocformError, usageFailure } from '../core/docform-error.ts';
import type { Declaration, Desired, Value } from '../core/state.ts';
import { configurationFiles, type Split, textFiles } from '../edit/compose/configuration-files.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { withoutClaims } from '../import/claims.ts';
import { merged, type Selected, select } from '../import/select.ts';
import { indexByAddress } from '../kinds/declaration/resources.ts';
import { findSecrets } from '../kinds/declaration/secrets.ts';
import { withPlainLines, writtenText } from '../kinds/field.ts';
import { shapes } from '../kinds/index.ts';
import { type EditPlace, editPlaceText } from '../report/wording/place-words.ts';
import { oneLine } from '../report/wording/sanitize.ts';
import { someNames } from '../report/wording/some-names.ts';
import { count } from '../report/wording/words.ts';
import { type RootedOptions, rereading, type Validation } from './configuration.ts';
import type { Imported } from './import.ts';
import { rewriteConfiguration } from './rewriting.ts';

export interface ImportTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, string>;
  readonly diff: string;
  readonly desired: Desired;
  readonly pending: readonly string[];
  readonly gone: readonly string[];
}

export interface ImportPlace {
  /** `file`: the main file, relative to the directory. */
  readonly options: RootedOptions;
  readonly organization: string;
  readonly split?: Split;
  /** The new configuration is for several environments, and these values belong to this one. */
  readonly newEnvironment?: string;
  /** Called for each secret, before an error could contain the secret. */
  readonly onSecret?: (secret: string) => void;
}

export async function newTexts(place: ImportPlace, selected: Selected): Promise<ImportTexts> {
  const { options, organization, split, newEnvironment: environment } = place;
  const all = newConfiguration(selected, {
    organization,
    file: options.file,
    ...withoutUndefined({ split, environment }),
  });
  const validation = validateTexts({ ...options, organization }, all);
  const desired = readBack(place, validation);
  const wrong = misread(desired, selected);
  if (wrong.length > 0) throw otherText(`${someNames(wrong, 3)} would be read with other values`);
  const texts = absent(place, all);
  // The diff contains only YAML files. Other files, such as certificates, are only listed.
  const yaml = new Map([...texts].filter(([path]) => validation.sources.has(path)));
  return { texts, before: new Map(), diff: unifiedDiff(new Map(), yaml), desired, pending: [], gone: [] };
}

export async function patchedTexts(
  place: ImportPlace,
  { validation, desired }: { readonly validation: Validation; readonly desired: Desired },
  selected: Selected,
  imported: Imported,
): Promise<ImportTexts> {
  const { options } = place;
  const { live, ledger } = imported;
  const after = merged({ desired, selected: withoutClaims(selected, desired, shapes), live, ledger, shapes });
  const { fileOf, beside } = newTextFiles(after, desired, options.file);
  const kept = keptTexts(after, { desired, sources: validation.sources }, presentTexts(options));
  const wanted = { ...after, resources: withKeptTexts(after.resources, kept), fileOf };
  const rewritten = await rewriteConfiguration({ options, validation, after: wanted, beside });
  const [refused, ...others] = rewritten.refused;
  if (refused !== undefined) throw uneditable(refused, others.length);
  const texts = new Map([
    ...rewritten.texts,
    ...absent(place, beside),
    ...kept.map(({ path, text }) => [path, text] as const),
  ]);
  const next = kept.length === 0 ? rewritten.desired : readBack(place, validateTexts(options, texts));
  const before = new Map([...validation.sources, ...kept.map((each) => [each.path, each.before] as const)]);
  return { texts, before, diff: rewritten.diff, desired: next, pending: after.pending, gone: after.gone };
}

/** If a field names a file with its text, only that file changes. */
function withKeptTexts(resources: Desired['resources'], kept: ReturnType<typeof keptTexts>): Desired['resources'] {
  return resources.map((resource) => {
    const own = kept
      .filter(({ address }) => address === resource.address)
      .map(({ field, was }) => [field, was] as const);
    return own.length === 0 ? resource : { ...resource, fields: { ...resource.fields, ...Object.fromEntries(own) } };
  });
}

/** Returns the files that do not exist. Throws DocformError if one exists with another text. */
function absent({ options }: ImportPlace, files: ReadonlyMap<string, string>) {
  const present = presentTexts(options);
  return new Map(
    [...files].filter(([path, text]) => {
      const found = present(path);
      if (found !== undefined && (found === null || withPlainLines(found) !== text)) throw fileExists(path);
      return found === undefined;
    }),
  );
}

/** Null: the file exists but is not text. undefined: the file does not exist, or cannot be written. */
function presentTexts({ directory, file }: RootedOptions) {
  const { read } = filesOnDisk(directory, file);
  return (path: string) => {
    const found = read(path, defaultLimits.totalBytes);
    if (!('fault' in found)) return found.text;
    return found.fault === 'too-big' || found.fault === 'not-text' ? null : undefined;
  };
}

function readBack({ onSecret }: ImportPlace, { desired, problems, secrets }: Validation) {
  for (const secret of secrets) onSecret?.(secret);
  const [problem] = problems;
  if (desired === undefined) throw otherText(`${problem?.code ?? ''} ${problem?.message ?? ''}`.trim());
  return desired;
}

export function chosenOf(
  { adopted, ledger, others }: Pick<Imported, 'adopted' | 'ledger' | 'others'>,
  addresses: readonly Address[],
  desired?: Desired,
  managesReferences = false,
): Selected {
  const theirs = others.flatMap((other) => ('unread' in other.ledger ? [] : Object.entries(other.ledger.resources)));
  const owned = new Set(theirs.map(([address, { id }]) => `${listOf(address)} ${id}`));
  const isOwned = (address: Address) =>
    ledger.resources[address] === undefined && owned.has(`${listOf(address)} ${adopted.ids.get(address)}`);
  return select({ adopted, addresses, shapes, managesReferences, isOwned, ...withoutUndefined({ desired }) });
}

/** Texts by path, main file first. */
export function newConfiguration(
  declaration: Declaration,
  options: Omit<Parameters<typeof configurationFiles>[0], 'declaration' | 'shapes'>,
): ReadonlyMap<string, string> {
  return configurationFiles({ declaration, shapes, ...options });
}

/** Files for texts of new resources. Each is below the YAML file of its list. */
export function newTextFiles(after: Pick<Declaration, 'resources'>, desired: Desired, file: string) {
  const declared = indexByAddress(desired.resources);
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
  return { fileOf: (address: Address, field: string) => paths.get(`${address} ${field}`), beside };
}

/** Changed texts that are in separate files, which still contain the former value. */
function keptTexts(
  after: Pick<Declaration, 'resources'>,
  { desired, sources }: Pick<Validation, 'sources'> & { readonly desired: Desired },
  present: ReturnType<typeof presentTexts>,
) {
  const declared = indexByAddress(desired.resources);
  return after.resources.flatMap(({ address, kind, fields }) =>
    Object.entries(shapes.get(kind)?.fields ?? {}).flatMap(([field, { fromFile, type }]) => {
      const [was, text] = [declared.get(address)?.fields[field], fields[field]];
      const span = declared.get(address)?.fieldSpans[field];
      if (!fromFile || typeof was !== 'string' || typeof text !== 'string' || was === text || span === undefined)
        return [];
      const line = sources.get(span.file)?.split(/\r\n|\n/)[span.line - 1] ?? '';
      const written = line.slice(span.column - 1, span.column - 1 + span.length).replace(/^(["'])(.*)\1$/, '$2');
      const path = joinPath(directoryOf(span.file), written);
      const before = present(path);
      const isKept = typeof before === 'string' && writtenText(type, withPlainLines(before)) === was;
      return isKept ? [{ address, field, path, was, text, before }] : [];
    }),
  );
}

export function validateTexts(options: RootedOptions, texts: ReadonlyMap<string, string>): Validation {
  const file = relativePath(options.directory, options.file);
  const loaded = rereading(options, file)(texts);
  return { ...loaded, file, secrets: loaded.desired === undefined ? [] : findSecrets(loaded.desired, shapes) };
}

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

function otherText(reason: string) {
  return new DocformError({
    code: 'E-IMPORT-TEXT',
    message: `the objects cannot be written as an equivalent configuration: ${oneLine(reason)}; nothing was written`,
    hint: 'other files that the configuration includes can be the reason (try --out in an empty directory), or its size (try --split site)',
  });
}

function uneditable(refused: EditPlace, others: number) {
  const more = others === 0 ? '' : ` (and ${count(others, 'further place')})`;
  return usageFailure(
    `${editPlaceText(refused)} cannot be edited: ${refused.reason}${more}; nothing was written`,
    'edit that place yourself, or import only what you need: `docform import ADDRESS`',
    'E-EDIT-REFUSED',
  );
}

export function fileExists(file: string): DocformError {
  const message = `${file} already exists with different content: nothing was written`;
  return usageFailure(message, 'choose another path with --out, or move the file', 'E-FILE-EXISTS');
}
