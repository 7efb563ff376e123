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

function parsedYaml(text: string): unknown {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}
