/** The note of an apply about what an undo cannot restore. */
import type { Loss } from '../../plan/result/change.ts';
import { lossesText } from '../parts/losses.ts';
import { oneLine, textLines } from '../wording/sanitize.ts';

export interface UndoNote {
  readonly file: string;
  readonly lost: readonly Loss[];
}

/** Printed after an apply. `command`: reverts the apply; missing in a pipeline. */
export function undoNoteText({ lost }: UndoNote, command: string | undefined): string {
  return textLines(
    command === undefined
      ? 'To revert, revert the commit, and apply the plan of the revert.'
      : `To revert, run \`${oneLine(command)}\`, then \`docform apply\`.`,
    lossesText(lost),
  );
}
