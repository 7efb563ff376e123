/** An import as files: what was asked for, as a new configuration; read again before anything is written. */
import { directoryOf, joinPath } from '../config/glob.ts';
import { overlaid } from '../config/overlay.ts';
import { type Address, topContainer } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import type { Declaration, Desired } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { resourcesAt } from '../declaration/resources.ts';
import { configurationFiles, type Split, textFiles } from '../edit/compose/configuration-files.ts';
import { type Chosen, choose } from '../import/chosen.ts';
import { type Merged, merged } from '../import/merged.ts';
import { shapes } from '../kinds/index.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import type { Imported } from './import.ts';

export type { Chosen, Merged, Split };

/** Of what was read, what was asked for; `addresses` empty: everything. `desired`: what is declared by now. */
export function chosenOf({ adopted }: Pick<Imported, 'adopted'>, addresses: readonly Address[], desired?: Desired): Chosen {
  return choose({ adopted, addresses, shapes, ...(desired === undefined ? {} : { desired }) });
}

/** What a configuration that is there shall declare once this is put into it. */
export function mergedWith(desired: Desired, chosen: Chosen, { live, ledger }: Pick<Imported, 'live' | 'ledger'>): Merged {
  return merged({ desired, chosen, live, ledger, shapes });
}

export interface NewConfiguration {
  readonly organization: string;
  /** Path of the main file, from where problems are seen. */
  readonly file: string;
  readonly split?: Split;
}

/** Texts by path, the main file first. */
export function newConfiguration(declaration: Declaration, options: NewConfiguration): ReadonlyMap<string, string> {
  return configurationFiles({ declaration, shapes, ...options });
}

export interface TextFiles {
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
}

/** Texts that differ and may stand in files: those that are there with the text that was, are the ones. */
export function changedTexts(
  after: Pick<Declaration, 'resources'>,
  { desired, sources }: Pick<Validation, 'desired' | 'sources'>,
): readonly ChangedText[] {
  const declared = resourcesAt(desired?.resources ?? []);
  return after.resources.flatMap(({ address, kind, fields }) =>
    Object.entries(shapes.get(kind)?.fields ?? {}).flatMap(([field, { fromFile }]): readonly ChangedText[] => {
      const [was, text] = [declared.get(address)?.fields[field], fields[field]];
      const span = declared.get(address)?.fieldSpans[field];
      if (!fromFile || typeof was !== 'string' || typeof text !== 'string' || was === text || span === undefined) return [];
      const line = sources.get(span.file)?.split(/\r\n|\n/)[span.line - 1] ?? '';
      const written = line.slice(span.column - 1, span.column - 1 + span.length).replace(/^(["'])(.*)\1$/, '$2');
      return [{ address, field, path: joinPath(directoryOf(span.file), written), was, text }];
    }),
  );
}

/** As `validate`, with these texts in the place of the files. */
export async function validateTexts(
  options: ConfigurationOptions & { readonly file: string },
  texts: ReadonlyMap<string, string>,
): Promise<Validation> {
  const { directory, file: given, ...rest } = options;
  const [{ filesOnDisk, relativePath }, { loadConfiguration }, { secretsIn }] = await Promise.all([
    import('../config/load.ts'),
    import('../config/load-configuration.ts'),
    import('../config/secrets.ts'),
  ]);
  const file = relativePath(directory, given);
  const loaded = loadConfiguration({ file, files: overlaid(filesOnDisk(directory, file), texts), shapes, ...rest });
  return { ...loaded, file, secrets: loaded.desired === undefined ? [] : secretsIn(loaded.desired, shapes) };
}

/** Addresses that are not declared as they were meant to be; a text can be right and still say something else. */
export function misread(desired: Pick<Desired, 'resources' | 'orders'>, meant: Declaration): readonly Address[] {
  const [read, wanted] = [factsOf(desired), factsOf(meant)];
  return [...new Set([...read.keys(), ...wanted.keys()])].filter((address) => !isEqual(read.get(address), wanted.get(address))).sort();
}

function factsOf({ resources, orders }: Pick<Declaration, 'resources' | 'orders'>): ReadonlyMap<Address, Value> {
  const facts = resources.map(({ address, fields, pin = null, protect = null, replace = null, isLookUp = false }) => {
    const said = { fields, pin, protect, replace, isLookUp, order: orders[address] ?? null };
    return [address, said as unknown as Value] as const;
  });
  return new Map([...facts, [topContainer, { order: orders[topContainer] ?? null }]]);
}
