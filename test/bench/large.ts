/** Benchmark of a no-op plan of the `large` fixture over HTTP: requests, wall time, and the same reads in a loop on the same client. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { ledgerPath } from '../../src/ledger/ledger-file.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { openLedger } from '../../src/library/ledger.ts';
import { plan } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { createHttpTransport } from '../../src/remote/client/http.ts';
import { seedTexts } from '../support/seed-texts.ts';
import { bareLoop, concurrency, median, serve, timed } from './served.ts';

const runs = 5;

const { served, stop } = await serve();
const directory = await mkdtemp(join(tmpdir(), 'docform-bench-'));
try {
  for (const [path, text] of await seedTexts('large', 1)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const [loadMs, loaded] = await timed(() =>
    validate({ directory, file: join(directory, 'docform.yaml'), organization: served.organization, variables: {} }),
  );
  if (loaded?.desired === undefined) throw new Error(JSON.stringify(loaded?.problems.slice(0, 3)));
  const { desired } = loaded;
  const { transport, close } = createHttpTransport({
    baseUrl: served.url,
    token: served.token,
    connections: concurrency,
  });
  const requests: WireRequest[] = [];
  const recording: Transport = (request, options) => {
    requests.push(request);
    return transport(request, options);
  };
  const host = new URL(served.url).host;
  const platform = { host, transport: recording, close };
  const { ledger } = await openLedger({
    ...{ path: ledgerPath(directory), target: { host, organization: served.organization } },
    ...{ variables: {}, version: 'bench', timeoutMs: 30_000, machine: { host: 'bench', pid: process.pid } },
  });
  await apply(await plan({ desired, platform, ledger, concurrency }), { platform, ledger, concurrency });
  const planTimes: number[] = [];
  const loopTimes: number[] = [];
  let objects = '';
  for (let run = 0; run < runs; run++) {
    requests.length = 0;
    const [ms, planned] = await timed(() => plan({ desired, platform, ledger, concurrency }));
    planTimes.push(ms);
    objects = `${desired.resources.length} declared resources, ${remoteChanges(planned.plan).length} changes`;
    loopTimes.push((await timed(() => bareLoop(transport, [...requests])))[0]);
  }
  const writes = requests.filter(({ method }) => method !== 'GET').length;
  console.log(`no-op plan of the large seed: ${objects}, ${requests.length} requests, ${writes} writes`);
  console.log(`configuration loaded in ${loadMs.toFixed(0)} ms (once)`);
  console.log(
    `read and planned in ${median(planTimes).toFixed(0)} ms; the same reads in a bare loop: ${median(loopTimes).toFixed(0)} ms; ratio ${(median(planTimes) / median(loopTimes)).toFixed(2)} (medians of ${runs})`,
  );
  await close();
} finally {
  stop();
  await rm(directory, { recursive: true, force: true });
}
