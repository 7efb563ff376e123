/** The content of a report as blocks, which each format prints in one file. */
// A report decides what readers see: it selects, groups, shortens and orders, and returns a list of blocks. A printer (text.ts, markdown.ts, html.ts)
// decides only how a block looks: signs, indentation, color and escapes. It never reads a sentence, counts or cuts.
// - Line: literals of docform, and data that each format escapes. A text with commands between backticks is a message.
// - Item: one entry, such as a change: its head, fields, lines, notes, block and names.
// - Block: title, paragraph, list, changes, guards, tree, table, outline (nested lines), and two frames: box and fold. A marker is for programs only.
// A report has a layout for each place where it is read: a terminal shows the result last, a comment first and within a size limit.
// Any printer can print any layout, so a new format is one file. `fit.ts` finds the longest layout within a limit; it prints whole documents only.

import type { Address } from '../../core/address.ts';
import type { Blocked } from '../../plan/result/change.ts';
import type { Difference } from '../wording/values.ts';
import type { Role } from '../wording/words.ts';

/** `message`: text of docform with commands between backticks. `was` and `is`: a value before and after. */
type Part =
  | { readonly as: 'literal' | 'data' | 'message' | 'code' | 'was' | 'is'; readonly text: string }
  | { readonly as: 'link'; readonly text: string; readonly to: string }
  | { readonly as: 'span'; readonly parts: Line; readonly role?: Role; readonly isStrong?: true };

export type Line = readonly Part[];

/** Literals and numbers are printed as they are. Strings are escaped as text, and other lines are inserted. */
export function line(literals: TemplateStringsArray, ...values: readonly (Line | string | number | undefined)[]): Line {
  const parts: Part[] = [];
  for (const [at, text] of literals.entries()) {
    const value = values[at];
    if (text !== '') parts.push({ as: 'literal', text });
    if (typeof value === 'object') parts.push(...value);
    else if (typeof value === 'number') parts.push({ as: 'literal', text: String(value) });
    else if (value !== undefined && value !== '') parts.push({ as: 'data', text: value });
  }
  return parts;
}

/** Text of docform without data, such as counts. */
export function literal(text: string): Line {
  return text === '' ? [] : [{ as: 'literal', text }];
}

export function code(text: string, as: 'code' | 'data' | 'was' | 'is' = 'code'): Line {
  return [{ as, text }];
}

/** A sentence of docform, with commands between backticks. */
export function message(text: string): Line {
  return [{ as: 'message', text }];
}

/** `to`: a URL that the caller has validated. */
export function link(text: string, to: string): Line {
  return [{ as: 'link', text, to }];
}

/** In color, where a format has color. */
export function painted(role: Role, parts: Line): Line {
  return [{ as: 'span', parts, role }];
}

/** Bold, where a format has no color. */
export function strong(parts: Line): Line {
  return [{ as: 'span', parts, isStrong: true }];
}

export function joined(lines: readonly Line[], separator: string): Line {
  return lines.flatMap((each, at) => (at === 0 ? each : [...literal(separator), ...each]));
}

/** `"a" → "b"` */
export function pairLine({ before, after }: { readonly before: string; readonly after: string }): Line {
  return line`${code(before, 'was')} → ${code(after, 'is')}`;
}

export interface FieldLine {
  readonly name: string;
  readonly value?: Line;
  readonly parts?: readonly Difference[];
  /** Empty for the usual origin, the configuration. */
  readonly origin: string;
}

/** `high-risk: more people can read it (visibility)`. With a role, the label is bold in Markdown. */
export interface Note {
  readonly label: string;
  readonly text: string;
  readonly role?: Role;
}

export function isRisk({ role }: Note): boolean {
  return role === 'bad' || role === 'delete';
}

export interface BlockedItem extends Blocked {
  /** Address of an earlier change that is blocked for the same reason. Only that change prints reason and help. */
  readonly cause?: Address | undefined;
}

/** Everything but the head is below it. */
export interface Item {
  readonly head: Line;
  readonly symbol?: string;
  readonly role?: Role;
  readonly isHighRisk?: boolean;
  readonly fields?: readonly FieldLine[];
  readonly lines?: readonly Line[];
  readonly notes?: readonly Note[];
  readonly blocked?: BlockedItem | undefined;
  /** Names of the members of a group. */
  readonly names?: readonly Line[];
  /** The symbol in a word, for pages: an action or a severity. */
  readonly word?: string;
  /** What an effect is about. */
  readonly label?: string;
  /** The position in the configuration. */
  readonly source?: string;
}

/** A line with other lines below it. */
export interface OutlineNode {
  readonly line: Line;
  readonly nodes?: readonly OutlineNode[];
}

/** A heading, and what the block contains. */
interface Headed {
  readonly heading?: Line;
  readonly about?: Line;
}

export type Block =
  | { readonly is: 'title'; readonly title: Line; readonly facts?: readonly Line[] }
  /** `isAside`: about the report itself. */
  | { readonly is: 'paragraph'; readonly lines: readonly Line[]; readonly isAside?: true }
  | List
  /** Changes in groups that belong to one place. */
  | (Headed & { readonly is: 'changes'; readonly groups: readonly (readonly Item[])[] })
  | { readonly is: 'guards'; readonly guards: readonly BlockedItem[] }
  | Tree
  | Table
  | ({ readonly is: 'outline' } & OutlineNode)
  /** Blocks that readers must notice. */
  | { readonly is: 'box'; readonly tone: 'high-risk' | 'notable'; readonly blocks: readonly Block[] }
  /** Blocks that readers can skip. */
  | { readonly is: 'fold'; readonly summary: string; readonly isOpen?: boolean; readonly blocks: readonly Block[] }
  /** A comment in HTML, by which a later run finds the report. Readers do not see it. */
  | { readonly is: 'marker'; readonly text: string };

export type BlockOf<Is extends Block['is']> = Extract<Block, { readonly is: Is }>;

/** Symbols of items are for formats without bold text. */
export interface List extends Headed {
  readonly is: 'list';
  /** The name of the list, such as `notes`, by which layouts select it. */
  readonly of: string;
  readonly items: readonly Item[];
  /** Effects in sentences. Text output always wraps them, and a page shows a card for each. */
  readonly isProse?: true;
}

/** Rows with the sign of a difference, indented by depth. */
interface Tree extends Headed {
  readonly is: 'tree';
  readonly rows: readonly { readonly sign: string; readonly role: Role; readonly text: string }[];
  readonly note?: string;
}

interface Table {
  readonly is: 'table';
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly Line[]; readonly isHighRisk?: boolean }[];
}

export function paragraph(...lines: readonly Line[]): BlockOf<'paragraph'> {
  return { is: 'paragraph', lines };
}
