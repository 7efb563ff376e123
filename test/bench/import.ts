/** Benchmark of `docform import` on the `large` fixture over HTTP: requests per page, and wall time compared with the same reads in a loop. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { apply } from '../../src/library/apply.ts';
import { importLive } from '../../src/library/import.ts';
import { chosenOf, newConfiguration, validateTexts } from '../../src/library/import-texts.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { planAfterImport } from '../../src/library/prepare-import.ts';
import { createHttpTransport } from '../../src/remote/client/http.ts';
import { bareLoop, concurrency, median, serve, timed } from './served.ts';

const runs = 5;
const pageSize = 1000;

interface Answer {
  readonly request: WireRequest;
  readonly items: number;
}

/** The minimum number of requests: full pages, and one request for each object that is not in a list. */
function pagesOf(answers: readonly Answer[]): number {
  const items = new Map<string, number>();
  for (const { request, items: number } of answers) items.set(request.path, (items.get(request.path) ?? 0) + number);
  return [...items.values()].reduce((sum, number) => sum + Math.max(1, Math.ceil(number / pageSize)), 0);
}

const { served, stop } = await serve();
const directory = await mkdtemp(join(tmpdir(), 'docform-bench-'));
try {
  const { organization } = served;
  const { transport, close } = createHttpTransport({
    baseUrl: served.url,
    token: served.token,
    connections: concurrency,
  });
  let answers: Answer[] = [];
  const recording: Transport = async (request, options) => {
    const response = await transport(request, options);
    const { items } = (response.body ?? {}) as { readonly items?: unknown };
    answers.push({ request, items: Array.isArray(items) ? items.length : 0 });
    return response;
  };
  const platform = { host: new URL(served.url).host, transport: recording, close };
  const file = 'docform.yaml';
  const times = { whole: [] as number[], read: [] as number[], bare: [] as number[] };
  let facts = '';
  for (let run = 0; run < runs; run++) {
    answers = [];
    const ledger = memoryLedger();
    const [wholeMs] = await timed(async () => {
      const [readMs, imported] = await timed(() => importLive({ organization, platform, ledger, concurrency }));
      times.read.push(readMs);
      const texts = newConfiguration(chosenOf(imported, []), { organization, file });
      const { desired } = await validateTexts({ directory, file }, texts);
      if (desired === undefined) throw new Error('what was imported is not valid');
      const plan = planAfterImport(desired, imported, platform.host);
      if (plan.differing.length > 0) throw new Error(`${plan.differing.length} changes`);
      await apply(plan, { platform, ledger });
      const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
      facts = `${desired.resources.length} resources, ${lines} lines of YAML, ${imported.adopted.leftOut.length} left out`;
    });
    times.whole.push(wholeMs);
    const requests = answers.map(({ request }) => request);
    times.bare.push((await timed(() => bareLoop(transport, requests)))[0]);
  }
  const writes = answers.filter(({ request }) => request.method !== 'GET').length;
  const [whole, read, bare] = [median(times.whole), median(times.read), median(times.bare)];
  console.log(`import of the large seed: ${facts}`);
  console.log(
    `${answers.length} requests, ${writes} writes; the pages there are, of ${pageSize} items each: ${pagesOf(answers)}`,
  );
  console.log(
    `read and adopted in ${read.toFixed(0)} ms; written, read back, planned and kept in ${(whole - read).toFixed(0)} ms more`,
  );
  console.log(
    `in all ${whole.toFixed(0)} ms; the same reads in a bare loop: ${bare.toFixed(0)} ms; ratio ${(whole / bare).toFixed(2)} (medians of ${runs})`,
  );
  await close();
} finally {
  stop();
  await rm(directory, { recursive: true, force: true });
}
