/** The redirects for the published URLs that a plan changes or removes, as rules of web servers or as a table. */
import type { Redirect } from '../../core/impact.ts';
import { hostsOf, redirectsCsv, redirectsFile, redirectsNginx } from '../../report/redirects.ts';
import { usageFailure } from '../io/session.ts';

const writers = { csv: redirectsCsv, nginx: redirectsNginx, redirects: redirectsFile };

type RedirectFormat = keyof typeof writers;

export function isRedirectFormat(format: string): format is RedirectFormat {
  return Object.hasOwn(writers, format);
}

/** `redirects`: of a plan; missing in plans of older versions. `host`: only the URLs of this host. */
export function redirectMap(format: RedirectFormat, redirects: readonly Redirect[] | undefined, host?: string) {
  if (redirects === undefined) {
    throw usageFailure(
      'the plan was made by a version of docform that does not support redirects',
      'write a new plan with `docform plan --out FILE`',
      'E-PLAN-VERSION',
    );
  }
  const hosts = hostsOf(redirects);
  const wanted = host?.toLowerCase();
  if (wanted !== undefined && !hosts.includes(wanted))
    throw usageFailure(
      `the plan does not change or remove URLs of ${host}`,
      hosts.length === 0 ? undefined : `hosts with changes: ${hosts.join(', ')}`,
    );
  const shown = wanted === undefined ? redirects : redirects.filter((each) => hostsOf([each]).includes(wanted));
  if (format === 'redirects' && hostsOf(shown).length > 1)
    throw usageFailure(
      'a _redirects file covers only one host',
      `save the plan, and choose a host with \`docform show PLAN --host\`: ${hosts.join(', ')}`,
    );
  return writers[format](shown);
}
