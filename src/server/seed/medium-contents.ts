/** Seed `medium`: pages, files, comments and a change request of one space. */
import type { WorldPage } from '../resources/revision.ts';
import type { WorldObject } from './world.ts';
import { contentOf } from './written.ts';

const start: WorldPage = {
  title: 'Start',
  slug: 'start',
  type: 'document',
  emoji: '1f680',
  description: 'Where to begin',
  shown: { icon: 'rocket' },
  markdown: '# Start\n\nRead the [setup](guides/setup.md), then see the [overview](/guides).\n\n![Flow](.assets/flow.png)',
};

const setup: WorldPage = {
  title: 'Setup',
  slug: 'setup',
  type: 'document',
  markdown: '# Setup\n\nBack to the [start](../start.md), or ask [us](https://acme.dev/help) for the [old steps](steps.md).',
};

const flow = { name: 'flow.png', contentType: 'image/png', size: 48_213, dimensions: { width: 1280, height: 720 } };

/** Brings its id along, so that the ids of everything else stay what they are. */
const support = {
  id: 'reusable_support',
  title: 'Support',
  markdown: 'Questions? Write to **support@acme.dev**, or ask in the [forum](https://acme.dev/forum).',
};

export const mediumContents: readonly WorldObject[] = [
  contentOf('home', {
    pages: [start, { title: 'Guides', slug: 'guides', type: 'group', pages: [setup] }],
    files: [flow],
    reusableContents: [support],
    comments: [
      {
        by: 'bo@acme.dev',
        markdown: 'Is the flow still right?',
        page: 'start',
        reactions: ['1f44d'],
        isEdited: true,
        target: { node: 'node_flow', preview: 'Flow', review: 'review_1' },
        replies: [{ by: 'ana@acme.dev', markdown: 'It is.', isEdited: true }],
      },
      { by: 'ana@acme.dev', markdown: 'Spelling fixed.', isResolved: true },
    ],
    changeRequests: [
      {
        number: 1,
        subject: 'Refunds',
        source: { url: 'https://github.example.com/acme/home', ref: 'refunds' },
        status: 'open',
        pages: [
          start,
          {
            title: 'Guides',
            slug: 'guides',
            type: 'group',
            pages: [
              setup,
              {
                title: 'Refunds',
                slug: 'refunds',
                type: 'document',
                hidden: true,
                shown: {
                  icon: 'coins',
                  cover: {
                    ref: { kind: 'file', file: 'cover-light' },
                    refDark: { kind: 'file', file: 'cover-dark' },
                    yPos: 0.25,
                  },
                  noIndex: true,
                  noRobotsIndex: true,
                },
                markdown:
                  '# Refunds\n\nSee the [terms](/files/terms), the [draft](https://app.example.com/home) and the [flow](/.assets/flow.png).\n\n[Ask us](/reusable-contents/reusable_support), or read the [API](/openapi/payments).',
              },
            ],
          },
          { title: 'API', slug: 'api', type: 'computed', spec: 'payments' },
        ],
        reusableContents: [support],
        files: [flow, { name: 'terms.pdf', contentType: 'application/pdf', size: 90_112 }],
        comments: [{ by: 'jon@acme.dev', markdown: 'The terms are missing.' }],
      },
    ],
  }),
];
