/** Several configurations of one organization in one Git repository. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { initRepository } from '../support/directory.ts';
import { importWorkspace } from './import-workspace.ts';

export type TwoTeams = Awaited<ReturnType<typeof twoTeams>>;

const acme = {
  teams: { docs: { title: 'Docs' } },
  collections: { guides: { title: 'Guides' }, old: { title: 'Old' } },
};

/** `backend`: the database of both. Missing: ledger files. */
export async function twoTeams(backend?: string, live: Parameters<typeof importWorkspace>[0] = acme) {
  const place = await importWorkspace(live);
  const environment: Record<string, string> = backend === undefined ? {} : { DOCFORM_BACKEND: backend };
  initRepository(place.directory, { origin: 'https://github.com/acme/docs' });
  const at = (file: string) => join(place.directory, file);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  const docform = (name: string, ...argv: readonly string[]) =>
    place.docform(['-C', at(name), ...argv], { environment });
  return {
    ...{ ...place, at, docform },
    /** Variables of all commands that follow. */
    environment,
    read: (file: string) => readFileSync(at(file), 'utf8'),
    write,
    /** Writes the configuration NAME/docform.yaml. */
    declare: (name: string, text: string) => write(`${name}/docform.yaml`, `version: 1\n${text}`),
    /** The codes that block the plan of a configuration. */
    blocks: async (name: string, ...argv: readonly string[]) => {
      const { stdout, stderr } = await docform(name, 'plan', '--json', ...argv);
      if (!stdout.startsWith('{')) throw new Error(stderr);
      const { changes } = JSON.parse(stdout) as {
        readonly changes: readonly { readonly address: string; readonly blocked: { readonly code: string } | null }[];
      };
      return changes.flatMap(({ address, blocked }) => (blocked ? [`${blocked.code} ${address}`] : []));
    },
  };
}
