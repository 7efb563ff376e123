/** Who can read a published site, by its visibility. */
export const audiences: { readonly [visibility: string]: string } = {
  public: 'anybody, and search engines list it',
  unlisted: 'anybody who knows the address',
  'share-link': 'anybody who has an active share link',
  'visitor-auth': 'visitors whom the sign-in of its owner lets in',
};
