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

/** `docs "Docs" (id), 12 from page-1 "Page 1" to page-12 "Page 12" (x, y, …)` */
export function itemsIn(text: string): readonly FixtureItem[] {
  const items: FixtureItem[] = [];
  let rest = text;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    rest = rest.slice(found?.length ?? 0);
    return found;
  };
  const word = (pattern = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'(),]+)/): string => {
    const found = take(pattern);
    if (found === undefined) throw new Error(`no word before ${rest}: ${text}`);
    if (found.startsWith("'")) return found.slice(1, -1);
    return found.startsWith('"') ? (JSON.parse(found) as string) : found;
  };
  const one = () => {
    const key = word();
    const title = take(/^ (?=["'])/) === undefined ? undefined : word();
    take(/^ in steps of \d+/);
    const ids: string[] = [];
    if (take(/^ \(/) !== undefined) {
      do ids.push(word());
      while (take(/^, /) !== undefined);
      if (take(/^\)/) === undefined) throw new Error(`no end of ids: ${rest}`);
    }
    return { key, title, ids };
  };
  while (rest !== '') {
    const number = Number(take(/^\d+ from /)?.split(' ')[0] ?? 1);
    const first = one();
    const last = number > 1 && take(/^ to /) !== undefined ? one() : first;
    for (let at = 0; at < number; at += 1) {
      const title = first.title === undefined ? undefined : counted(first.title, last.title ?? '', at, number);
      const [from, to] = [first.ids[0], last.ids.at(-1) ?? ''];
      const id = number === 1 || first.ids.length === 0 ? last.ids[at] : counted(from ?? '', to, at, number);
      if (first.ids.length + last.ids.length > 0 && id === undefined) throw new Error(`no id for ${first.key}`);
      const key = counted(first.key, last.key, at, number);
      items.push({ key, ...(title === undefined ? {} : { title }), ...(id === undefined ? {} : { id }) });
    }
    take(/^ in steps of \d+/);
    if (rest !== '' && take(/^, /) === undefined) throw new Error(`no next item: ${rest}`);
  }
  return items;
}

/** The text at this position of a run of this length, in which one number grows in equal steps. */
function counted(first: string, last: string, at: number, length: number): string {
  const [from, to] = [first, last].map((text) => text.split(/(\d{1,15})/)) as [string[], string[]];
  const place = from.findIndex((part, index) => part !== to[index]);
  const number = from[place];
  if (number === undefined || at === 0) return first;
  const width = number.startsWith('0') ? number.length : 0;
  const step = (Number(to[place]) - Number(number)) / (length - 1);
  return from.with(place, String(Number(number) + at * step).padStart(width, '0')).join('');
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
