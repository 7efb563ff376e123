/** A whole file in the canonical layout: what stands at its top, the keys there with empty lines between, and what stands at its end. */
import { blockLines, joined } from '../tree/print.ts';
import { inlineText } from '../tree/print-flow.ts';
import { canonicalStyle, commentLines, endsKept } from '../tree/print-style.ts';
import { isComment } from '../tree/scan.ts';
import type { FileTree, Lines, Member } from '../tree/tree.ts';

/** `isTogether`: which neighbours at the top stand together unless their author parts them. */
export function canonicalText(file: FileTree, isTogether: (before: Member, after: Member) => boolean, hasNewFirst: boolean): string {
  const { root } = file;
  const lines = [...heading(file.head)];
  const hasHeading = lines.length > 0;
  let before: Member | undefined;
  let wasLong = false;
  const laid = blockLines(canonicalStyle, root, 0, false);
  for (const [at, member] of root.members.entries()) {
    const each = laid[at];
    if (each === undefined) continue;
    const printed = joined([each], 0);
    const isLong = each.body.length > 1;
    const needsSpace = before === undefined ? hasNewFirst && hasHeading : (isLong || wasLong) && !isTogether(before, member);
    const isClosed = before === undefined || !endsKept(before.value);
    if (needsSpace && isClosed && printed[0] !== '') lines.push('');
    // One by one: a key may hold more lines than a call takes arguments.
    for (const line of printed) if (line !== '' || lines.length > 0) lines.push(line);
    [before, wasLong] = [member, isLong];
  }
  if (root.members.length === 0 && root.isFlow) lines.push(inlineText(canonicalStyle, root, 0) ?? '');
  const all = [...lines, ...ending(file, lines.length === 0)];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** The first paragraph is about the file; what stands right above the first key, and is not that, is about the key. */
export function withFileHead(file: FileTree): FileTree {
  const { head, root } = file;
  const [first, ...rest] = root.members;
  if (first === undefined) return file;
  const isAlone = !root.isFlow && !head.some(isComment);
  const all = isAlone ? [...head, ...first.lead] : head;
  const words = all.findLastIndex((line) => line.trim() !== '') + 1;
  const gap = words < all.length ? ['', ...first.gap] : first.gap;
  return { ...file, head: all.slice(0, words), root: { ...root, members: [{ ...first, gap, lead: isAlone ? [] : first.lead }, ...rest] } };
}

/** Directives have to stand before `---`, and comments below them; else comments come first. */
function heading(head: Lines): Lines {
  const marks = head.filter((line) => /^(?:%|---)/.test(line)).map((line) => line.trimEnd());
  const comments = commentLines(
    head.filter((line) => !/^(?:%|---)/.test(line)),
    0,
    true,
  );
  return marks.length > 1 ? [...marks, ...comments] : [...comments, ...marks];
}

function ending({ root, aside, after }: FileTree, isFirst: boolean): Lines {
  const below = after.flatMap((line) => (/^\.\.\./.test(line) ? (line.includes('#') ? [line.slice(3)] : []) : [line]));
  const printed = commentLines([...root.after, ...(aside === undefined ? [] : [aside.text]), ...below], 0, isFirst);
  return printed.at(-1) === '' ? printed.slice(0, -1) : printed;
}
