/** The version of this docform, as its package says it. */
import { readFileSync } from 'node:fs';

export function version(): string {
  const data = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return data.version;
}
