/** Where readers end who follow the files that `docform redirects` writes, as web servers read them. */
import type { Redirect } from '../../src/core/redirect.ts';
import { redirectsFile, redirectsNginx } from '../../src/report/redirects.ts';

/** One step: where a server sends whoever asks for this; undefined: nowhere. */
export type Server = (address: string) => string | undefined;

/** A `map` of nginx: the first pattern that fits counts. */
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

/** A file `_redirects`: the first line that fits counts; of each host its own. */
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

/** As servers compare it; a sign that encodes nothing stands for itself. */
export function decoded(address: string): string {
  return decodeURIComponent(address.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));
}

/** The address in the end, and over how many redirects; throws where they lead in a circle. */
export function followed(server: Server, from: string): { readonly end: string; readonly hops: number } {
  let [end, hops] = [from, 0];
  for (let next = server(from); next !== undefined; next = server(next)) {
    end = next;
    hops += 1;
    if (hops > 20) throw new Error(`${from} leads in a circle`);
  }
  return { end, hops };
}
