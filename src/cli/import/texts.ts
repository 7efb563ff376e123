/** The texts of an import: a new configuration, or the one that is there with what differs put into it; nothing is written yet. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocformError } from '../../core/docform-error.ts';
import type { ChangedText, Desired, Imported, Validation } from '../../index.ts';
import { oneLine } from '../../report/sanitize.ts';
import { count, type EditPlace, editPlaceText, someNames } from '../../report/words.ts';
import { configurationOptions } from '../configuration.ts';
import { exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';
import type { Bringing, PreparedImport } from './importing.ts';
import { fileExists } from './place.ts';

export type Written = Pick<PreparedImport, 'texts' | 'before' | 'diff' | 'pending' | 'gone'> & { readonly desired: Desired };
type ChosenPart = ReturnType<typeof import('../../index.ts')['chosenOf']>;

/** A new configuration. Files that are there with the same text are as good as written. */
export async function writeTexts(session: Session, { place, organization, split }: Bringing, chosen: ChosenPart): Promise<Written> {
  const { misread, newConfiguration, unifiedDiff, validateTexts } = await import('../../index.ts');
  const all = newConfiguration(chosen, { organization, file: place.file, ...(split === undefined ? {} : { split }) });
  const validation = await validateTexts({ ...configurationOptions(session), file: place.file, organization }, all);
  const desired = readBack(session, validation);
  const wrong = misread(desired, chosen);
  if (wrong.length > 0) throw otherText(`${someNames(wrong, 3)} would not be read as it is`);
  const texts = await absent(session, all);
  // Of the YAML alone: other texts, such as certificates, are named and not shown.
  const yaml = new Map([...texts].filter(([path]) => validation.sources.has(path)));
  return { texts, before: new Map(), diff: unifiedDiff(new Map(), yaml), desired, pending: [], gone: [] };
}

/** Of the configuration that is there, only what differs. */
export async function patchTexts(
  session: Session,
  { place }: Bringing,
  { desired, imported, chosen }: { readonly desired: Desired; readonly imported: Imported; readonly chosen: ChosenPart },
): Promise<Written> {
  const { mergedWith, newTextFiles, rewriteConfiguration, validateTexts } = await import('../../index.ts');
  const validation = place.validation as Validation;
  const merged = mergedWith(desired, chosen, imported);
  const { fileOf, beside } = newTextFiles(merged, desired, place.file);
  const kept = await changedFiles(session, merged, validation);
  const options = { ...configurationOptions(session), file: place.file };
  const after = { ...merged, resources: withKeptTexts(merged.resources, kept), fileOf };
  const rewritten = await rewriteConfiguration({ options, validation, after, beside });
  const [refused, ...others] = rewritten.refused;
  if (refused !== undefined) throw refusal(refused, others.length);
  const texts = new Map([...rewritten.texts, ...(await absent(session, beside)), ...kept.map(({ path, text }) => [path, text] as const)]);
  const next = kept.length === 0 ? rewritten.desired : readBack(session, await validateTexts(options, texts));
  const before = new Map([...validation.sources, ...kept.map(({ path, was }) => [path, was] as const)]);
  return { texts, before, diff: rewritten.diff, desired: next, pending: merged.pending, gone: merged.gone };
}

/** Texts that stand in files of their own and differ: those files change, and the lines that name them stay. */
async function changedFiles(session: Session, merged: Pick<Desired, 'resources'>, validation: Validation): Promise<readonly ChangedText[]> {
  const { changedTexts } = await import('../../index.ts');
  const found = await Promise.all(
    changedTexts(merged, validation).map(async (each) => {
      const present = await readFile(resolve(session.settings.directory, each.path), 'utf8').catch(() => undefined);
      return present === each.was ? [each] : [];
    }),
  );
  return found.flat();
}

function withKeptTexts(resources: Desired['resources'], kept: readonly ChangedText[]): Desired['resources'] {
  return resources.map((resource) => {
    const own = kept.filter(({ address }) => address === resource.address).map(({ field, was }) => [field, was] as const);
    return own.length === 0 ? resource : { ...resource, fields: { ...resource.fields, ...Object.fromEntries(own) } };
  });
}

/** Those that are not there yet. Throws where one is there with other text. */
async function absent(session: Session, files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [path, text] of files) {
    const present = await readFile(resolve(session.settings.directory, path), 'utf8').catch(() => undefined);
    if (present !== undefined && present !== text) throw fileExists(path);
    if (present === undefined) texts.set(path, text);
  }
  return texts;
}

function readBack(session: Session, { desired, problems, secrets }: Validation): Desired {
  for (const secret of secrets) session.keepSecret(secret);
  const [problem] = problems;
  if (desired === undefined) throw otherText(`${problem?.code ?? ''} ${problem?.message ?? ''}`.trim());
  return desired;
}

function otherText(reason: string): DocformError {
  return new DocformError({
    exit: exitCode.failed,
    code: 'E-IMPORT-TEXT',
    message: `what is there cannot be written as a configuration that says the same: ${oneLine(reason)}; nothing was written`,
    hint: 'files beside it that it would include may be the reason (try --out in an empty directory), or its size (try --split site)',
  });
}

function refusal(refused: EditPlace, others: number): DocformError {
  const more = others === 0 ? '' : ` (and ${count(others, 'further place')})`;
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-REWRITE',
    message: `${editPlaceText(refused)} cannot be put into the configuration: ${refused.reason}${more}; nothing was written`,
    hint: 'change that place by hand, or import only what you need: docform import ADDRESS',
  });
}
