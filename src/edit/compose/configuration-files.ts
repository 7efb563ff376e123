/** Writes a new configuration as one file or several, with separate files for long texts. */
import { directoryOf, joinPath } from '../../config/files/file-reader.ts';
import type { Address } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { isJsonObject, type JsonObject, jsonObjectOrEmpty } from '../../core/json.ts';
import type { Declaration } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { newEntry, newMap } from '../yaml/nodes.ts';
import { newDocumentText, scalarText } from '../yaml/print.ts';
import { composeConfiguration, headKeys, topHolds, topLayout } from './compose.ts';
import { environmentText, environmentVariables } from './environment-variables.ts';

/** `kind`: a file for each top-level key. `site`: a file for each site. */
export type Split = 'kind' | 'site';

interface ConfigurationFilesInput {
  readonly declaration: Declaration;
  readonly organization: string;
  /** The path of the main file. The other files are below its directory. */
  readonly file: string;
  readonly split?: Split;
  /** Writes values that environments do not share as variables, and their values into the file of this environment. */
  readonly environment?: string;
  readonly shapes: Shapes;
}

/** The path of the schema for editors. File paths start in the directory where docform is installed. */
function schemaFrom(file: string) {
  const depth = file.startsWith('../') ? 0 : file.split('/').length - 1;
  return `${'../'.repeat(depth) || './'}node_modules/@docform/cli/schemas/docform.schema.json`;
}

/** Texts by path, the main file first. */
export function configurationFiles(input: ConfigurationFilesInput): ReadonlyMap<string, string> {
  const { declaration, file, split, environment, shapes } = input;
  const directory = directoryOf(file);
  const beside = textFiles(declaration, shapes);
  const fileOf = (address: Address, field: string) => beside.get(`${address} ${field}`)?.path;
  const variables = environment === undefined ? undefined : environmentVariables(input, fileOf);
  const variableOf = variables?.nameOf;
  const blocks = composeConfiguration({ ...declaration, fileOf, ...withoutUndefined({ variableOf }) }, shapes);
  const parts = split === undefined ? new Map<string, JsonObject>() : partsOf(blocks, split, shapes);
  // A part with the name of the main file stays in the main file.
  for (const path of [...parts.keys()]) if (joinPath(directory, path) === file) parts.delete(path);
  const rest = Object.fromEntries(
    Object.entries(blocks).filter(([key]) => ![...parts.values()].some((part) => Object.hasOwn(part, key))),
  );
  const include = parts.size === 0 ? {} : { include: includeOf(parts, split) };
  const main = {
    version: 1,
    organization: variables?.organization ?? input.organization,
    ...include,
    ...variables?.head,
    ...rest,
  };
  const texts = new Map([[file, configurationText({ blocks: main, shapes, file })]]);
  for (const [path, part] of parts) {
    const own = joinPath(directory, path);
    texts.set(own, configurationText({ blocks: { version: 1, ...part }, shapes, file: own }));
  }
  for (const { path, text } of beside.values()) texts.set(joinPath(directory, path), text);
  if (variables !== undefined)
    texts.set(joinPath(directory, `env/${environment}.yaml`), environmentText(variables.values));
  return texts;
}

interface TextFile {
  /** Relative to the file that contains the path. */
  readonly path: string;
  readonly text: string;
}

/** Texts in separate files, by address and field. Paths are relative to the directory of the main file. */
export function textFiles(
  { resources }: Pick<Declaration, 'resources'>,
  shapes: Shapes,
): ReadonlyMap<string, TextFile> {
  const files = new Map<string, TextFile>();
  const taken = new Set<string>();
  for (const { address, kind, key, fields } of resources) {
    for (const [name, field] of Object.entries(shapes.get(kind)?.fields ?? {})) {
      const text = fields[name];
      if (field.fromFile && typeof text === 'string' && text !== '')
        files.set(`${address} ${name}`, { path: freePath(field.fromFile, key, taken), text });
    }
  }
  return files;
}

/** Windows opens a device instead of a file with such a name, also with an ending. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** A path that is a file of its own on every system, and is added to `taken`. Paths that differ only in case are one file on some systems. */
function freePath({ folder, ending }: NonNullable<FieldShape['fromFile']>, key: string, taken: Set<string>) {
  const name = key.replace(deviceName, '$&_');
  for (let number = 1; ; number += 1) {
    const path = `${folder}/${name}${number === 1 ? '' : `-${number}`}.${ending}`;
    const folded = path.toLowerCase();
    if (taken.has(folded)) continue;
    taken.add(folded);
    return path;
  }
}

/** Maps get separate files. Single blocks stay in the main file. */
function partsOf(blocks: JsonObject, split: Split, shapes: Shapes) {
  const parts = new Map<string, JsonObject>();
  const taken = new Set<string>();
  for (const [key, block] of Object.entries(blocks)) {
    const holds = topHolds(key, shapes);
    if (holds === 'one') continue;
    if (split === 'kind') parts.set(`${key}.yaml`, { [key]: block });
    else if (holds === 'structures')
      for (const [name, value] of Object.entries(block as JsonObject))
        parts.set(freePath({ folder: key, ending: 'yaml' }, name, taken), { [key]: { [name]: value } });
  }
  return parts;
}

/** A pattern for a whole folder also includes files that are added later. */
function includeOf(parts: ReadonlyMap<string, JsonObject>, split: Split | undefined) {
  if (split === 'kind') return [...parts.keys()];
  return [...new Set([...parts.keys()].map((path) => `${directoryOf(path)}/*.yaml`))];
}

interface ConfigurationTextInput {
  /** Top-level keys in order. */
  readonly blocks: JsonObject;
  readonly shapes: Shapes;
  /** The path of the file from the directory where docform is installed. */
  readonly file?: string;
  /** Lines of a comment without `#`. */
  readonly comment?: readonly string[];
}

export function configurationText({ blocks, shapes, file = '', comment = [] }: ConfigurationTextInput): string {
  const lines = [...comment, ...guestRemarks(blocks, shapes)];
  const remarks = lines.length === 0 ? [] : ['#', ...lines.map((line) => `# ${line}`.trimEnd())];
  const entries = Object.entries(blocks).map(([key, value], at) => {
    const entry = newEntry(key, topLayout(key, value, shapes));
    entry.key.spaceBefore = at === 0 || !headKeys.includes(key);
    return entry;
  });
  const head = [`# yaml-language-server: $schema=${schemaFrom(file)}`, ...remarks];
  return `${head.join('\n')}\n${newDocumentText(newMap(entries, false))}`;
}

/** In most fields, null clears the value. In a list of people, a role of null is easily taken for a missing one. */
function guestRemarks(blocks: JsonObject, shapes: Shapes): readonly string[] {
  return [...shapes.values()].flatMap(({ segment, parents, shorthand = '', fields }) => {
    const block = parents === undefined ? blocks[segment] : undefined;
    if (fields[shorthand]?.nullIsValue !== true || !isJsonObject(block)) return [];
    const hasGuest = Object.values(block).some((each) => each === null || jsonObjectOrEmpty(each)[shorthand] === null);
    return hasGuest ? [`\`null\` as ${shorthand} in \`${segment}\` means guest.`] : [];
  });
}

/** Without an organization, DOCFORM_ORG is required. `file`: the path from the directory where docform is installed. */
export function firstConfiguration(template: string, organization: string | undefined, file: string): string {
  const text = template.replace('SCHEMA', schemaFrom(file));
  if (organization === undefined) return text;
  return text.replace(/\n# organization: .*/, `organization: ${scalarText(organization, false)}`);
}
