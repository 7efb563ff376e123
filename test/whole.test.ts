/** The whole workflow, from files to an empty second plan, for every example and every seed on the reference platform. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { apply } from '../src/library/apply.ts';
import { validate } from '../src/library/configuration.ts';
import { plan } from '../src/library/plan.ts';
import { memoryLedger } from '../src/library/platform.ts';
import { isBlocked, remoteChanges } from '../src/plan/result/change.ts';
import { createPlatform, type SeedName, type Platform as Server } from '../src/server/index.ts';
import { foundAllowances } from './support/allowed.ts';
import { directoryWith } from './support/directory.ts';
import { localPlatform } from './support/local-platform.ts';
import { seedTexts } from './support/seed-texts.ts';

const examples = fileURLToPath(new URL('../examples', import.meta.url));

interface Start {
  readonly directory: string;
  readonly seed: SeedName;
  readonly variables?: (server: Server) => { readonly [name: string]: string };
}

/** Loads a configuration for its own platform. */
async function start({ directory, seed, variables }: Start) {
  const server = createPlatform({ seed });
  const own = variables === undefined ? { organization: server.organization } : { variables: variables(server) };
  const validation = await validate({ directory, variables: {}, ...own });
  expect(validation?.problems).toEqual([]);
  const desired = validation?.desired;
  if (desired === undefined) throw new Error('no configuration');
  const platform = await localPlatform(server);
  return { server, options: { desired, platform, ledger: memoryLedger(), allowances: foundAllowances(desired) } };
}

async function arrives(from: Start): Promise<void> {
  const { server, options } = await start(from);
  const first = await plan(options);
  expect(isBlocked(first.plan)).toBe(false);
  expect(remoteChanges(first.plan).length).toBeGreaterThan(0);
  const report = await apply(first, options);
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const second = await plan(options);
  expect(second.plan.changes).toEqual([]);
  server.close();
}

test.each(['acme', 'one-site', 'people'])('examples/%s: the second plan is empty after an apply', async (name) => {
  await arrives({ directory: join(examples, name), seed: 'small' });
});

test('examples/two-environments: the configuration also works for another organization', async () => {
  await arrives({
    directory: join(examples, 'two-environments'),
    seed: 'small',
    variables: (server) => ({ org: server.organization }),
  });
});

test.each(['empty', 'small', 'medium', 'large'] as const)(
  'the seed %s: the plan of its own configuration is empty, before and after adoption',
  async (seed) => {
    const directory = directoryWith();
    for (const [path, text] of await seedTexts(seed, 1)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const { server, options } = await start({ directory, seed, variables: () => ({}) });
    const first = await plan(options);
    expect(remoteChanges(first.plan)).toEqual([]);
    await apply(first, options);
    const second = await plan(options);
    expect(second.plan.changes).toEqual([]);
    expect(Object.keys(server.requests)).toEqual(['GET']);
    server.close();
    await rm(directory, { recursive: true });
  },
);
