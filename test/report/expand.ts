/** Parses the comment of a plan: every high-risk change that it names, alone or packed with others. */
import { escapeMarkdown, inlineCode } from '../../src/report/wording/sanitize.ts';

export interface Told {
  readonly action: string;
  readonly address: string;
  readonly id?: string;
  readonly title?: string;
  /** Markdown lines. A packed change has its own address in them. */
  readonly lines: readonly string[];
}

interface Entry {
  readonly head: string;
  readonly lines: readonly string[];
}

export function expand(comment: string): readonly Told[] {
  const section = comment.split(/^#### /m).find((part) => part.startsWith('Changes to review')) ?? '';
  return entriesIn(section.split(/\n\n(?!- )/)[0] ?? '').flatMap(({ head, lines }) => {
    const shape = /^- `[^`]+` ([a-z]+)(.*)$/.exec(head);
    if (shape === null) throw new Error(`no change: ${head}`);
    const [, action = '', rest = ''] = shape;
    if (rest.startsWith(' in ')) return inGroup(action, rest, lines, [`in ${rest.slice(4)}: ${lines.at(-1)}`]);
    const lists = lines.filter((line) => line.startsWith('in `'));
    return lists.length === 0 ? [alone(action, rest.slice(1), lines)] : inGroup(action, rest, lines, lists);
  });
}

function entriesIn(section: string): readonly Entry[] {
  const entries: { head: string; lines: string[] }[] = [];
  for (const line of section.split('\n').slice(1)) {
    if (line.startsWith('- ')) entries.push({ head: line, lines: [] });
    else if (line.startsWith('  - ')) entries.at(-1)?.lines.push(line.slice(4));
    else if (line.startsWith('    ')) entries.at(-1)?.lines.push(`${entries.at(-1)?.lines.pop()}\n${line.slice(4)}`);
  }
  return entries.map(({ head, lines }) => ({ head, lines: lines.map(beside) }));
}

/** Converts a difference in several parts to both complete texts. */
function beside(line: string): string {
  const [name = '', fence, ...parts] = line.split('\n');
  if (fence === undefined) return line;
  const side = (mark: string): string => {
    const texts = parts.slice(0, -1).filter((part) => part.startsWith(' ') || part.startsWith(mark));
    return inlineCode(JSON.stringify(texts.map((part) => JSON.parse(part.slice(2)) as string).join('')));
  };
  return `${name} ${side('-')} → ${side('+')}`;
}

function alone(action: string, rest: string, lines: readonly string[]): Told {
  const address = codeAt(rest, 0);
  const named = rest.startsWith(' `', address.end) ? codeAt(rest, address.end + 1) : undefined;
  const title = named === undefined ? undefined : (JSON.parse(named.text) as string);
  const end = named?.end ?? address.end;
  const id = rest.startsWith(' (', end) ? codeAt(rest, end + 2).text : undefined;
  return {
    action,
    address: address.text,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    lines,
  };
}

function inGroup(action: string, rest: string, lines: readonly string[], lists: readonly string[]): readonly Told[] {
  const number = Number(/, (\d+):$/.exec(rest)?.[1]);
  const told = lines.slice(0, lines.length - lists.length);
  const items = lists.flatMap((line) => {
    const list = codeAt(line, 'in '.length);
    const packed = codeAt(line, line.indexOf(': `', list.end) + ': '.length);
    return itemsIn(packed.text).map((item) => ({ ...item, address: `${list.text}${item.key}` }));
  });
  if (items.length !== number) throw new Error(`${number} told of, ${items.length} named: ${rest}`);
  return items.map(({ key: _, address, ...item }) => {
    const own = told.map((line) =>
      line.replace(': it is', `: ${escapeMarkdown(address)} is`).replaceAll('ADDRESS', address),
    );
    return { action, address, ...item, lines: own };
  });
}

interface FixtureItem {
  readonly key: string;
  readonly title?: string;
  readonly id?: string;
}

/** `page-{1..3}="Page {1..3}"#[x y z] other#id` */
export function itemsIn(text: string): readonly FixtureItem[] {
  const items: FixtureItem[] = [];
  let at = 0;
  const token = (): readonly string[] => {
    const found = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'=#[\]]+)/.exec(text.slice(at));
    if (found === null) throw new Error(`no word at ${at}: ${text}`);
    at += found[0].length;
    return counted(found[0]);
  };
  const tokens = (): readonly string[] => {
    if (text[at] !== '[') return token();
    const all: string[] = [];
    for (at += 1; text[at] !== ']'; at += text[at] === ' ' ? 1 : 0) all.push(...token());
    at += 1;
    return all;
  };
  const after = (sign: string): readonly string[] | undefined => {
    if (text[at] !== sign) return undefined;
    at += 1;
    return tokens();
  };
  for (; at < text.length; at += 1) {
    const keys = token();
    const titles = after('=');
    const ids = after('#');
    for (const [index, key] of keys.entries()) {
      const title = titles?.[titles.length === 1 ? 0 : index];
      const id = ids?.[index];
      if (ids !== undefined && id === undefined) throw new Error(`no id for ${key}`);
      items.push({ key, ...(title === undefined ? {} : { title }), ...(id === undefined ? {} : { id }) });
    }
  }
  return items;
}

function counted(word: string): readonly string[] {
  const range = /\{(\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)\}/.exec(word);
  const read = (text: string): string => {
    if (text.startsWith("'")) return text.slice(1, -1);
    return text.startsWith('"') ? (JSON.parse(text) as string) : text;
  };
  if (range === null || /^\d+$/.test(range[1] ?? '')) return [read(word)];
  const [whole, ranges = ''] = range;
  return ranges.split(',').flatMap((each) => {
    const [first = '', last = first] = each.split('..');
    const width = first.startsWith('0') ? first.length : 0;
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      read(word.replace(whole, index === 0 ? first : String(Number(first) + index).padStart(width, '0'))),
    );
  });
}

/** The content of the inline code that starts at this position. */
export function codeAt(text: string, start: number): { readonly text: string; readonly end: number } {
  const fence = /^`+/.exec(text.slice(start))?.[0] ?? '';
  if (fence === '') throw new Error(`no code: ${text.slice(start)}`);
  const close = new RegExp(`(?<!\`)${fence}(?!\`)`, 'g');
  close.lastIndex = start + fence.length;
  const end = close.exec(text)?.index ?? Number.NaN;
  const content = text.slice(start + fence.length, end);
  return {
    text: /^ .*[^ ].* $/s.test(content) && /^ `|` $/.test(content) ? content.slice(1, -1) : content,
    end: end + fence.length,
  };
}
