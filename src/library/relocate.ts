/** Moves blocks between the files of a configuration, and checks that the result declares the same. Writes nothing. */
import type { Address } from '../core/address.ts';
import { usageFailure } from '../core/docform-error.ts';
import type { Desired } from '../core/state.ts';
import { relocated } from '../edit/rewrite/carried.ts';
import { differences } from '../edit/rewrite/difference.ts';
import { unifiedDiff } from '../edit/text-diff.ts';
import { commentsIn, editedOr } from '../edit/yaml/source-file.ts';
import { createRenaming } from '../kinds/declaration/rename.ts';
import { declarationPart } from '../kinds/declaration/resources.ts';
import { shapes } from '../kinds/index.ts';
import { type ConfigurationOptions, rereading, type Validation } from './configuration.ts';

interface RelocateOptions {
  readonly options: ConfigurationOptions;
  readonly validation: Validation & { readonly desired: Desired };
  readonly addresses: readonly Address[];
  /** Path as in problems. `exists`: the file is on disk. */
  readonly file: string;
  readonly exists: boolean;
}

/** Writes nothing. Throws DocformError (E-MV-FILE) if the blocks cannot be moved with their comments, or the result differs. */
export async function relocateResources({ options, validation, addresses, file, exists }: RelocateOptions) {
  const { desired, parts, sources, file: main } = validation;
  const resources = addresses.map((address) => {
    const found = desired.resources.find((each) => each.address === address && each.parent === null);
    if (found !== undefined && shapes.get(found.kind)?.singleton !== true) return found;
    throw refusal(`${address} is not declared at the top level`, 'name whole top-level resources, such as sites/docs');
  });
  const missing = `add ${file} to \`include\` in ${main}`;
  if (exists && !parts.includes(file)) throw refusal(`${file} is not a file of this configuration`, missing);
  const before = new Map(parts.map((part) => [part, sources.get(part) ?? '']));
  const reread = rereading(options, main);
  const moved = (keepsLists: boolean) => {
    const texts = editedOr(
      () => relocated(before, resources, file, keepsLists),
      (reason) => refusal(reason, 'move the block yourself'),
    );
    return { texts, ...reread(new Map([...sources, ...texts])) };
  };
  const first = moved(false);
  // A file with bounds cannot be the only one that declares a list.
  const { texts, desired: found, problems, parts: now } = first.desired === undefined ? moved(true) : first;
  if (!now.includes(file)) throw refusal(`no pattern of \`include\` matches ${file}`, missing);
  const [problem] = problems;
  if (found === undefined)
    throw refusal(
      `the configuration would not be valid (${problem?.code}: ${problem?.message})`,
      'choose another file',
    );
  const after = declarationPart(desired);
  const renaming = createRenaming([], shapes);
  const [other] = differences({ found, before: desired, after, refused: [], renaming, shapes });
  if (other !== undefined) throw refusal(`${other.address} would change: ${other.what}`, 'move the block yourself');
  const stayed = resources.find(
    ({ address }) => found.resources.find((is) => is.address === address)?.span.file !== file,
  );
  if (stayed !== undefined)
    throw refusal(
      `the block of ${stayed.address} comes from a template or cannot be edited`,
      'move the block yourself',
    );
  const lost = allComments(before) !== allComments(new Map([...before, ...texts]));
  if (lost) throw refusal('a comment would be lost', 'move the block yourself');
  const changed = new Map([...texts].filter(([path, text]) => text !== before.get(path)));
  return {
    texts: changed,
    diff: unifiedDiff(new Map([...changed.keys()].map((path) => [path, before.get(path) ?? ''])), changed),
  };
}

function allComments(texts: ReadonlyMap<string, string>) {
  return [...texts.values()].flatMap(commentsIn).sort().join('\n');
}

function refusal(message: string, hint: string) {
  return usageFailure(`${message}; nothing was written`, hint, 'E-MV-FILE');
}
