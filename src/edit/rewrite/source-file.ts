/** One YAML file that is edited: its text, its tree, and the habits it is written in. */
import { parseTree } from '../tree/parse.ts';
import { fileLines, type Style } from '../tree/print.ts';
import { type FileTree, OddYamlError, type Tree } from '../tree/tree.ts';

export interface SourceFile {
  readonly file: string;
  /** Without the mark at its beginning; lines that end as most do end in a line feed. */
  readonly text: string;
  readonly tree: FileTree;
  readonly style: Style & { readonly text: string };
  /** The file with another tree. */
  readonly printed: (tree: FileTree) => string;
}

/** undefined: it cannot be edited. */
export function sourceFileOf(file: string, given: string): SourceFile | undefined {
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const ended = given.slice(mark.length);
  const hasReturns = (ended.split('\r\n').length - 1) * 2 > ended.split('\n').length - 1;
  // New lines end as most lines do; a return stays where a line ends otherwise.
  const swapped = (lines: string): string => lines.replace(/\r?\n/g, (end) => (end === '\n' ? '\r\n' : '\n'));
  const text = hasReturns ? swapped(ended) : ended;
  const isEnded = text === '' || text.endsWith('\n');
  const tree = treeOf(text);
  if (tree === undefined) return undefined;
  const printed = (edited: FileTree): string => {
    const lines = fileLines(style, edited);
    const whole = isEnded && lines.length > 0 ? `${lines.join('\n')}\n` : lines.join('\n').replace(/\r$/, '');
    return mark + (hasReturns ? swapped(whole) : whole);
  };
  const style = { text, ...stepsOf(tree.root), hasTabLines: /^[ \t]*\t[ \t]*\r?$/m.test(text) };
  return { file, text, tree, style, printed };
}

function treeOf(text: string): FileTree | undefined {
  try {
    const tree = parseTree(text);
    return tree.root.is === 'map' ? tree : undefined;
  } catch (error) {
    if (error instanceof OddYamlError) return undefined;
    throw error;
  }
}

interface Step {
  readonly is: 'map' | 'list';
  readonly columns: number;
}

function stepsOf(root: Tree): Pick<Style, 'step' | 'listStep'> {
  const steps = stepsIn(root);
  const step = steps.find((each) => each.is === 'map' && each.columns > 0)?.columns ?? 2;
  return { step, listStep: steps.find((each) => each.is === 'list')?.columns ?? step };
}

function stepsIn(tree: Tree): readonly Step[] {
  if (tree.is !== 'map' && tree.is !== 'list') return [];
  return tree.members.flatMap(({ key, value, source }) => {
    const isBlock = (value.is === 'map' || value.is === 'list') && value.source?.layout === 'block';
    const own =
      isBlock && key !== undefined
        ? [{ is: value.is, columns: (value.source?.column ?? 0) - (source?.column ?? 0) }]
        : [];
    return [...own, ...stepsIn(value)];
  });
}
