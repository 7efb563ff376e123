/** Reads a case of the editor: the files before, the intended declaration, and the files after. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { escapeHiddenInJson } from '../../src/core/hidden.ts';
import type { Desired } from '../../src/core/state.ts';
import { differences } from '../../src/edit/rewrite/difference.ts';
import { type Rewritten, rewrite, type Wanted } from '../../src/edit/rewrite/rewrite.ts';
import { createRenaming, type Renamed } from '../../src/kinds/declaration/rename.ts';
import { shapes } from '../../src/kinds/index.ts';
import { head, load, loadDesired } from '../config/memory-files.ts';

type Files = { readonly [path: string]: string };

interface CaseFile {
  readonly why: string;
  /** A text alone is docform.yaml, without the two lines every configuration begins with. */
  readonly before: string | Files;
  /** New values of top-level keys. null: the key is removed. */
  readonly wanted: { readonly [key: string]: unknown };
  readonly renamed?: readonly Renamed[];
  readonly after: string | Files;
  /** Reasons by address, or `address: field`. */
  readonly refused?: { readonly [place: string]: string };
}

export interface EditCase {
  readonly name: string;
  readonly before: Files;
  readonly after: Files;
  readonly desired: Desired;
  readonly wanted: Wanted;
  readonly renamed: readonly Renamed[];
  readonly refused: { readonly [place: string]: string };
}

const directory = new URL('cases/', import.meta.url);

export function readCases(): readonly EditCase[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => readCase(name));
}

function readCase(name: string): EditCase {
  const file = parse(readFileSync(new URL(name, directory), 'utf8')) as CaseFile;
  const before = filesOf(file.before);
  const { wanted, renamed = [], refused = {} } = file;
  return {
    name,
    before,
    after: filesOf(file.after),
    desired: loadDesired(before),
    wanted: wantedOf(before, wanted),
    renamed,
    refused,
  };
}

function filesOf(texts: string | Files): Files {
  return typeof texts !== 'string' ? texts : { 'docform.yaml': /version['"]?:/.test(texts) ? texts : head + texts };
}

/** The whole configuration as data, with these keys instead. */
function wantedOf(before: Files, wanted: CaseFile['wanted']): Wanted {
  const whole: { [key: string]: unknown } = {};
  for (const text of Object.values(before)) {
    const content: unknown = parse(text);
    for (const [key, value] of Object.entries(isMap(content) ? content : {})) {
      const known = whole[key];
      whole[key] =
        isMap(known) && isMap(value) ? { ...known, ...value } : Array.isArray(known) ? [...known, ...value] : value;
    }
  }
  const given = Object.entries({ ...whole, ...wanted, include: [] }).filter(([, value]) => value !== null);
  const text = escapeHiddenInJson(JSON.stringify(Object.fromEntries(given)));
  return asWanted(loadDesired({ ...before, 'docform.yaml': text }));
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asWanted(desired: Desired): Wanted {
  return { ...desired, lists: desired.lists.map(({ list }) => list) };
}

export function edit(
  texts: Files,
  desired: Desired,
  after: Wanted,
  renamed: readonly Renamed[] = [],
): Rewritten & { readonly files: Files } {
  const rewritten = rewrite({ sources: new Map(Object.entries(texts)), before: desired, after, renamed, shapes });
  return { ...rewritten, files: { ...texts, ...Object.fromEntries(rewritten.texts) } };
}

/** Differences between the edited files and the intention, or problems of the files. */
export function faults(
  edited: ReturnType<typeof edit>,
  before: Desired,
  after: Wanted,
  renamed: readonly Renamed[] = [],
): readonly (ReturnType<typeof differences>[number] | string)[] {
  const { desired, problems } = load(edited.files);
  if (desired === undefined) return problems.map(({ code, message, span }) => `${code} ${span.line}: ${message}`);
  return differences({
    found: desired,
    before,
    after,
    refused: edited.refused,
    renaming: createRenaming(renamed, shapes),
    shapes,
  });
}
