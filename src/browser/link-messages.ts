/** Catalogue key of the message for each `error` code in the page's URL. */
export const linkMessageKeys: Record<string, string> = {
  invitation: 'linkInvitation',
  link: 'linkUsed',
  portal: 'linkPortal',
  sign_in_refused: 'linkUsed',
  too_many_requests: 'linkTooMany',
};
