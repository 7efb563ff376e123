/** Configurations as YAML in any style: brackets and lines, quotes, comments, empty lines, anchors, several files. */
import type { Draw } from '../laws/draw.ts';
import type { Data } from './drawn-configuration.ts';

export interface DrawnText {
  readonly files: { readonly [path: string]: string };
  /** Lines of each top-level resource that is written in lines, by address. */
  readonly chunks: ReadonlyMap<string, string>;
}

interface Style {
  readonly draw: Draw;
  readonly step: number;
  readonly listStep: number;
  readonly comments: { count: number };
  readonly anchorCount: { count: number };
  /** Anchors so far, by the JSON of their values. Undefined: no anchors are written. */
  readonly anchors: Map<string, string> | undefined;
}

export function drawText(draw: Draw, data: Data): DrawnText {
  const step = draw.pick([2, 4, 3]);
  const hasAnchors = draw.chance(40);
  const style = (): Style => ({
    draw,
    step,
    listStep: draw.pick([step, 0, 2]),
    comments: { count: 0 },
    anchorCount: { count: 0 },
    anchors: hasAnchors ? new Map() : undefined,
  });
  const parts = Object.entries(data);
  const included = new Set(draw.chance(40) ? draw.some(Object.keys(data), 1) : []);
  const chunks = new Map<string, string>();
  const eol = draw.pick(['\n', '\r\n']);
  const write = (head: string, entries: typeof parts): string => {
    const body = entries.map(([key, value]) => topText(style(), key, value, chunks)).join(draw.pick(['', '\n']));
    const text = head + body;
    return (draw.chance(15) ? text.replace(/\n$/, '') : text).replaceAll('\n', eol);
  };
  const include = included.size > 0 ? 'include: [more.yaml]\n' : '';
  const main = write(
    `# head\nversion: 1\norganization: acme\n${include}`,
    parts.filter((each) => !included.has(each[0])),
  );
  const files =
    included.size > 0
      ? {
          'docform.yaml': main,
          'more.yaml': write(
            '',
            parts.filter(([key]) => included.has(key)),
          ),
        }
      : { 'docform.yaml': main };
  return { files, chunks: new Map([...chunks].map(([address, text]) => [address, text.replaceAll('\n', eol)])) };
}

function comment({ comments }: Style): string {
  comments.count += 1;
  return `# c${comments.count} it's "odd": {`;
}

function tail(style: Style): string {
  return style.draw.chance(25) ? ` ${comment(style)}` : '';
}

function topText(style: Style, key: string, value: unknown, chunks: Map<string, string>): string {
  const { draw, step } = style;
  const isResources =
    typeof value === 'object' && !Array.isArray(value) && key !== 'settings' && Object.keys(value as Data).length > 0;
  if (!isResources || draw.chance(15)) return entryText(style, key, value, 0);
  const members = Object.entries(value as Data).map(([name, block]) => {
    const text = entryText(style, name, block, step);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (style.anchors === undefined) chunks.set(`${key}/${name}`, lines.join('\n'));
    return text;
  });
  return `${lead(style, 0)}${keyText(style, key)}:${tail(style)}\n${members.join('')}`;
}

function lead(style: Style, column: number): string {
  const { draw } = style;
  const free = draw.chance(8) ? `\n${' '.repeat(column)}${comment(style)}\n\n` : '';
  return free + (draw.chance(20) ? `${' '.repeat(column)}${comment(style)}\n` : '');
}

function keyText({ draw }: Style, key: string): string {
  return draw.pick([key, key, key, `"${key}"`, `'${key}'`]);
}

/** Lines with their line breaks, below their own comments. */
function entryText(style: Style, key: string, value: unknown, column: number): string {
  return `${lead(style, column)}${' '.repeat(column)}${keyText(style, key)}:${behind(style, value, column, false)}`;
}

function itemText(style: Style, value: unknown, column: number): string {
  const { draw } = style;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  const dash = `${lead(style, column)}${' '.repeat(column)}-`;
  if (!isMap || draw.chance(30)) return `${dash}${behind(style, value, column, true)}`;
  const [[first, firstValue] = ['', null], ...others] = Object.entries(value as Data);
  const begin = `${dash} ${keyText(style, first)}:${behind(style, firstValue, column + 2, false)}`;
  return begin + others.map(([key, each]) => entryText(style, key, each, column + 2)).join('');
}

function nextAnchor({ anchorCount }: Style): string {
  anchorCount.count += 1;
  return `a${anchorCount.count}`;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function behind(style: Style, value: unknown, column: number, isItem: boolean): string {
  const { draw, anchors, step, listStep } = style;
  const json = JSON.stringify(value);
  const known = anchors?.get(json);
  if (known !== undefined && draw.chance(60)) return ` *${known}${tail(style)}\n`;
  const isFlow = isScalar(value) || Object.keys(value as Data).length === 0 || isItem || draw.chance(35);
  const name = anchors !== undefined && !json.includes('section') && draw.chance(15) ? nextAnchor(style) : undefined;
  const anchor = name === undefined ? '' : ` &${name}`;
  const text = isFlow
    ? `${anchor}${inLine(style, value, column)}`
    : `${anchor}${tail(style)}\n${inLines(style, value, column, step, listStep)}`;
  if (name !== undefined) anchors?.set(json, name);
  return text;
}

function inLines(style: Style, value: unknown, column: number, step: number, listStep: number): string {
  if (Array.isArray(value)) return value.map((item) => itemText(style, item, column + listStep)).join('');
  return Object.entries(value as Data)
    .map(([key, each]) => entryText(style, key, each, column + step))
    .join('');
}

function inLine(style: Style, value: unknown, column: number): string {
  const { draw } = style;
  // A text that keeps its trailing empty lines would include the following ones. A separate case covers this.
  if (typeof value === 'string' && value.includes('\n') && !value.endsWith('\n\n') && draw.chance(70))
    return literal(style, value, column);
  if (value === null && draw.chance(30)) return `${tail(style)}\n`;
  const isOpen = !isScalar(value) && Object.keys(value as Data).length > 0 && draw.chance(25);
  return ` ${isOpen ? openFlow(style, value, column) : flowText(draw, value, false)}${tail(style)}\n`;
}

/** The header needs the indentation if the text starts with spaces. */
function literal({ step }: Style, value: string, column: number): string {
  const lines = value.replace(/\n$/, '').split('\n');
  const indent = ' '.repeat(column + step);
  const body = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  return ` |${value.startsWith(' ') ? step : ''}${value.endsWith('\n') ? '' : '-'}\n${body}`;
}

/** Each member on its own line. */
function openFlow(style: Style, value: unknown, column: number): string {
  const { draw } = style;
  const indent = ' '.repeat(column + 2);
  const isList = Array.isArray(value);
  const members = isList ? value.map((item) => flowText(draw, item, true)) : entriesOf(draw, value as Data);
  const lines = members.map((text, at) => {
    const comma = at < members.length - 1 || draw.chance(40) ? ',' : '';
    return `${draw.chance(15) ? `${indent}${comment(style)}\n` : ''}${indent}${text}${comma}${tail(style)}\n`;
  });
  return `${isList ? '[' : '{'}\n${lines.join('')}${' '.repeat(column + 1)}${isList ? ']' : '}'}`;
}

function entriesOf(draw: Draw, data: Data): readonly string[] {
  return Object.entries(data).map(([key, each]) => `${key}: ${flowText(draw, each, true)}`);
}

function flowText(draw: Draw, value: unknown, isInFlow: boolean): string {
  if (Array.isArray(value))
    return draw.pick(
      ['[]', '[ ]']
        .slice(value.length > 0 ? 2 : 0)
        .concat(`[${value.map((item) => flowText(draw, item, true)).join(', ')}]`),
    );
  if (!isScalar(value)) {
    const inside = entriesOf(draw, value as Data).join(draw.pick([', ', ',  ']));
    return inside === '' ? '{}' : draw.pick([`{ ${inside} }`, `{${inside}}`]);
  }
  if (typeof value !== 'string') return value === null ? draw.pick(['null', '~']) : String(value);
  const isPlain =
    /^[A-Za-z][A-Za-z @.:/-]*$/.test(value) &&
    !/: |:$|^(true|false|null|yes|no)$|[ ]$/.test(value) &&
    !(isInFlow && value.includes(':'));
  const quoted =
    value.includes('\n') || value.includes('\t')
      ? JSON.stringify(value)
      : draw.pick([JSON.stringify(value), `'${value.replaceAll("'", "''")}'`]);
  return isPlain ? draw.pick([value, value, quoted]) : quoted;
}
