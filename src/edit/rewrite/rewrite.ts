/** Edits the files of a configuration so that they declare something else, and leaves every character alone that does not say so. */
import type { Desired } from '../../core/state.ts';
import { type Renamed, renamingOf } from '../../declaration/renaming.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { settled } from './anchors.ts';
import { editedBlock } from './block-edits.ts';
import { editingOf, type Refused } from './editing.ts';
import { editedInPlace } from './in-place.ts';
import { keepReferenced } from './keep-referenced.ts';
import { locate } from './locate.ts';
import { emptied, endsAnew } from './members.ts';
import { editedRoot } from './root-edits.ts';
import { sourceFileOf } from './source-file.ts';
import type { Wanted } from './wanted.ts';

export interface RewriteInput {
  /** The main file and what it includes, as they were read: text by path, main file first. */
  readonly sources: ReadonlyMap<string, string>;
  /** What they declare. */
  readonly before: Desired;
  /**
   * What they shall declare. A field or resource that is missing is released or removed, a list that is missing is no longer declared;
   * `moved` missing: it stays. Of pins, `protect` and `replace` only what is stated is edited.
   */
  readonly after: Wanted;
  /** Resources that stay what they are under another key; `after` has them under the new one. */
  readonly renamed?: readonly Renamed[];
  readonly shapes: Shapes;
}

export type { Wanted };

export interface Rewritten {
  /** Only files that change. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was left out, and why. */
  readonly refused: readonly Refused[];
}

export function rewrite(input: RewriteInput): Rewritten {
  const { sources, before, after, renamed = [], shapes } = input;
  const texts = renamed.length === 0 ? editedInPlace(sources, before, after, shapes) : undefined;
  return texts === undefined ? rewriteTrees(input) : { texts, refused: [] };
}

/** The same of anything that a file can say. */
export function rewriteTrees({ sources, before, after: given, renamed = [], shapes }: RewriteInput): Rewritten {
  const files = [...sources].flatMap(([file, text]) => sourceFileOf(file, text) ?? []);
  const renaming = renamingOf(renamed, shapes);
  const { after, refused } = keepReferenced({ before, after: given }, renaming, shapes);
  const editing = editingOf({ before, after, renaming, shapes, editBlock: editedBlock });
  locate(editing, files);
  const texts = new Map<string, string>();
  for (const [index, source] of files.entries()) {
    const { root } = source.tree;
    const edited = settled(editedRoot(editing, source, index === 0));
    if (edited === root) continue;
    const isEndKept = edited.members.at(-1)?.source === root.members.at(-1)?.source && !endsAnew(edited.members.at(-1));
    const after = isEndKept ? source.tree.after : source.tree.after.map(emptied);
    texts.set(source.file, source.printed({ ...source.tree, root: edited, after }));
  }
  return { texts, refused: [...refused, ...editing.refused] };
}
