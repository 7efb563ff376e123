/** Choices about visitors, search and signs of life. */
import type { Choice } from './choice.ts';

export const visitorChoices: readonly Choice[] = [
  {
    subject: 'Events of visitors',
    choice:
      'Anything in `session` and `location` may be left out, and `language` be null; `timestamp` is then the present. Ids of sections, site-spaces, spaces and pages are kept as they come. Unknown event types are kept, too. All events of a call are stored, or none; claims are at most 20 levels deep. A deleted site takes its events along.',
    reason: 'The contract shows the members, but not which are required; what browsers send may be out of date.',
  },
  {
    subject: 'Rows of insights',
    choice:
      'One for each combination of the `groupBy` columns, or where it is missing, of the columns in `select` that are no counts; without any there is one row. What is selected must be grouped by; `select` left out means the grouped columns and `eventsCount`. Rows stand in the order of their first event unless `order` says otherwise (`asc` by default, empty values last).',
    reason: 'The contract shows the members of the question, but not how they work together.',
  },
  {
    subject: 'Conditions of insights',
    choice:
      'All must hold; `in` by default. Text is compared by code units, `datetime` by time, and conditions on counts are put to the rows. Comparisons take exactly one value; empty values never pass them.',
    reason: 'Silent.',
  },
  {
    subject: 'Claims as a column',
    choice:
      '`visitorClaim` is `name=value`, with dots for what is nested (`unsigned.beta=true`); an event counts under each of its claims. A condition takes a name alone for any value of it. With `claim` beside the column, the values are those of this claim alone; `visitorClaimProperty` are the names.',
    reason: 'The contract names the column, but a visitor has several claims; `claim` is a member of the published relative.',
  },
  {
    subject: 'Ranges of insights',
    choice:
      '`lastYear` and `last3Months` go back by calendar months, the others by days of 24 hours, all up to and including the present. Of `{from,to}` the beginning counts, the end does not. Intervals begin in UTC, weeks on Monday.',
    reason: 'Silent.',
  },
  {
    subject: 'Columns of insights',
    choice:
      '`url` is without query and fragment; `utm…` is read from the query; `eventSearchQuery` is the `query` of a search event, else the parameter `q` of its address. Device, browser, system and bot are read from the user agent for the common families, by a small reader of its own; whatever it does not know is null. Where a visitor is, where a link led, how a page was rated, and what else the events do not tell, is always null. Sessions and visitors without an id are not counted. Unknown columns are refused with 400.',
    reason:
      'The events of the contract do not carry more, and a place needs a network; a full list of user agents would outweigh the platform.',
  },
  {
    subject: 'Visitor segments',
    choice: 'Events with the same claims, over all time, the most active first; the title lists the claims.',
    reason: 'The contract shows the members only.',
  },
  {
    subject: 'Search',
    choice:
      'Spaces, pages and sections (a heading and what follows it) of the spaces that the caller sees, of their content outside of change requests. Every word must be in the title, the text or the titles above, at least one of them in the thing itself; the last word may be unfinished; case and accents do not matter, and operators mean nothing. The best space, page and section come first; titles weigh more than text. `body` is the text without markup, at most 1,000 characters. A query without words finds nothing.',
    reason: 'The contract shows the answer, but not what matches.',
  },
  {
    subject: 'Organizations of an e-mail domain',
    choice:
      "Those that list the domain, in any case, and that the caller is a member of, or all that list it when it is the domain of the caller's own address.",
    reason: 'The contract does not say who may ask; nobody learns of the organizations of strangers.',
  },
  {
    subject: 'Ping',
    choice:
      "`serviceVisitorClaims` is a JWT, signed with HS256 and a secret of the state (fact `visitorClaimsSecret`), valid for an hour: `sub` the user, `aud` the organization, `iss` the address of the platform, `email`, `name`, `role`, `teams` (ids). Times are those of the platform's clock.",
    reason: 'The contract says that the token is optionally returned, not what is in it.',
  },
  {
    subject: 'Visits of the seed `medium`',
    choice: 'At fixed times, twice a week from July 2025 to the end of 2027; those to come are counted once their time has come.',
    reason: 'A seed is the same whenever it is planted, and still the ranges of insights, which end at the present, find something.',
  },
];
