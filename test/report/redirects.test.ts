/** Redirect maps: URLs and titles of a plan never become rules, variables or separate lines in any format. */
import { expect, test } from 'vitest';
import type { Redirect } from '../../src/core/impact.ts';
import { redirectsCsv, redirectsFile, redirectsNginx } from '../../src/report/redirects.ts';
import { decoded, fileServer, followed, nginxServer } from '../support/followed.ts';

const root = 'https://acme.dev/docs';
const moved = (from: string, to: string | null, rest: Partial<Redirect> = {}): Redirect => ({
  ...{
    from: `${root}${from}`,
    to: to === null ? null : `${root}${to}`,
    reason: to === null ? 'ended' : 'moved',
    except: [],
  },
  ...{ address: 'sites/docs/site-spaces/home', subject: 'Home' },
  ...rest,
});

const plain = [
  moved('/guides/api', '/api'),
  moved('/guides', '/manual'),
  moved('/old', null),
  moved('', null, { reason: 'root' }),
];

test('each format prints all redirects and all URLs without a redirect', () => {
  expect(redirectsCsv(plain).split('\r\n').slice(0, 4)).toEqual([
    'from,to,reason,address,subject,except',
    'https://acme.dev/docs/guides/api,https://acme.dev/docs/api,moved,sites/docs/site-spaces/home,Home,',
    'https://acme.dev/docs/guides,https://acme.dev/docs/manual,moved,sites/docs/site-spaces/home,Home,',
    'https://acme.dev/docs/old,,ended,sites/docs/site-spaces/home,Home,',
  ]);
  expect(redirectsFile(plain)).toBe(`/docs/guides/api /docs/api 301
/docs/guides/api/* /docs/api/:splat 301
/docs/guides /docs/manual 301
/docs/guides/* /docs/manual/:splat 301
# https://acme.dev/docs/old: is removed (Home)
# https://acme.dev/docs: was the root of a site, and is never redirected (Home)
`);
  expect(redirectsNginx(plain)).toBe(`map "$host$request_uri" $docform_redirect {
    default "";
    "~^acme\\x2edev/docs/guides/api(/[^?]*)?(\\?.*)?$" "https://acme.dev/docs/api$1$2";
    "~^acme\\x2edev/docs/guides(/[^?]*)?(\\?.*)?$" "https://acme.dev/docs/manual$1$2";
    # https://acme.dev/docs/old: is removed (Home)
    # https://acme.dev/docs: was the root of a site, and is never redirected (Home)
}
# In the server block, before its locations:
#     if ($docform_redirect) { return 301 $docform_redirect; }
`);
});

test.each([
  ['nginx', nginxServer],
  ['_redirects', fileServer],
])('%s: a redirect includes the URLs below it, except pages that stay', (name, serve) => {
  const server = serve([...plain, moved('/a', '/b', { except: [`${root}/a/kept`] })]);
  const end = (path: string) => followed(server, `${root}${path}`).end.slice(root.length);
  expect(['/guides/api', '/guides/api/v1', '/guides/x/', '/guides', '/guidesX', '/old', ''].map(end)).toEqual([
    ...['/api', '/api/v1', '/manual/x/', '/manual', '/guidesX', '/old', ''],
  ]);
  expect(['/a', '/a/kept', '/a/kept/page'].map(end)).toEqual(['/b', '/a/kept', '/a/kept/page']);
  expect(end('/a/page')).toBe(name === 'nginx' ? '/b/page' : '/a/page');
  if (name === 'nginx') expect(end('/guides/x?q=1')).toBe('/manual/x?q=1');
});

const servers = [nginxServer, fileServer];

test.each([
  ['https://acme.dev', 'https://acme.dev/'],
  ['https://acme.dev/', 'https://acme.dev/'],
  ['https://help.acme.dev', 'https://help.acme.dev/'],
])('a redirect to the root of a host, %s, leads there in every format, and to no other host', (to, root) => {
  const redirects = [moved('', '', { from: 'https://acme.dev/guide', to })];
  for (const server of servers.map((serve) => serve(redirects))) {
    const end = (path: string) => new URL(followed(server, `https://acme.dev${path}`).end).href;
    expect(['/guide', '/guide/', '/guide/page'].map(end)).toEqual([root, root, `${root}page`]);
    expect(new URL(end('/guide//evil.test/x')).origin).toBe(new URL(root).origin);
  }
  expect(redirectsFile(redirects)).toBe(
    to.includes('help')
      ? `/guide ${to} 301\n/guide/* ${to}/:splat 301\n`
      : '/guide / 301\n/guide/* https://acme.dev/:splat 301\n',
  );
  expect(redirectsCsv(redirects)).toContain(`https://acme.dev/guide,${to},moved`);
});

const hostile = [
  '/a"; return 200 pwned; ',
  '/a\\" x; }',
  '/$http_cookie/$1',
  '/a\n/* https://evil.test/:splat 302',
  '/a\r\nb',
  '/*',
  '/:splat',
  '/ä ö/\u202egnp',
  '/%zz%41',
  "/it's(a)|[b]{2}^.+",
];

test.each(hostile)('%j is a valid path in every format, and leads to its target', (path) => {
  const redirects = [
    moved(path, `/new${path}`, { subject: path }),
    moved(`${path}/gone`, null, { subject: `${path}\n}\nserver {` }),
  ];
  const lines = redirectsNginx(redirects).trimEnd().split('\n');
  const rule = /^ {4}"~\^(?:[^"\\\n]|\\[x?])*" "https:\/\/acme\.dev\/docs\/[\w/.~%!&'()+,;=@-]*\$1\$2";$/;
  expect(lines.slice(2, -4).filter((line) => !rule.test(line))).toEqual([]);
  expect(lines.at(-4)).toMatch(/^ {4}# /);
  expect(lines.at(-3)).toBe('}');
  for (const line of redirectsFile(redirects).trimEnd().split('\n'))
    expect(line).toMatch(
      /^(#.*|\/docs\/[\w/.~%!&'()+,;=@-]+(\/\*)? \/docs\/new\/[\w/.~%!&'()+,;=@-]+(\/:splat)? 301)$/,
    );
  expect(redirectsCsv(redirects).split('\r\n')).toHaveLength(4);
  for (const serve of [nginxServer, fileServer]) {
    const { end, hops } = followed(serve(redirects), `${root}${path}`);
    expect({ end: decoded(end), hops }).toEqual({ end: decoded(new URL(`${root}/new${path}`).href), hops: 1 });
  }
});

test('URLs that are not web URLs, or cover a whole host, have no rule', () => {
  const strange = [
    { from: 'javascript:alert(1)', to: root },
    { from: 'https://user:secret@acme.dev/x', to: root },
    { from: 'https://acme.dev/', to: root },
    { from: `${root}/x`, to: 'data:text/html,x' },
    { from: `${root}/#x`, to: root },
  ].map((each) => ({ ...moved('', ''), ...each }));
  expect(redirectsFile(strange)).toMatch(/^(# not a web URL: .*\n){5}$/);
  expect(redirectsNginx(strange).match(/^ {4}"~/m)).toBeNull();
});
