/** The text of a specification, in JSON or YAML: whether it is one at all. */
import { createRequire } from 'node:module';

/** The specification as a value; undefined when the text is none. The YAML package is loaded for text that is not JSON, so that the platform starts without it. */
export function readSpecText(text: string): object | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { openapi, swagger } = value as { readonly openapi?: unknown; readonly swagger?: unknown };
  const isSpec = (typeof openapi === 'string' && /^3\.\d+/.test(openapi)) || String(swagger) === '2.0' || swagger === 2;
  return isSpec ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text);
  }
}

/** What is nested more deeply is no specification that anybody would read; the parser takes long over it. */
const deepestLevel = 200;

function parsedYaml(text: string): unknown {
  const { Lexer, parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  if (isTooDeep(new Lexer().lex(text))) return undefined;
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

/** True where brackets are nested too deeply, or a line begins with too many marks of collections or too far in. */
function isTooDeep(tokens: Iterable<string>): boolean {
  let brackets = 0;
  let marks = 0;
  for (const token of tokens) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') marks += 1;
    else if (/^\r?\n$/.test(token)) marks = 0;
    if (brackets + marks > deepestLevel) return true;
  }
  return false;
}
