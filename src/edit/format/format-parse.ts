/** Parses a YAML text for the formatter: every comment goes to the entry that it belongs to, by where it stands. */
import { type CST, Parser } from 'yaml';
import { asRemarks, commentTokens, headOf, spaced, spacedFirst, tokenOf, withFirst } from './format-comments.ts';
import { blockTextLayout, emptyScalar, scalarLayout } from './format-scalar.ts';
import { type Between, between, dedentedAt, emptyEnd, type Token } from './format-tokens.ts';
import {
  type CollectionLayout,
  type Entry,
  type FileLayout,
  type Layout,
  type Remark,
  type ScalarLayout,
  UnformattableError,
} from './format-tree.ts';

type Item = CST.CollectionItem;
type Block = CST.BlockMap | CST.BlockSequence;

/** What comes behind a value and belongs to what follows: tokens of comments that are indented less, and whether an empty line does. */
interface Read<L extends Layout = Layout> {
  readonly layout: L;
  readonly behind: Between;
  readonly carried: readonly Token[];
  readonly isSpaced: boolean;
  /** Comments before the value, below its key. */
  readonly inside: readonly Remark[];
}

const nothing: Between = { remarks: [], props: '', isSpaced: false };

/** Throws UnformattableError. The text is known to be valid. */
export function parseLayout(text: string): FileLayout {
  const before: Token[] = [];
  const after: Token[] = [];
  const mark: string[] = [];
  let document: CST.Document | undefined;
  for (const token of new Parser().parse(text.replace(/\r\n?/g, '\n'))) {
    if (token.type === 'document') document = token;
    else if (token.type === 'directive') {
      mark.push(token.source);
      before.push(tokenOf('directive-line', token.source));
    } else if ('source' in token) (document === undefined ? before : after).push(token as Token);
  }
  if (document === undefined) return { head: between(before, true).remarks, mark, root: emptyRoot, tail: [] };
  const { start, value, end = [] } = document;
  if (start.some(({ type }) => type === 'doc-start')) mark.push('---');
  const top = between([...before, ...start], true);
  const isEmpty = value === undefined || (value.type === 'scalar' && value.source === '');
  const read = isEmpty ? undefined : readValue(value, top.props, -1);
  if (read !== undefined && read.layout.is !== 'map' && read.layout.is !== 'list') throw new UnformattableError('it is no map');
  const root = (read?.layout as CollectionLayout | undefined) ?? emptyRoot;
  const { head, own } = headOf(top, root.entries.length > 0);
  const [first, ...rest] = root.entries;
  const above = [...own, ...(read?.inside ?? [])];
  const entries =
    first === undefined ? [] : [{ ...first, before: [...above, ...first.before], isSpaced: above.length === 0 && top.isSpaced }, ...rest];
  const behind = read?.behind;
  const aside = behind?.aside === undefined ? [] : [{ text: behind.aside.text, isSpaced: false }];
  const closing = between([...(read?.carried ?? []), ...end, ...after], true);
  const lost = first === undefined ? above : [];
  return { head, mark, root: { ...root, entries }, tail: [...lost, ...aside, ...(behind?.remarks ?? []), ...closing.remarks] };
}

const emptyRoot: CollectionLayout = { is: 'map', isFlow: false, props: '', entries: [], after: [] };

/** `parentIndent`: of the block that it stands in. */
function readValue(token: CST.Token, props: string, parentIndent: number): Read {
  switch (token.type) {
    case 'alias':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return { layout: scalarLayout(token, props), behind: between(token.end ?? [], false), carried: [], isSpaced: false, inside: [] };
    case 'block-scalar': {
      const header = between(
        token.props.filter((prop): prop is Token => prop.type !== 'block-scalar-header' && 'source' in prop) as Token[],
        false,
      );
      return { ...blockTextLayout(token, props), behind: header, carried: [], inside: [] };
    }
    case 'block-map':
    case 'block-seq':
      return readBlock(token, props, parentIndent);
    case 'flow-collection':
      return readFlow(token, props);
    default:
      throw new UnformattableError('it holds something that is not understood');
  }
}

function readBlock(token: Block, props: string, parentIndent: number): Read<CollectionLayout> {
  const entries: Entry[] = [];
  const after: Remark[] = [];
  let carried: readonly Token[] = [];
  let isSpaced = false;
  let inside: readonly Remark[] = [];
  // A list that is not indented below its key: a comment at its column may speak of the next key.
  const own = token.indent <= parentIndent ? token.indent + 1 : token.indent;
  for (const item of token.items as readonly Item[]) {
    const tokens = [...carried, ...item.start];
    if (isRemainder(item)) {
      const cut = dedentedAt(tokens, own);
      const kept = between(tokens.slice(0, cut), true);
      after.push(...spacedFirst(kept.remarks, isSpaced));
      isSpaced = kept.isSpaced || (isSpaced && kept.remarks.length === 0);
      carried = tokens.slice(cut);
      continue;
    }
    const read = readItem(item, tokens, isSpaced, token.indent, token.type === 'block-seq');
    // Comments between a dash and the first key of its map stand before the dash.
    if (entries.length === 0 && token.type === 'block-map') inside = read.entry.before;
    entries.push(entries.length === 0 && token.type === 'block-map' ? { ...read.entry, before: [] } : read.entry);
    ({ carried, isSpaced } = read);
  }
  const layout = { is: token.type === 'block-map' ? 'map' : 'list', isFlow: false, props, entries, after } as const;
  const cut = dedentedAt(carried, own);
  const rest = between(carried.slice(0, cut), true);
  return {
    layout: { ...layout, after: [...after, ...rest.remarks] },
    behind: nothing,
    carried: carried.slice(cut),
    isSpaced: isSpaced || rest.isSpaced,
    inside,
  };
}

/** Comments behind the last entry: an item of nothing else. */
function isRemainder({ start, key, sep, value }: Item): boolean {
  const isBare = start.every(({ type }) => type === 'space' || type === 'newline' || type === 'comment');
  return isBare && key === undefined && sep === undefined && value === undefined;
}

interface ReadItem {
  readonly entry: Entry;
  readonly carried: readonly Token[];
  readonly isSpaced: boolean;
}

function readItem(item: Item, start: readonly Token[], isSpacedBefore: boolean, indent: number, isList: boolean): ReadItem {
  const { value } = item;
  const written = isList ? start : (item.sep ?? []);
  // Behind nothing, what stands below speaks of what follows.
  const cut = value ? written.length : emptyEnd(written, isList);
  const lead = between(isList ? start.slice(0, cut) : start, true);
  const key = isList ? undefined : keyOf(item, lead.props);
  const sep = between(isList ? [] : written.slice(0, cut), false);
  const props = isList ? lead.props : sep.props;
  const read: Read = value
    ? readValue(value, props, indent)
    : { layout: emptyScalar(props), behind: nothing, carried: written.slice(cut), isSpaced: false, inside: [] };
  const isBlock = (read.layout.is === 'map' || read.layout.is === 'list') && !read.layout.isFlow && read.layout.entries.length > 0;
  const below = [...sep.remarks, ...(isList ? [] : read.inside)];
  const asides = [lead.aside, sep.aside, read.behind.aside].flatMap((each) => each ?? []);
  // Behind a dash with a block there is no room for a comment.
  const aside = isList && isBlock ? undefined : asides.at(-1);
  const spare = asides.filter((each) => each !== aside).map(({ text }) => ({ text, isSpaced: false }));
  // What stands below a key and before a block in it belongs to the first entry of that; else it goes above the key.
  const layout = isBlock && !isList ? withFirst(read.layout as CollectionLayout, below) : read.layout;
  const hoisted = isList ? [...sep.remarks, ...read.inside] : isBlock ? [] : below;
  return {
    entry: {
      ...spaced(lead, [...spare, ...hoisted], isSpacedBefore),
      ...(key === undefined ? {} : { key }),
      value: layout,
      ...(aside === undefined ? {} : { aside }),
    },
    carried: [...commentTokens(read.behind), ...read.carried],
    isSpaced: read.isSpaced || read.behind.isSpaced,
  };
}

function keyOf({ key }: Item, props: string): ScalarLayout {
  if (key === undefined || key === null) return emptyScalar(props);
  if (key.type === 'scalar' || key.type === 'single-quoted-scalar' || key.type === 'double-quoted-scalar' || key.type === 'alias')
    return scalarLayout(key, props);
  throw new UnformattableError('a key is no text in one line');
}

function readFlow(token: CST.FlowCollection, props: string): Read<CollectionLayout> {
  const isMap = token.start.source === '{';
  const entries: Entry[] = [];
  /** Comments that stand before whatever comes next. */
  let pending: readonly Remark[] = [];
  for (const [at, item] of token.items.entries()) {
    const lead = between(item.start, false);
    const last = entries.at(-1);
    // A comment behind a comma speaks of what stands before the comma.
    const isOfLast = at > 0 && last !== undefined && last.aside === undefined && pending.length === 0;
    if (isOfLast && lead.aside !== undefined) entries[entries.length - 1] = { ...last, aside: lead.aside };
    const before = [...pending, ...(isOfLast ? [] : asRemarks(lead.aside)), ...lead.remarks];
    pending = before;
    if (item.key === undefined && item.value === undefined && item.sep === undefined) continue;
    const read = flowEntry(item, before, lead.props, isMap);
    entries.push(read.entry);
    pending = read.behind;
  }
  const closing = token.end.findIndex(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end');
  const end = between(token.end.slice(0, closing), false);
  const last = [...pending, ...asRemarks(end.aside), ...end.remarks];
  // Between brackets with nothing else there is no room for a comment.
  const [after, inside] = entries.length === 0 ? [[], last] : [last, []];
  const behind = between(token.end.slice(closing + 1), false);
  return { layout: { is: isMap ? 'map' : 'list', isFlow: true, props, entries, after }, behind, carried: [], isSpaced: false, inside };
}

/** `behind`: comments on lines of their own before the next comma or the end. */
function flowEntry(
  item: Item,
  before: readonly Remark[],
  props: string,
  isMap: boolean,
): { readonly entry: Entry; readonly behind: readonly Remark[] } {
  const isPair = item.sep !== undefined || isMap;
  const sep = between(item.sep ?? [], false);
  const valueProps = isPair ? sep.props : props;
  const read = item.value ? readValue(item.value, valueProps, -1) : undefined;
  const key = isPair ? keyOf(item, props) : undefined;
  const value = read?.layout ?? emptyScalar(valueProps);
  const aside = read?.behind.aside;
  const own = {
    before: [...before, ...asRemarks(sep.aside), ...sep.remarks, ...(read?.inside ?? [])],
    isSpaced: false,
    ...(aside === undefined ? {} : { aside }),
  };
  const behind = read?.behind.remarks ?? [];
  if (key === undefined || isMap) return { entry: { ...own, ...(key === undefined ? {} : { key }), value }, behind };
  const pair: CollectionLayout = { is: 'map', isFlow: true, props: '', entries: [{ before: [], isSpaced: false, key, value }], after: [] };
  return { entry: { ...own, value: pair }, behind };
}
