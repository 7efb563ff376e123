/** Writes one file for each site of the product team and of the partner team: `node generate.mjs [DIRECTORY]`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const products =
  'Payments Billing Ledger Reports Identity Search Storage Queues Mail Maps Voice Video Chat Forms Alerts Insights';
const partners =
  'Globex Initech Umbrella Hooli Soylent Stark Wayne Wonka Tyrell Cyberdyne Aperture Massive Vandelay Sirius Gringotts Oscorp Monarch Nakatomi Virtucon Zorg';

const productFile = (title, key) => `version: 1
spaces:
  product-${key}: { extends: product-space, title: Product ${title} }
  product-${key}-api: { extends: product-space, title: Product ${title} API }
sites:
  product-${key}:
    extends: product-site
    title: Product ${title}
    basename: ${key}
    structure:
      - section: guides
        title: Guides
        path: guides
        spaces: [{ space: product-${key}, path: home }]
      - section: api
        title: API
        path: api
        spaces: [{ space: product-${key}-api, path: home }]
      - section: changes
        title: Changes
        path: changes
        spaces: [{ space: changelog, path: home }]
`;

const partnerFile = (title, key) => `version: 1
spaces:
  partner-${key}: { extends: partner-space, title: Partner ${title} }
sites:
  partner-${key}:
    extends: partner-site
    title: Partner ${title}
    basename: ${key}
    shareLinks:
      review: { name: Review by ${title} }
    structure:
      - section: start
        title: Start
        path: start
        spaces: [{ space: partner-${key}, path: home }]
      - section: legal
        title: Legal
        path: legal
        spaces: [{ space: legal, path: home }]
`;

const root = process.argv[2] ?? import.meta.dirname;
for (const [team, titles, text] of [
  ['product', products, productFile],
  ['partners', partners, partnerFile],
]) {
  for (const title of titles.split(' ')) {
    const key = title.toLowerCase();
    const file = join(root, team, 'sites', `${key}.yaml`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text(title, key));
  }
}
