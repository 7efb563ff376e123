/** Scalars in their one form: texts without quotes unless they need them, numbers and the like as they are written. */
import { CST } from 'yaml';
import { hasHidden } from '../../core/hidden.ts';
import { scalarText } from '../scalar-text.ts';
import { type BlockTextLayout, type ScalarLayout, UnformattableError } from './format-tree.ts';

/** What the core schema of YAML 1.2 reads as something else than text. */
const noText =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN|)$/;

export function emptyScalar(props: string): ScalarLayout {
  return { is: 'scalar', props, text: '', flowText: '' };
}

/** Of an alias, a plain or a quoted scalar; what has a tag stays as it is, as the tag may mean its form. */
export function scalarLayout(token: CST.FlowScalar, props: string): ScalarLayout {
  const { type, source } = token;
  const resolved = type === 'alias' ? undefined : CST.resolveAsScalar(token);
  const value = resolved?.value;
  const isTagged = /(?:^| )!/.test(props);
  if (value === undefined || (type === 'scalar' && noText.test(value)) || isTagged) {
    if (source.includes('\n')) throw new UnformattableError('a value with a tag stands on several lines');
    return { is: 'scalar', props, text: source, flowText: source };
  }
  // Who wrote it without quotes may have it so: it cannot come to stand between brackets where it did not before. What is hidden is for the validator to tell.
  if ((type === 'scalar' || hasHidden(source)) && !source.includes('\n'))
    return { is: 'scalar', props, text: source, flowText: source, value };
  return { is: 'scalar', props, text: scalarText(value, false), flowText: scalarText(value, true), value };
}

/** Its lines without their indentation; whether an empty line stands behind it, which is no part of it. */
export function blockTextLayout(token: CST.BlockScalar, props: string): { readonly layout: BlockTextLayout; readonly isSpaced: boolean } {
  const written = token.props.flatMap((prop) => (prop.type === 'block-scalar-header' ? [prop.source] : []))[0] ?? '|';
  const isKept = written.includes('+');
  const all = token.source.replace(/\n$/, '').split('\n');
  const stated = /\d/.exec(written)?.[0];
  const first = all.find((line) => line.trim() !== '') ?? '';
  const indent = stated === undefined ? first.length - first.trimStart().length : Math.max(0, token.indent) + Number(stated);
  const lines = all.map((line) => (line.trim() === '' && line.length <= indent ? '' : line.slice(indent)));
  const last = isKept ? lines.length - 1 : lines.findLastIndex((line) => line !== '');
  // A first line that is indented itself hides where the text begins.
  const [style = '|', ...chomping] = written.replace(/\d/, '');
  const needsIndent = stated !== undefined && /^\s/.test(lines.find((line) => line !== '') ?? '');
  const header = `${style}${needsIndent ? '2' : ''}${chomping.join('')}`;
  return { layout: { is: 'block-text', props, header, lines: lines.slice(0, last + 1), isKept }, isSpaced: last < lines.length - 1 };
}
