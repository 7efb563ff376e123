/** Reads YAML text into the syntax tree of the `yaml` package, giving up before hostile nesting can hurt it. */
import { type Alias, Composer, type CST, type Document, Lexer, type Pair, Parser, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

/** Collections may stand in one another this many times. */
export const maxDepth = 40;

export type SyntaxNode = Alias | Scalar | YAMLMap<SyntaxNode, SyntaxNode | null> | YAMLSeq<SyntaxNode>;
export type SyntaxPair = Pair<SyntaxNode, SyntaxNode | null>;

/** What can go wrong before there is a tree; `end` equals `start` where only a point is known. */
export interface SyntaxFault {
  readonly is: 'syntax' | 'tag' | 'documents' | 'depth';
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface Composed {
  readonly contents: SyntaxNode | null;
  readonly faults: readonly SyntaxFault[];
}

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

const tooDeep = Symbol('too deep');

/**
 * Composes the first document. The parser's own stack is watched while it reads: deep nesting makes what follows
 * recursive, and unclosed brackets by the thousand end the whole process in a way that cannot be caught.
 */
export function compose(text: string): Composed {
  const parser = new Parser();
  const composer = new Composer(options);
  const documents: Document.Parsed[] = [];
  try {
    for (const document of composer.compose(shallowTokens(parser, text), true, text.length)) {
      documents.push(document);
      if (documents.length > 1) break;
    }
  } catch (error) {
    if (error !== tooDeep) throw error;
    const start = Math.max(0, Math.min(parser.offset, text.length - 1));
    return { contents: null, faults: [{ is: 'depth', message: '', start, end: start + 1 }] };
  }
  const [first, second] = documents;
  if (first === undefined) return { contents: null, faults: [] };
  const faults = faultsOf(first);
  if (second !== undefined) {
    const marker = text.indexOf('---', first.contents?.range?.[1] ?? 0);
    const start = marker === -1 ? second.range[0] : marker;
    faults.push({ is: 'documents', message: '', start, end: start + 3 });
  }
  return { contents: first.contents as SyntaxNode | null, faults };
}

function* shallowTokens(parser: Parser, text: string): Generator<CST.Token, void> {
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth && depthOf(parser.stack) > maxDepth) throw tooDeep;
  }
  yield* parser.end();
}

function depthOf(stack: readonly CST.Token[]): number {
  return stack.filter(({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection').length;
}

function faultsOf(document: Document.Parsed): SyntaxFault[] {
  const seen = new Set<number>();
  return [...document.errors, ...document.warnings]
    .filter(({ pos }) => !seen.has(pos[0]) && seen.add(pos[0]))
    .map(({ code, message, pos: [start, end] }) => ({ is: code === 'TAG_RESOLVE_FAILED' ? 'tag' : 'syntax', message, start, end }));
}
