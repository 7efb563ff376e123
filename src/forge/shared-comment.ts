/** Maintains one comment for the plans of all configurations: a table, and a section for each configuration. */
import { sleep } from '../core/sleep.ts';
import type { Forge } from './forge.ts';
import { forgeError } from './forge-requests.ts';
import {
  byteLength,
  isSameText,
  type KeptComment,
  markLine,
  maxBodyBytes,
  ownComments,
  type Remark,
  upsertComment,
  withoutCommands,
} from './keep.ts';

interface SharedRemark extends Omit<Remark, 'text'> {
  /** Cells of the table, as Markdown: changes, deletes, high-risk changes, blocked and digest. */
  readonly cells: readonly string[];
  /** The section, with every high-risk change. Undefined: the section does not fit into this number of bytes. */
  readonly textWithin: (mostBytes: number) => string | undefined;
  /** The comment of a configuration whose section does not fit. */
  readonly ownText: string;
  /** How long a write of another job can take after the job read the comment. */
  readonly settleMs: number;
}

interface Section {
  readonly target: string;
  readonly row: string;
  readonly text: string;
}

const mark = { kind: 'comments', target: 'all' } as const;
const head = [
  '## docform plans',
  '',
  '| Configuration | Changes | Deletes | High-risk | Blocked | Plan digest |',
  '|---|---|---|---|---|---|',
].join('\n');
const maxTries = 10;

/** Forges cannot refuse a write that is based on an old comment, so another job can remove the section. Reads the comment again after each write, and repeats the write if the section is missing. */
export async function keepSharedComment(forge: Forge, remark: SharedRemark): Promise<KeptComment> {
  const { target, request, settleMs, isOnlyKept, ownText } = remark;
  const writes: KeptComment[] = [];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [first, ...duplicates] = await ownComments(forge, request, mark);
    if (first === undefined && isOnlyKept) return 'nothing';
    // The oldest comment counts. A duplicate can contain sections that the oldest comment does not have.
    const known = [first, ...duplicates].flatMap((comment) => (comment === undefined ? [] : sectionsIn(comment.body)));
    const others = known.filter(
      (each, at) => each.target !== target && at === known.findIndex(({ target: other }) => other === each.target),
    );
    const own = sectionOf(remark, maxBodyBytes - byteLength(bodyOf(others)));
    const elsewhere = { target, request };
    if (!own.isWhole) await upsertComment(forge, { ...elsewhere, text: ownText, isOnlyKept: false });
    const body = bodyOf([...others, own]);
    if (byteLength(body) > maxBodyBytes)
      throw forgeError('the shared comment has too many configurations', 'run docform ci comment without --shared');
    if (first !== undefined && isSameText(first.body, body)) {
      if (own.isWhole)
        await upsertComment(forge, { ...elsewhere, text: 'See the comment of all plans.', isOnlyKept: true });
      for (const each of duplicates) await forge.changeRequestComment(request, each, 'See the comment of all plans.');
      return writes[0] ?? 'unchanged';
    }
    if (first === undefined) await forge.commentOnRequest(request, body);
    else await forge.changeRequestComment(request, first, body);
    writes.push(first === undefined ? 'added' : 'changed');
    await sleep(settleMs);
  }
  throw forgeError('other jobs change the shared comment constantly', 'run the job again');
}

const separate = 'The plan does not fit into this comment. **It has its own comment.**';

function sectionOf({ target, cells, textWithin }: SharedRemark, leftBytes: number) {
  const sectionWith = (text: string): Section => ({
    target,
    row: cells.join(' | '),
    text: `### ${target}\n\n${withoutMarks(lowerHeadings(text.trim()))}`,
  });
  const bytesOf = (section: Section) => byteLength(bodyOf([section])) - byteLength(bodyOf([]));
  const text = textWithin(leftBytes - bytesOf(sectionWith('')) - maxHeadings);
  const section = text === undefined ? undefined : sectionWith(text);
  return section === undefined || bytesOf(section) > leftBytes
    ? { ...sectionWith(separate), isWhole: false }
    : { ...section, isWhole: true };
}

/** Each heading of a plan becomes longer by one character. */
const maxHeadings = 100;

/** The headings of a plan are below the one of its section. Code blocks, such as navigations, have no headings. */
function lowerHeadings(text: string): string {
  return text
    .split(/^(```[\s\S]*?^```)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/^#{3,5} /gm, '#$&')))
    .join('');
}

/** No line of a plan starts a section. */
function withoutMarks(text: string): string {
  return withoutCommands(text).replace(/^<!-- docform:section /gm, ' $&');
}

function bodyOf(sections: readonly Section[]): string {
  const sorted = [...sections].sort((a, b) => (a.target < b.target ? -1 : 1));
  return [
    `${markLine(mark)}\n${head}`,
    ...sorted.map(({ target, row }) => `| ${target} | ${row} |`),
    ...sorted.map(({ target, row, text }) => `\n<!-- docform:section target=${target} row=${row} -->\n${text.trim()}`),
  ].join('\n');
}

function sectionsIn(body: string): readonly Section[] {
  const parts = body.replace(/\r\n?/g, '\n').split(/^<!-- docform:section target=(\S+) row=(.*) -->\n/m);
  const sections: Section[] = [];
  for (let at = 1; at + 2 < parts.length; at += 3)
    sections.push({ target: parts[at] ?? '', row: parts[at + 1] ?? '', text: (parts[at + 2] ?? '').trim() });
  return sections;
}
