/** The HTTP backend: requests, lost answers, conflicts, credentials, and states of other programs. */
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpBackend } from '../../src/ledger/http/http-backend.ts';
import { ana, bo, done, intent, target } from './entries.ts';
import { closeServices, started } from './started-service.ts';
import { credentials, sendOverHttp } from './state-service.ts';

const now = { waitMs: 0, ttlMs: 1_000 };
afterEach(closeServices);

const path = '/api/v4/projects/7/terraform/state/docs';

describe('requests', () => {
  test('GitLab gets POST and DELETE below the state, and the lock id with each write', async () => {
    const { service, open, bodyOf } = await started();
    const lock = await open().acquire(ana, now);
    await lock.append(intent('teams/a'));
    await lock.save({ resources: {}, lists: [] });
    await lock.release();
    const id = lock.fencingToken;
    expect(service.log).toEqual([
      `POST ${path}/lock`,
      `GET ${path}`,
      `POST ${path}?ID=${id}`,
      `POST ${path}?ID=${id}`,
      `DELETE ${path}/lock`,
    ]);
    const info = {
      ID: id,
      Operation: 'apply',
      Info: ana.run,
      Who: ana.who,
      Version: 'docform/test',
      Created: ana.since,
      Path: '',
    };
    expect(JSON.parse(bodyOf(`POST ${path}/lock`))).toEqual(info);
    expect(JSON.parse(bodyOf('DELETE'))).toEqual(info);
  });

  test('other services get LOCK and UNLOCK at the state, or at the configured URL', async () => {
    const { service, open } = await started('plain', 423);
    await (await open().acquire(ana, now)).release();
    expect(service.log).toEqual(['LOCK /state/docs', 'GET /state/docs', 'UNLOCK /state/docs']);
    const origin = new URL(service.url).origin;
    await expect(
      open({ lock: { method: 'PUT', url: `${origin}/locks/docs` } }).acquire(ana, now),
    ).rejects.toMatchObject({
      message: expect.stringContaining('the service answered the lock request with 404'),
      hint: expect.stringContaining('TF_HTTP_LOCK_ADDRESS'),
    });
  });

  test('the document is an empty Terraform state for others, with a growing serial', async () => {
    const { service, open } = await started();
    for (const step of ['teams/a', 'teams/b']) {
      const lock = await open().acquire(ana, now);
      await lock.append(done(step));
      await lock.release();
    }
    const document = JSON.parse(service.state.document ?? '') as { readonly [name: string]: unknown };
    expect(service.state.serials).toEqual([1, 2]);
    expect(document).toMatchObject({ version: 4, serial: 2, lineage: expect.any(String), outputs: {}, resources: [] });
    expect(Object.keys(document).filter((name) => /^(id|name)$/i.test(name))).toEqual([]);
    expect(Object.keys((await open().load()).ledger.resources)).toEqual(['teams/a', 'teams/b']);
  });
});

describe('lost answers', () => {
  test.each(['cut', 500, 502] as const)(
    'a write answered with %s is looked up, and repeated only if it did not succeed',
    async (answer) => {
      const { service, open } = await started();
      const lock = await open().acquire(ana, now);
      service.faults.push({ method: 'POST', answer });
      await lock.append(intent('teams/a'));
      await lock.append(intent('teams/b'));
      expect(service.state.serials).toEqual([1, 2]);
      expect((await open().load()).open.map(({ step }) => step)).toEqual(['teams/a', 'teams/b']);
      await lock.release();
    },
  );

  test('a write whose answer and look-up were lost is repeated, refused for its serial, and found', async () => {
    const { service, open } = await started();
    const lock = await open().acquire(ana, now);
    service.faults.push({ method: 'POST', answer: 'cut' }, { method: 'GET', answer: 503 });
    await lock.append(intent('teams/a'));
    expect(service.state.serials).toEqual([1]);
    expect(lock.isHeld()).toBe(true);
    await lock.release();
  });

  test('a lock whose answer was lost is ours', async () => {
    const { service, open } = await started();
    service.faults.push({ method: 'POST', answer: 'cut' });
    const lock = await open().acquire(ana, now);
    expect(service.state.lock?.ID).toBe(lock.fencingToken);
    await lock.release();
    expect(service.state.lock).toBeUndefined();
  });

  test('the lock is lost if the service does not come back', async () => {
    const { service, open } = await started();
    const lock = await open().acquire(ana, now);
    for (let time = 0; time < 500; time += 1) service.faults.push({ method: 'POST', answer: 500 });
    await expect(lock.append(intent('teams/a'))).rejects.toThrow('the service answered a write with 500');
    expect([lock.isHeld(), service.state.document]).toEqual([false, undefined]);
    await lock.release();
    expect(service.state.lock).toBeUndefined();
  });

  test('the lock is released if the state is damaged', async () => {
    const { service, open } = await started();
    service.state.document =
      '{"version":4,"serial":3,"lineage":"x","outputs":{},"resources":[{"type":"aws_instance"}]}';
    await expect(open().acquire(ana, now)).rejects.toThrow('was not written by docform');
    expect(service.state.lock).toBeUndefined();
  });
});

describe('conflicts', () => {
  test('the run of the holder is not shown for GitLab, which repeats the Info of the request', async () => {
    const { open } = await started();
    const lock = await open().acquire(ana, now);
    const error = await open()
      .acquire({ ...bo, run: 'https://ci.acme.dev/jobs/42' }, now)
      .catch((reason: Error) => reason);
    expect((error as Error).message).toContain(
      `held by user of ana@build-7 (lock ${lock.fencingToken}) since 2026-01-02T03:04:05.000Z`,
    );
    expect((error as Error).message).not.toContain('jobs/42');
    await lock.release();
  });

  test('the run of the holder is shown for services that repeat the lock', async () => {
    const { open } = await started('plain', 423);
    const lock = await open().acquire(ana, now);
    await expect(open().acquire(bo, now)).rejects.toThrow(
      /held by ana@build-7 \(lock .*\) since 2026-01-01T10:00:00Z, run https:\/\/ci\.acme\.dev\/jobs\/41$/,
    );
    await lock.release();
  });

  test('a refusal without a readable body is a refusal', async () => {
    const { service, open } = await started();
    service.faults.push({ method: 'POST', answer: 423 });
    await expect(open().acquire(ana, now)).rejects.toThrow('held by an unknown process');
  });
});

describe('credentials and URLs', () => {
  test('user and password are sent and never shown', async () => {
    const { service, open } = await started();
    const backend = open();
    await backend.load();
    expect(backend.place).toBe(`${new URL(service.url).origin}${path}`);
    const refused = open({ password: 'wrong-one' });
    const error = (await refused.load().catch((reason: Error) => reason)) as Error;
    expect(error.message).toContain('refused the credentials (401)');
    const leaky = createHttpBackend({
      url: service.url,
      target,
      version: '',
      pollMs: 4,
      send: async (_, url) =>
        Promise.reject(new Error(`connect ${credentials.password} ${encodeURIComponent(credentials.password)} ${url}`)),
    });
    const failed = (await leaky.load().catch((reason: Error) => reason)) as Error;
    expect(failed.message).toContain('connect *** ***');
    expect(`${failed.message}${error.message}`).not.toMatch(/w0rd|wrong-one/);
  });

  test.each(['http://state.acme.dev/docs', 'ftp://state.acme.dev', 'no address', 'http://u:geheim@10.0.0.1/x'])(
    '%s is refused',
    (url) => {
      const open = () => createHttpBackend({ url, target, version: '', send: sendOverHttp });
      expect(open).toThrow('must start with https://');
      expect(open).not.toThrow(/geheim/);
    },
  );

  test('a state of another target is refused', async () => {
    const { service, open } = await started();
    const lock = await open().acquire(ana, now);
    await lock.append(done('teams/a'));
    await lock.release();
    const other = createHttpBackend({
      url: service.url,
      target: { ...target, organization: 'o2' },
      version: '',
      send: sendOverHttp,
    });
    await expect(other.load()).rejects.toMatchObject({ code: 'E-LEDGER-TARGET' });
  });
});
