/** What became of a link, by the word in the address: the name of what the page says of it. */
export const linkMessageKeys: Record<string, string> = {
  invitation: 'linkInvitation',
  link: 'linkUsed',
  portal: 'linkPortal',
  sign_in_refused: 'linkUsed',
  too_many_requests: 'linkTooMany',
};
