/** The restructure in the documentation of plans: the seed `medium` as imported, with 26 changes. */
import { type Planned, plan } from '../../src/index.ts';
import { createFixture } from '../../src/server/index.ts';
import { file, living, readTexts, takeIn } from '../support/importing.ts';

const developers = `      - group: developers
        title: Developers
        icon: code
        sections:
          - section: guides
            title: Guides
            path: how-to
            icon: book
            description: How to get things done, step by step, from the first request to the first payment in production. Every guide says what you need before you begin, how long it takes, and what it costs.
            spaces:
              - { space: home, path: home }
          - section: payments
            title: Payments
            path: pay
            condition: null
            default: payments-en
            spaces:
              - { space: payments-en, path: en }
          - section: api
            title: API Reference
            path: api-reference
            spaces:
              - { space: api-reference, path: v1 }
          - section: changes
            title: Changelog
            path: changelog
            spaces:
              - { space: changelog, path: changelog }
          - section: payments-2019
            title: Payments 2019
            path: payments-2019
            spaces:
              - { space: payments-2019, path: en }

`;

/** Replacements in the text. Each original occurs once. */
const edits: readonly (readonly [was: string, is: string])[] = [
  ['sso: false', 'sso: true'],
  ['jon@acme.dev: create', 'jon@acme.dev: admin'],
  ['  zoe@example.com: read\n', ''],
  [
    '      bo@acme.dev: member\n      lea@acme.dev: member\n',
    '      kim@acme.dev: member\n      lea@acme.dev: owner\n      nia@acme.dev: member\n',
  ],
  ['      max@acme.dev: member\n', ''],
  ['title: Internal, defaultLevel: null', 'title: Internal, defaultLevel: read'],
  ['defaultSection: guides', 'defaultSection: start'],
  ['visibility: visitor-auth', 'visibility: public'],
  ['      globex: { name: Globex }\n', ''],
];

function edited(text: string): string {
  const [from, to] = ['      - section: guides\n', '  internal-handbook:\n'].map((mark) => text.indexOf(mark));
  let result = text.slice(0, from) + developers + text.slice(to);
  for (const [was, is] of edits) {
    if (result.split(was).length !== 2)
      throw new Error(`${JSON.stringify(was)} does not stand once in what is imported`);
    result = result.replace(was, () => is);
  }
  return result;
}

export async function planRestructure(): Promise<Planned> {
  const world = createFixture('medium', 1);
  const { reference, platform } = await living(world);
  const { texts, ledger } = await takeIn({ platform }, world.organizations[0]?.id ?? '');
  const desired = readTexts(new Map([...texts, [file, edited(texts.get(file) ?? '')]]));
  const planned = await plan({
    desired,
    platform,
    ledger,
    allowances: { addresses: ['members/zoe@example.com'] },
    maxWaitMs: 0,
  });
  reference.close();
  return planned;
}
