/** Sites of the seed `medium`: sectioned with groups, flat, and visible by share link. */
export const mediumSites = {
  docs: {
    title: 'Acme Docs',
    visibility: 'public',
    basename: 'docs',
    proxy: 'acme.dev/docs',
    agentsContext: 'included',
    adaptiveContent: true,
    visitor: {
      $id: 'https://acme.dev/claims.json',
      claims: {
        partner: { type: 'boolean', description: 'Partner' },
        plan: { type: 'string', description: 'Plan', enum: ['free', 'team', 'enterprise'] },
      },
      unsigned: { beta: { type: 'boolean', description: 'Beta tester' } },
    },
    defaultSection: 'guides',
    structure: [
      { section: 'start', title: 'Start', path: 'start', spaces: [{ space: 'home', path: 'home' }] },
      {
        section: 'guides',
        title: 'Guides',
        path: 'guides',
        icon: 'book',
        description: 'How to get things done',
        spaces: [{ space: 'home', path: 'home' }],
      },
      {
        group: 'products',
        title: 'Products',
        icon: 'box',
        sections: [
          {
            section: 'payments',
            title: 'Payments',
            path: 'payments',
            condition: 'visitor.claims.partner == true',
            default: 'payments-fr',
            spaces: [
              { space: 'payments-en', path: 'en' },
              { space: 'payments-fr', path: 'fr', condition: 'visitor.claims.unsigned.beta == true' },
              { space: 'payments-ja', path: 'ja' },
            ],
          },
          { section: 'api', title: 'API', path: 'api', spaces: [{ space: 'api', path: 'v1' }] },
        ],
      },
      { section: 'changes', title: 'Changes', path: 'changes', spaces: [{ space: 'changelog', path: 'changelog' }] },
      {
        group: 'past',
        title: 'Past versions',
        sections: [{ section: 'old', title: 'Payments 2019', path: 'payments-2019', spaces: [{ space: 'payments-2019', path: 'en' }] }],
      },
    ],
  },
  partners: {
    title: 'Partner Portal',
    hostname: 'partners.acme.dev',
    shown: {
      icon: { icon: { light: 'https://files.example.com/icons/light.png', dark: 'https://files.example.com/icons/dark.png' } },
      ads: { status: 'pending', submittable: false },
    },
    visibility: 'share-link',
    basename: 'partners',
    agentsContext: 'excluded',
    adaptiveContent: false,
    structure: [
      { space: 'partner-guide', path: 'guide' },
      { space: 'changelog', path: 'changelog', default: true },
    ],
    shareLinks: { globex: { name: 'Globex' }, initech: { name: 'Initech', active: false } },
  },
  internal: {
    title: 'Internal Handbook',
    visibility: 'visitor-auth',
    structure: [{ space: 'runbook', path: 'runbook' }],
  },
};
