/** A platform in the `gitbook` dialect on a socket, with its control plane, and a directory with a configuration. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixture, startPlatform } from '../../../src/server/index.ts';
import { run } from '../../cli/harness.ts';
import { directoryWith } from '../../support/directory.ts';

export async function siteFileWorkspace(text: string, seed: 'empty' | Fixture) {
  const platform = await startPlatform({ seed, dialect: 'gitbook', control: true });
  const directory = directoryWith({ 'docform.yaml': `version: 1\n${text}` });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(`${platform.url}${path.replace('~', `v1/orgs/${platform.organization}`)}`, init);
    const reply = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${reply}`);
    return reply === '' ? undefined : JSON.parse(reply);
  };
  const requests = async (operation: string) =>
    ((await send('GET', `/_platform/requests?operation=${operation}`)) as { readonly total: number }).total;
  return {
    ...{ platform, directory, send, requests },
    docform: (...argv: readonly string[]) => run(argv, { directory, environment }),
    write: (next: string) => writeFile(join(directory, 'docform.yaml'), `version: 1\n${next}`),
    read: (name: string) => readFile(join(directory, name), 'utf8'),
    close: () => platform.close(),
  };
}
