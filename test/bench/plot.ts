/** Plots CPU time and peak memory by number of objects as an SVG, with one line for each command and each baseline. */
import type { Figures, Row } from './figures.ts';

interface Line {
  readonly name: string;
  readonly points: readonly (readonly [size: number, value: number])[];
}

const colours = [
  '#1b6ca8',
  '#c8553d',
  '#3f8f4f',
  '#8a5aa8',
  '#b8860b',
  '#5b6770',
  '#d0679d',
  '#2a9d8f',
  '#111111',
  '#e9a23b',
  '#7fb800',
  '#4b3f72',
];
const [width, height, left, top, between] = [460, 300, 60, 40, 90];

export function plotOf(rows: readonly Row[]): string {
  const drawn = rows.filter(
    ({ measured, size }) =>
      size > 0 && measured.peakMegabytes !== undefined && rows.filter((row) => row.size !== size).length > 0,
  );
  const time = linesOf(drawn, ({ cpuMs }) => cpuMs / 1000);
  const memory = linesOf(drawn, ({ peakMegabytes }) => peakMegabytes);
  const names = [...new Set([...time, ...memory].map(({ name }) => name))];
  const total = 2 * (width + between);
  const legend = names.map((name, at) => {
    const y = top + height + 60 + at * 18;
    return `<path d="M${left} ${y - 3}h28" ${strokeOf(names, name)}/><text x="${left + 36}" y="${y + 1}">${escaped(name)}</text>`;
  });
  const body = [
    panel(time, names, 'processor time, s', left),
    panel(memory, names, 'peak memory, MB', left + width + between),
    ...legend,
  ];
  const tall = top + height + 80 + names.length * 18;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${tall}" font-family="sans-serif" font-size="12"><rect width="${total}" height="${tall}" fill="white"/>${body.join('\n')}</svg>\n`;
}

function linesOf(rows: readonly Row[], pick: (figures: Figures) => number | undefined): readonly Line[] {
  const points = new Map<string, Map<number, number>>();
  const add = (name: string, size: number, figures: Figures): void => {
    const value = pick(figures);
    if (value === undefined) return;
    const line = points.get(name) ?? new Map<number, number>();
    points.set(name, line.set(size, value));
  };
  for (const { name, size, measured, beside } of rows) {
    const [what, peer] = name.split(' beside ');
    if (peer === undefined) add(name, size, measured);
    else add(`${beside.name}, ${what}`, size, beside);
  }
  return [...points]
    .filter(([, line]) => line.size > 1)
    .map(([name, line]) => ({ name, points: [...line].sort(([a], [b]) => a - b) }));
}

/** Kinds of lines: planner, commands and peers. Each line has its own color within its kind, and a peer has the color of its command. */
function sortOf(name: string): 'planner' | 'command' | 'peer' {
  if (name.startsWith('planner')) return 'planner';
  return /^(decK|Terraform) /.test(name) ? 'peer' : 'command';
}

const strokes = {
  planner: 'stroke-width="1.5" stroke-dasharray="2 3"',
  command: 'stroke-width="2"',
  peer: 'stroke-width="3" stroke-dasharray="9 4"',
};

function colourOf(names: readonly string[], name: string): string {
  const what = name.slice(name.lastIndexOf(', ') + 2);
  const own =
    sortOf(name) === 'peer'
      ? (names.find((each) => sortOf(each) === 'command' && each.startsWith(what)) ?? name)
      : name;
  const alike = names.filter((each) => sortOf(each) === sortOf(own));
  return colours[alike.indexOf(own) % colours.length] ?? 'black';
}

function strokeOf(names: readonly string[], name: string): string {
  return `fill="none" stroke="${colourOf(names, name)}" ${strokes[sortOf(name)]}`;
}

/** Both axes are logarithmic, so that linear growth is a straight line. */
function panel(lines: readonly Line[], names: readonly string[], title: string, x: number): string {
  const all = lines.flatMap(({ points }) => points);
  const [sizes, values] = [all.map(([size]) => Math.log10(size)), all.map(([, value]) => Math.log10(value))];
  const [fromX, toX] = [Math.floor(Math.min(...sizes)), Math.ceil(Math.max(...sizes))];
  const [fromY, toY] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  const at = (size: number): number => x + ((Math.log10(size) - fromX) / (toX - fromX)) * width;
  const up = (value: number): number => top + height - ((Math.log10(value) - fromY) / (toY - fromY)) * height;
  const marks = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
  const grid = [
    ...marks(fromX, toX).map(
      (size) =>
        `<path d="M${at(size)} ${top}V${top + height}" stroke="#ddd"/><text x="${at(size)}" y="${top + height + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    ...marks(fromY, toY).map(
      (value) =>
        `<path d="M${x} ${up(value)}H${x + width}" stroke="#ddd"/><text x="${x - 6}" y="${up(value) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
    ),
  ];
  const paths = lines.map(({ name, points }) => {
    const colour = colourOf(names, name);
    const path = points
      .map(([size, value], index) => `${index === 0 ? 'M' : 'L'}${at(size).toFixed(1)} ${up(value).toFixed(1)}`)
      .join('');
    const dots = points.map(
      ([size, value]) => `<circle cx="${at(size).toFixed(1)}" cy="${up(value).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    return `<path d="${path}" ${strokeOf(names, name)}/>${dots.join('')}`;
  });
  return `<text x="${x}" y="${top - 14}" font-weight="bold">${title}, over objects</text>${grid.join('')}${paths.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
