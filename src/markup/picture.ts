/** A navigation before and after, side by side, with lines from old to new positions. */
import { type Html, html } from './html.ts';

export type PictureMark = 'added' | 'removed' | 'moved' | 'changed' | 'same';

export interface PictureLine {
  readonly id: string;
  /** Styles the line. */
  readonly kind: string;
  readonly depth: number;
  readonly title: string;
  readonly path?: string;
  /** `default`, `only if …` */
  readonly notes: readonly string[];
  readonly mark: PictureMark;
  /** The change in a few words; empty: unchanged. */
  readonly says: string;
}

export interface Picture {
  readonly name: string;
  readonly before: readonly PictureLine[];
  readonly after: readonly PictureLine[];
}

/** Height of a line in pixels, as in picture.css, so that curves meet the lines. */
const height = 32;
const width = 96;

export function hasChangedLines({ before, after }: Picture): boolean {
  return [...before, ...after].some(({ mark }) => mark === 'added' || mark === 'removed' || mark === 'moved');
}

/** Without moves, a single tree with notes shows everything. */
export function navigationPicture(picture: Picture): Html {
  const { name, before, after } = picture;
  if (!hasChangedLines(picture))
    return html`<div class="picture-alone" role="group" aria-label="Navigation of ${name}">${treeMarkup(after, true)}</div>`;
  const rows = Math.max(before.length, after.length);
  return html`<div class="picture" role="group" aria-label="Navigation of ${name}, before and after">
<div class="side"><h4>Before</h4>${treeMarkup(before)}</div>
<svg class="curves" width="${width}" height="${rows * height}" viewBox="0 0 ${width} ${rows * height}" aria-hidden="true">${connectingCurves(before, after)}</svg>
<div class="side"><h4>After</h4>${treeMarkup(after)}</div>
</div>`;
}

function treeMarkup(lines: readonly PictureLine[], isWhole = false): Html {
  if (lines.length === 0) return html`<p class="dim">Nothing stands there.</p>`;
  return html`<ol class="tree-lines">${lines.map((each) => lineMarkup(each, isWhole))}</ol>`;
}

/** The layout can cut off longer texts, so they also have a tooltip. */
const short = 24;

function lineMarkup({ kind, depth, title, path, notes, mark, says }: PictureLine, isWhole: boolean): Html {
  const noted = notes.join(' · ');
  const fullTitle = (text: string) => !isWhole && text.length > short && html` title="${text}"`;
  return html`<li class="${kind} d${Math.min(depth, 3)} ${mark}"><bdi${fullTitle(title)}>${title}</bdi>${says !== '' && html` <em${fullTitle(says)}>${says}</em>`}${
    noted !== '' && html` <i${fullTitle(noted)}>${noted}</i>`
  }${path !== undefined && html` <code>${path}</code>`}</li>
`;
}

function connectingCurves(before: readonly PictureLine[], after: readonly PictureLine[]): readonly Html[] {
  const rows = new Map(after.map(({ id }, row) => [id, row]));
  const rowMiddle = (row: number): number => row * height + height / 2;
  const half = width / 2;
  const drawn = before.map(({ id, mark }, row) => {
    const to = rows.get(id);
    const [y, z] = [rowMiddle(row), rowMiddle(to ?? row)];
    if (to === undefined) return html`<path class="${mark}" d="M0 ${y}h22m-7 -4l7 4l-7 4"></path>`;
    return html`<path class="${mark}" d="M0 ${y}C${half} ${y} ${half} ${z} ${width} ${z}"></path>`;
  });
  const had = new Set(before.map(({ id }) => id));
  const begun = after.flatMap(({ id, mark }, row) =>
    had.has(id) ? [] : [html`<path class="${mark}" d="M${width - 22} ${rowMiddle(row)}h22"></path>`],
  );
  // Moved entries are drawn above unchanged ones.
  const isMove = ({ text }: Html): boolean => text.includes('class="moved"');
  return [...drawn.filter((path) => !isMove(path)), ...begun, ...drawn.filter(isMove)];
}
