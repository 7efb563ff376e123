/** Follows redirects in the files of `docform show --format redirects` and `--format nginx`, which it reads like a web server. */
import type { Redirect } from '../../src/core/impact.ts';
import { redirectsFile, redirectsNginx } from '../../src/report/redirects.ts';

/** The target of one redirect. undefined: the server does not redirect this URL. */
export type Server = (address: string) => string | undefined;

/** An nginx `map`: the first matching pattern applies. */
export function nginxServer(redirects: readonly Redirect[]): Server {
  const rules = redirectsNginx(redirects)
    .split('\n')
    .flatMap((line) => {
      const [, pattern, target] = /^ {4}"~((?:[^"\\]|\\.)*)" "([^"\\]*)";$/.exec(line) ?? [];
      return pattern === undefined || target === undefined ? [] : [{ pattern: new RegExp(pattern), target }];
    });
  return (address) => {
    const { hostname, pathname, search } = new URL(address);
    for (const { pattern, target } of rules) {
      const found = pattern.exec(`${hostname}${pathname}${search}`);
      if (found !== null)
        return target === '' ? undefined : target.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
    }
    return undefined;
  };
}

/** A `_redirects` file: the first matching line for the host applies. */
export function fileServer(redirects: readonly Redirect[]): Server {
  return (address) => {
    const { origin, pathname } = new URL(address);
    const asked = decoded(pathname);
    const own = redirects.filter(({ from }) => new URL(from).origin === origin);
    for (const line of redirectsFile(own).split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [, source = '', target = ''] = /^(\/\S*) (\/\S*|https?:\/\/\S+) 301$/.exec(line) ?? [];
      if (target === '') throw new Error(`no rule: ${line}`);
      const above = source.endsWith('/*') ? source.slice(0, -1) : undefined;
      if (above === undefined ? asked !== decoded(source) : !asked.startsWith(decoded(above))) continue;
      const to = above === undefined ? target : target.replace(':splat', asked.slice(decoded(above).length));
      return new URL(to, origin).href;
    }
    return undefined;
  };
}

/** The path as servers compare it. A percent sign without a valid encoding is literal. */
export function decoded(address: string): string {
  return decodeURIComponent(address.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));
}

/** The final URL and the number of redirects. Throws for a redirect loop. */
export function followed(server: Server, from: string): { readonly end: string; readonly hops: number } {
  let [end, hops] = [from, 0];
  for (let next = server(from); next !== undefined; next = server(next)) {
    end = next;
    hops += 1;
    if (hops > 20) throw new Error(`${from} leads in a circle`);
  }
  return { end, hops };
}
