const linkOver =
  'This link was used already, or is older than ten minutes. Have a new one mailed below.';

/** What became of a link, by the word in the address. */
export const linkWords: Record<string, string> = {
  invitation:
    'This invitation was accepted already, was replaced by a newer one, or is over. If you accepted it, sign in below with the address it went to. If not, ask whoever invited you for a new one.',
  link: linkOver,
  portal:
    'This link was used already, was replaced by a newer one, or is over, or you may not enter any more. Have a code mailed below to the address it went to, or ask whoever sent it for a new one.',
  sign_in_refused: linkOver,
  too_many_requests:
    'Links were followed too often from here. Wait a minute, then open yours again.',
};
