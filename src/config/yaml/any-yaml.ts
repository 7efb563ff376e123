/** Parses one YAML 1.2 file with the `yaml` package: the core schema, one document and limited depth. */
import { Composer, type CST, type Document, Lexer, LineCounter, Parser, type YAMLParseError } from 'yaml';
import { fileStart, type SourceSpan } from '../../core/problem.ts';
import { type Limits, noUsage, type Used } from '../files/file-reader.ts';
import { createProblemList, type ProblemList } from '../problem-list.ts';
import { type Conversion, convert, reportDepth, spanOf } from './convert.ts';
import { misindented } from './indentation.ts';
import { describeNode, type MapNode, mapNode, typeHint } from './node.ts';

const maxSyntaxProblems = 20;
const nothing = { resolveKnownTags: false, keepSourceTokens: false, prettyErrors: false, logLevel: 'silent' } as const;
// `uniqueKeys` compares every key with every other. convert.ts finds duplicates faster.
const options = { ...nothing, version: '1.2', schema: 'core', merge: false, strict: true, uniqueKeys: false } as const;

export function parseAnyYaml(
  file: string,
  text: string,
  problems: ProblemList,
  limits: Limits,
  used: Used,
): MapNode | undefined {
  const conversion = conversionOf(file, text, problems, limits, used);
  const document = compose(conversion);
  if (document === undefined) return undefined;
  const start = fileStart(file);
  if (reportSyntax(conversion, document)) return undefined;
  const node = convert(conversion, document.contents, start);
  if (node.is === 'map') return node;
  if (node.is === 'scalar' && node.value === null) return mapNode([], start);
  if (node.is === 'lost') return undefined;
  return problems.add('E-TYPE', node.span, {
    message: `a configuration must be a map, not ${describeNode(node)}`,
    hint: typeHint('map', node),
  });
}

/** Returns the tokens of any text, even if it is not valid YAML. Returns undefined if the text exceeds the limits. */
export function boundedTokens(text: string, limits: Limits): readonly CST.Token[] | undefined {
  return tokensOf(conversionOf('', text, createProblemList(), limits, noUsage()));
}

function conversionOf(file: string, text: string, problems: ProblemList, limits: Limits, used: Used): Conversion {
  const own = { lines: new LineCounter(), anchors: new Map(), aliased: { isReported: false } };
  return { file, text, problems, limits, used, ...own };
}

function compose(conversion: Conversion): Document.Parsed | undefined {
  const { text, lines, problems } = conversion;
  const tokens = tokensOf(conversion);
  if (tokens === undefined) return undefined;
  const [document, second] = [
    ...new Composer({ ...options, lineCounter: lines }).compose(tokens, true, text.length),
  ] as Document.Parsed[];
  if (second === undefined) return document;
  return problems.add('E-YAML', spanOf(conversion, second.range[0], second.range[0] + 3), {
    message: 'a file can contain only one YAML document',
    hint: 'remove the `---`, or use `include` for several files',
  });
}

/** Feeds the parser token by token, because composing is recursive and the depth must be checked first. */
function tokensOf(conversion: Conversion): readonly CST.Token[] | undefined {
  const { text, lines, limits, used } = conversion;
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  for (const { lexeme, offset, depth } of lexemes(text)) {
    if (depth > limits.depth) return reportDepth(conversion, spanOf(conversion, offset, offset + 1));
    used.pieces += 1;
    if (used.pieces > limits.pieces)
      return conversion.problems.add('E-LIMIT-NODES', spanOf(conversion, offset, offset + 1), {
        message: `all files together have more than ${limits.pieces} YAML tokens`,
        label: 'limit exceeded here',
        hint: 'split the organization into several configurations',
      });
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  return [...tokens, ...parser.end()];
}

function* lexemes(text: string) {
  let offset = 0;
  let flow = 0;
  let indicators = 0;
  let isContent = false;
  const indentsAfter = createIndents();
  for (const lexeme of new Lexer().lex(text)) {
    const blocks = flow === 0 ? indentsAfter(lexeme, isMark(lexeme)) : 0;
    if (isContent) isContent = false;
    else if (lexeme === '[' || lexeme === '{') flow += 1;
    else if (lexeme === ']' || lexeme === '}') flow -= 1;
    else if (lexeme === '-' || lexeme === '?') indicators += 1;
    else if (lexeme.endsWith('\n')) indicators = 0;
    if (lexeme === '\u001f') isContent = true;
    // Indentation is estimated from columns and counts half. The conversion counts exactly.
    yield { lexeme, offset, depth: Math.max(flow + indicators, blocks / 2) };
    if (!isMark(lexeme)) offset += lexeme.length;
  }
}

/** Counts the open indentations after each lexeme. */
function createIndents() {
  const open: number[] = [];
  let isStart = true;
  let indent = 0;
  return (lexeme: string, isMark: boolean): number => {
    if (lexeme.endsWith('\n')) {
      isStart = true;
      indent = 0;
    } else if (isStart && /^ +$/.test(lexeme)) indent = lexeme.length;
    else if (isStart && !isMark && !lexeme.startsWith('#')) {
      isStart = false;
      while ((open.at(-1) ?? -1) >= indent) open.pop();
      open.push(indent);
    }
    return open.length;
  };
}

/** The outermost bracket that is open where a flow collection ends without its closing bracket. */
function unclosedIn(text: string) {
  const open: { readonly sign: '[' | '{'; readonly offset: number }[] = [];
  let offset = 0;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (isContent) isContent = false;
    else if (lexeme === flowEnd && open.length > 0) break;
    else if (lexeme === '[' || lexeme === '{') open.push({ sign: lexeme, offset });
    else if (lexeme === ']' || lexeme === '}') open.pop();
    if (lexeme === '\u001f') isContent = true;
    if (!isMark(lexeme)) offset += lexeme.length;
  }
  return open[0];
}

/** All other errors are consequences. */
function reportUnclosed(conversion: Conversion) {
  const unclosed = unclosedIn(conversion.text);
  if (unclosed === undefined) return false;
  const { sign, offset } = unclosed;
  conversion.problems.add('E-YAML', spanOf(conversion, offset, offset + 1), {
    message: `this ${sign} is never closed`,
    label: 'opened here',
    hint: `add the missing ${sign === '[' ? ']' : '}'}`,
  });
  return true;
}

/** The lexer emits it if a line ends a flow collection by its indentation. */
const flowEnd = '\u0018';

/** Control characters of the lexer that are not in the text. */
function isMark(lexeme: string) {
  return lexeme === '\u0002' || lexeme === flowEnd || lexeme === '\u001f';
}

const syntaxHints: { readonly [code: string]: string } = {
  TAB_AS_INDENT: 'replace the tab by spaces, two for each level',
  BAD_INDENT: 'begin the line in the same column as its neighbors, with two spaces for each level',
  MISSING_CHAR: 'add the missing character at the end of the text',
  BLOCK_IN_FLOW: 'put a text that contains a colon in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put a text that contains a colon in quotes, and begin each key on its own line',
  MULTILINE_IMPLICIT_KEY: 'add a colon after the key, or put the text in quotes',
  BAD_SCALAR_START: 'put the text in quotes',
  BAD_DQ_ESCAPE: 'write \\\\ for a backslash, or put the text in single quotes',
  MULTIPLE_DOCS: 'remove the line ---, or move the second document to its own file and `include` that file',
};
const otherSyntax =
  'check indentation, quotes and brackets here and in the line above, and put texts with `: `, `#` or brackets in quotes';

/** Returns whether there are errors. */
function reportSyntax(conversion: Conversion, document: Document.Parsed) {
  const { problems } = conversion;
  // After the first error, unexpected tokens in the stream are only consequences.
  const errors = document.errors.filter(
    (error, index) => index === 0 || !error.message.includes('token in YAML stream'),
  );
  if (errors.length > 0 && reportUnclosed(conversion)) return true;
  const lines = new Set<number>();
  for (const error of errors.slice(0, maxSyntaxProblems)) {
    const span = errorSpan(conversion, error);
    if (lines.has(span.line)) continue;
    lines.add(span.line);
    const indent = misindented(conversion.text, error.message, span.line);
    if (indent !== undefined) {
      const { message, hint, ...place } = indent;
      problems.add('E-YAML', { ...span, ...place }, { message, label: 'unexpected indentation', hint });
      // The parser repeats this error for all following lines.
      break;
    }
    problems.add('E-YAML', span, {
      message: lowerCaseStart(error.message),
      label: 'not valid YAML',
      hint: variableHint(conversion, span) ?? syntaxHints[error.code] ?? otherSyntax,
    });
  }
  const { explicit, version } = document.directives.yaml;
  if (explicit === true && version !== '1.2') {
    problems.add('E-YAML', fileStart(conversion.file), {
      message: `YAML ${version} is not supported`,
      hint: 'remove the %YAML directive: configurations are YAML 1.2',
    });
    return true;
  }
  const tags = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED').slice(0, maxSyntaxProblems);
  for (const warning of tags) {
    problems.add('E-YAML-TAG', errorSpan(conversion, warning), {
      message: 'custom YAML tags are not supported',
      label: 'unknown tag',
      hint: 'remove the tag: a configuration is plain data',
    });
  }
  return document.errors.length > 0 || tags.length > 0;
}

/** A variable without quotes ends a flow collection, because `{` has a meaning there. */
function variableHint({ text }: Conversion, { line }: SourceSpan) {
  const written = text.split('\n', line)[line - 1] ?? '';
  return /^[^{[,]*[{[,].*[^"'\w]\$\{/.test(written)
    ? 'between brackets, put a text with a variable in quotes'
    : undefined;
}

function errorSpan(conversion: Conversion, { pos }: Pick<YAMLParseError, 'pos'>) {
  return spanOf(conversion, Math.min(pos[0], Math.max(0, conversion.text.length - 1)), pos[1]);
}

function lowerCaseStart(message: string) {
  const text = message.split('\n')[0] ?? '';
  return text.charAt(0).toLowerCase() + text.slice(1);
}
