/** Where a command works: the platform at an address, or the reference platform in this process, with the ledger that belongs to it. */
import { basename, resolve } from 'node:path';
import type { LedgerStore, Platform } from '../index.ts';
import { openWithData } from './data-file.ts';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';
import { proxyFor } from './proxy.ts';
import type { Session } from './session.ts';
import { readToken } from './token.ts';
import { version } from './version.ts';

export interface Target {
  readonly platform: Platform;
  /** The organization of a local platform, which holds exactly one; else what the environment says. */
  readonly organization?: string;
  /** The reference platform in this process. */
  readonly isLocal: boolean;
  /** The file a local platform keeps its data in; without one they end with the command. */
  readonly data?: string;
  readonly close: () => Promise<void>;
}

export async function openTarget(session: Session): Promise<Target> {
  const { apiUrl, organization, timeoutMs, concurrency } = session.settings;
  if (apiUrl === undefined) {
    throw new Failure(exitCode.usage, {
      code: 'E-API-URL',
      message: 'no API address is given',
      hint: 'use --api-url URL or DOCFORM_API_URL; --api-url local[:FILE] opens the reference platform in this process',
    });
  }
  if (apiUrl === 'local' || apiUrl.startsWith('local:')) return openLocal(session, apiUrl.slice('local:'.length));
  const { openPlatform } = await import('../index.ts');
  const token = await readToken(session);
  const proxyUrl = proxyFor(apiUrl, session.io.environment);
  const platform = await openPlatform({
    apiUrl,
    token,
    timeoutMs,
    connections: concurrency,
    userAgent: `docform/${version()}`,
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  });
  return { platform, isLocal: false, close: platform.close, ...(organization === undefined ? {} : { organization }) };
}

/** `local` is empty and forgotten afterwards; `local:FILE` is kept in that file. */
async function openLocal(session: Session, file: string): Promise<Target> {
  const [{ openLocalPlatform }, { createPlatform }] = await Promise.all([import('../index.ts'), import('../server/index.ts')]);
  const data = file === '' ? undefined : resolve(session.settings.directory, file);
  const server = openWithData(createPlatform, { seed: 'empty', ...(data === undefined ? {} : { data }) });
  session.keepSecret(server.token);
  const host = data === undefined ? 'local' : `local:${basename(data)}`;
  const platform = await openLocalPlatform({ fetch: server.fetch, token: server.token, host });
  return {
    platform,
    organization: server.organization,
    isLocal: true,
    ...(data === undefined ? {} : { data }),
    close: async () => void (await server.close()),
  };
}

/** The ledger of a target. A local platform's stands beside its data, so that rehearsals leave the committed one alone. */
export async function openLedger(
  target: Target,
  place: { readonly directory: string; readonly organization: string; readonly environment?: string },
): Promise<LedgerStore> {
  const { fileLedger, ledgerPath, memoryLedger } = await import('../index.ts');
  if (target.isLocal && target.data === undefined) return memoryLedger();
  const path = target.data === undefined ? ledgerPath(place.directory, place.environment) : `${target.data}.ledger.json`;
  return fileLedger(path, { host: target.platform.host, organization: place.organization });
}
