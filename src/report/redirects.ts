/** Redirects of published URLs as CSV and web server configuration, with all values escaped. */
import type { Redirect, RedirectReason } from '../core/impact.ts';
import { csvText, oneLine, textLines } from './wording/sanitize.ts';

const reasons: { readonly [R in RedirectReason]: string } = {
  moved: 'changes',
  ended: 'is removed',
  taken: 'shows other content',
  root: 'was the root of a site, and is never redirected',
  unknown: 'has an unknown target',
};

/** URLs without a redirect have an empty target. */
export function redirectsCsv(redirects: readonly Redirect[]): string {
  const headings = ['from', 'to', 'reason', 'address', 'subject'] as const;
  const rows = redirects.map((redirect) => [...headings.map((name) => redirect[name]), redirect.except.join(' ')]);
  return csvText([...headings, 'except'], rows);
}

/** Netlify and Cloudflare. These rules have no exceptions, so a URL with an exception below it gets only an exact rule. */
export function redirectsFile(redirects: readonly Redirect[]): string {
  const [moved, other] = parted(redirects);
  const rules = moved.flatMap(({ from, to, except }) => {
    const [source, target] = [sourceOf(from), webAddress(to)];
    if (source === undefined || target === undefined) return [`# not a web URL: ${comment(from)} to ${comment(to)}`];
    // Before a splat, the root of a host stays absolute: a request for `/guide//evil.test` would otherwise lead to another host.
    const isOnHost = source.host === target.host;
    const exact = `${source.path} ${isOnHost ? target.path || '/' : target.whole} 301`;
    const leadsTo = isOnHost && target.path !== '' ? target.path : target.whole;
    if (except.length > 0)
      return [`# only the URL itself, because other content is below it: ${except.map(comment).join(' ')}`, exact];
    return [exact, `${source.path}/* ${leadsTo}/:splat 301`];
  });
  return textLines(rules, other.map(remark));
}

/** A map for the http block, from the old URL to the new URL, with all paths below and the query. */
export function redirectsNginx(redirects: readonly Redirect[]): string {
  const [moved, other] = parted(redirects);
  // The deepest path is matched first, so that an exception precedes the rule above it.
  const exceptions = [...new Set(moved.flatMap(({ except }) => except))].map((from) => ({ from, to: null }));
  const rules = [...moved, ...exceptions].sort((a, b) => depthOf(b.from) - depthOf(a.from)).map(nginxRule);
  return textLines(
    'map "$host$request_uri" $docform_redirect {',
    ['default "";', ...rules, ...other.map(remark)].map((line) => `    ${line}`),
    '}',
    '# In the server block, before its locations:',
    '#     if ($docform_redirect) { return 301 $docform_redirect; }',
  );
}

export function hostsOf(redirects: readonly Redirect[]): readonly string[] {
  return [...new Set(redirects.flatMap(({ from }) => webAddress(from)?.host ?? []))].sort();
}

function parted(redirects: readonly Redirect[]) {
  return [redirects.filter(({ to }) => to !== null), redirects.filter(({ to }) => to === null)] as const;
}

function remark({ from, reason, subject }: Redirect) {
  return `# ${comment(from)}: ${reasons[reason]} (${comment(subject)})`;
}

function comment(text: string | null) {
  return oneLine(text ?? '');
}

function depthOf(address: string) {
  return address.split('/').length;
}

function nginxRule({ from, to }: Pick<Redirect, 'from' | 'to'>) {
  const source = sourceOf(from);
  const target = to === null ? { whole: '' } : webAddress(to);
  if (source === undefined || target === undefined) return `# not a web URL: ${comment(from)} to ${comment(to)}`;
  const pattern = `"~^${exactly(source.name)}${exactly(source.path)}`;
  return to === null ? `${pattern}(?:[/?]|$)" "";` : `${pattern}(/[^?]*)?(\\?.*)?$" "${target.whole}$1$2";`;
}

/** Undefined for the root of a host, which is never redirected. */
function sourceOf(text: string) {
  const source = webAddress(text);
  return source?.path === '' ? undefined : source;
}

/** Undefined if a browser does not request the URL. `host`: with a port other than the default. */
function webAddress(text: string | null) {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, host, hostname, pathname, origin, username, password, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || !/^[\w.:-]+$/.test(host) || `${username}${password}${search}${hash}` !== '')
    return undefined;
  // Percent-encoded, so that the path contains no special characters of any format.
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/%(?![\dA-Fa-f]{2})|[^\w/.~%!&'()+,;=@-]/g, encoded);
  return { host, name: hostname, path, whole: `${origin}${path}` };
}

function encoded(text: string) {
  return [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** A regular expression in a quoted word of nginx. Browsers send some characters encoded or not, so both forms match. */
function exactly(text: string) {
  return text.replace(/%([\dA-Fa-f]{2})|[^\w/-]/g, (found, hex: string | undefined) => {
    if (hex === undefined) return `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`;
    const written = `%${[...hex].map((digit) => (/\d/.test(digit) ? digit : `[${digit.toUpperCase()}${digit.toLowerCase()}]`)).join('')}`;
    const byte = Number.parseInt(hex, 16);
    return byte > 0x20 && byte < 0x7f ? `(?:\\x${hex.toLowerCase()}|${written})` : written;
  });
}
