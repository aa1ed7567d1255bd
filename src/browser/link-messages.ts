/** Text of the page by the code in the URL. */
export const linkMessageKeys: Record<string, string> = {
  invitation: 'linkInvitation',
  link: 'linkUsed',
  portal: 'linkPortal',
  sign_in_refused: 'linkUsed',
  too_many_requests: 'linkTooMany',
};
