/** Reads OpenAPI specifications in JSON or YAML. */
import { createRequire } from 'node:module';

/** Undefined if the text is not a specification. The YAML package is loaded only if the text is not JSON. */
export function readSpecText(text: string): object | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  const isSpec = (typeof openapi === 'string' && /^3\.\d+/.test(openapi)) || String(swagger) === '2.0' || swagger === 2;
  return isSpec ? value : undefined;
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text);
  }
}

/** Deeper nesting is refused, because the parser takes too long. */
const maxDepth = 200;

function parsedYaml(text: string) {
  const { Lexer, parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  if (isTooDeep(new Lexer().lex(text))) return undefined;
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function isTooDeep(tokens: Iterable<string>) {
  let brackets = 0;
  let marks = 0;
  for (const token of tokens) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') marks += 1;
    else if (/^\r?\n$/.test(token)) marks = 0;
    if (brackets + marks > maxDepth) return true;
  }
  return false;
}
