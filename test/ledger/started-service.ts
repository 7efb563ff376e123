/** Starts state services and opens backends for them. */
import { createHttpBackend, type HttpBackendOptions } from '../../src/ledger/http/http-backend.ts';
import { target } from './entries.ts';
import { type Behaviour, type StateServiceFake, sendOverHttp, startStateService } from './state-service.ts';

const services: StateServiceFake[] = [];
export async function closeServices(): Promise<void> {
  for (const service of services.splice(0)) await service.close();
}

/** Starts a service, and opens a backend with short waits. */
export async function started(kind: Behaviour['kind'] = 'gitlab', conflict = 409) {
  const service = await startStateService({ kind, conflict });
  services.push(service);
  const said: string[] = [];
  const open = (more: Partial<Pick<HttpBackendOptions, 'lock' | 'url' | 'password' | 'maxWaitMs' | 'clock'>> = {}) =>
    createHttpBackend({
      ...{ url: service.url, target, version: 'docform/test', send: sendOverHttp, pollMs: 4, maxWaitMs: 300 },
      tell: (text) => said.push(text),
      ...more,
    });
  return {
    service,
    open,
    said,
    bodyOf: (start: string) => service.bodies.find(({ line }) => line.startsWith(start))?.body ?? '',
  };
}
