/** The note of an apply about what an undo cannot restore. */
import type { Loss } from '../../plan/result/change.ts';
import { message, paragraph } from '../blocks/block.ts';
import { blocksText } from '../blocks/text.ts';
import { lossLists } from '../parts/losses.ts';

export interface UndoNote {
  readonly file: string;
  readonly lost: readonly Loss[];
}

/** Printed after an apply. `command`: reverts the apply; missing in a pipeline. */
export function undoNoteText({ lost }: UndoNote, command: string | undefined): string {
  const how =
    command === undefined
      ? 'To revert, revert the commit, and apply the plan of the revert.'
      : `To revert, run \`${command}\`, then \`docform apply\`.`;
  return blocksText([paragraph(message(how)), ...lossLists(lost, true)], {}, true);
}
