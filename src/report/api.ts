/** The response of `docform api` or `docform platform control`, or the part that a JSON pointer selects. */
import { DocformError, exitCode } from '../core/docform-error.ts';
import { jsonText, visible } from './wording/sanitize.ts';

/** Throws DocformError if the pointer selects nothing. */
function selected(body: unknown, pointer: string | undefined) {
  if (pointer === undefined || pointer === '') return body;
  const found = valueAt(body, pointer);
  if (found !== undefined) return found;
  throw new DocformError({
    exit: exitCode.failed,
    code: 'E-API-SELECT',
    message: `the answer has nothing at ${pointer}`,
    hint: 'look at the whole answer, without --select',
  });
}

/** RFC 6901. */
function valueAt(body: unknown, pointer: string) {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as { readonly [key: string]: unknown })[key]
        : undefined,
    body,
  );
}

export function selectedText(body: unknown, pointer: string | undefined): string {
  const value = selected(body, pointer);
  if (value === undefined) return '';
  return typeof value === 'string' ? `${visible(value)}\n` : jsonText(value);
}

export function controlJson(body: unknown, pointer: string | undefined): string {
  return jsonText({ schemaVersion: 1, kind: 'platform-control', body: selected(body, pointer) ?? null });
}

export function apiJson(
  { status, body }: { readonly status: number; readonly body: unknown },
  pointer: string | undefined,
): string {
  return jsonText({ schemaVersion: 1, kind: 'api', status, body: selected(body, pointer) ?? null });
}
